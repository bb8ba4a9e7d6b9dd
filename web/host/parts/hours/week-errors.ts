import {
  timeSlotErrors,
  type Weekday,
  weekdays,
  type WeeklyAvailability,
} from '../../../../contract/schedules/weekly-availability.ts'

export const WEEK_INVALID = 'Please fix time slot validation errors before saving'

/** The id of a slot's first input, for links from the error summary. */
export const slotId = (day: Weekday, index: number) => `event-week-${day}-${index}`

/** Only days that are on are validated, because the others have no slots. */
export function firstSlotError(week: WeeklyAvailability): { day: Weekday; index: number } | null {
  for (const day of weekdays) {
    if (!week[day].enabled) continue
    const index = timeSlotErrors(week[day].slots).findIndex((message) => message !== null)
    if (index !== -1) return { day, index }
  }
  return null
}
