/** Any date from year 0001 to 9999, because custom dates such as birthdays predate all slots. */
export function isDate(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // Parsers read February 30 as a day in March, or reject it.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) && !text.startsWith('0000')
}

/** A time of day in HTML's format, with or without seconds. */
export const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)
