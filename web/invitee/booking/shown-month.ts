import { isBefore, monthAt, type Month } from '../../../contract/time/month.ts'

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
