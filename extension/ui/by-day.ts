import { dayOf } from '../../availability/wall-time.ts'
import type { ListedBooking } from '../../contract/bookings/booking-list.schema.ts'
import { dayText } from '../../contract/time/time-text.ts'
import { zoneTable } from '../../contract/time/time-zones.ts'
import type { Viewer } from '../../contract/time/viewer.ts'

interface Day {
  /** Days since 1970-01-01 in the viewer's zone. */
  day: number
  /** `Today`, `Tomorrow`, `Friday, January 8` */
  name: string
  bookings: ListedBooking[]
}

/** Groups bookings by their day, in their order. */
export function byDay(bookings: readonly ListedBooking[], viewer: Viewer, now: number): Day[] {
  const table = zoneTable(viewer.timeZone)
  const today = dayOf(table, now)
  const groups = Map.groupBy(bookings, ({ startUtc }) => dayOf(table, Date.parse(startUtc)))
  return [...groups].map(([day, ofDay]) => ({ day, name: dayName(day, today, viewer), bookings: ofDay }))
}

export function dayName(day: number, today: number, viewer: Viewer): string {
  if (day === today) return 'Today'
  if (day === today + 1) return 'Tomorrow'
  const isSoon = Math.abs(day - today) < 180
  return dayText(day, viewer, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(!isSoon && { year: 'numeric' }),
  })
}
