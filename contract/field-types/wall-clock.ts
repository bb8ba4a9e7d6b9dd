/** Any day of the years 0001 to 9999, as HTML writes it: people are born before the first slot there can be. */
export function isDate(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // The 30th of February is read as a day in March, or as none.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) && !text.startsWith('0000')
}

/** A time of day as HTML writes it, with or without seconds. */
export const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text)
