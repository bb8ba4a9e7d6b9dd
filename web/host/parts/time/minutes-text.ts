/** Formats minutes as hours: `3`, `3.5`. */
export const minutesAsHours = (minutes: number, locale: string) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(minutes / 60)
