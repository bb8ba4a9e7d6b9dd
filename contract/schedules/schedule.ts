/** Options and limits of schedules. Free of schemas because the browser imports them. */

/** The public holidays of a country, and of a region in it, on which a schedule is closed. */
export interface Holidays {
  /** ISO 3166-1 alpha-2, such as `DE`. */
  country: string
  /** A region as `date-holidays` names it, such as `by`, or null for the whole country. */
  region: string | null
  /** The rules of holidays that are ordinary days for the host, such as `12-26`. */
  off: string[]
}

export const scheduleLimits = {
  /** Characters. */
  name: 100,
  holidaysOff: 100,
  /** Characters. Taiwan's longest has 219. */
  holidayRule: 500,
} as const

export const scheduleMessages = {
  name: 'Enter a name',
  holidays: 'Choose a country and region from the list',
  holidaysOff: 'Choose holidays from the list',
} as const
