import {
  timeRangeErrors,
  type Weekday,
  weekdays,
  type WeeklyAvailability,
} from '../../../../contract/hours/weekly-availability.ts'

export const WEEK_INVALID = 'Please fix time slot validation errors before saving'

/** The id of a range's first input, for links from the error summary. */
export const rangeId = (day: Weekday, index: number) => `event-week-${day}-${index}`

/** Only days that are on are validated, because the others have no hours. */
export function firstRangeError(week: WeeklyAvailability): { day: Weekday; index: number } | null {
  for (const day of weekdays) {
    if (!week[day].enabled) continue
    const index = timeRangeErrors(week[day].slots).findIndex((message) => message !== null)
    if (index !== -1) return { day, index }
  }
  return null
}
