import { dayOf } from '../../../availability/wall-time.ts'
import { daysOfMonth, isBefore, monthAt, monthOfDay, type Month } from '../../../contract/time/month.ts'
import { zoneTable } from '../../../contract/time/time-zones.ts'

/** A month that the calendar shows, and the zone in which it does. */
export interface ShownMonth {
  month: Month
  timeZone: string
}

/** The month to show in another zone: in it, the chosen time may be in the one before or after, and stays in view. */
export function monthInZone(shown: ShownMonth, startUtc: string | null, timeZone: string): Month {
  if (startUtc === null || timeZone === shown.timeZone) return shown.month
  const start = Date.parse(startUtc)
  const before = monthAt(start, shown.timeZone)
  const wasInView = !isBefore(before, shown.month) && !isBefore(shown.month, before)
  return wasInView ? monthAt(start, timeZone) : shown.month
}

/** The months that may have slots. */
export interface OfferedMonths {
  first: Month
  /** Null if there is no end. */
  last: Month | null
}

/**
 * The months that may have slots once it is `today` (days since 1970-01-01). `first` and `last` were found `at` an
 * instant (ISO 8601), and a booking window may have moved on since.
 */
export function offeredMonths(
  today: number,
  { first, last, at }: OfferedMonths & { at: string },
  timeZone: string,
): OfferedMonths {
  const current = monthOfDay(today)
  const days = today - dayOf(zoneTable(timeZone), Date.parse(at))
  return {
    first: isBefore(first, current) ? current : first,
    last: last && monthOfDay(daysOfMonth(last).last + days),
  }
}
