import type { ListedBooking } from '../../../contract/booking-list.schema.ts'

interface Group {
  key: string
  title: string
  bookings: ListedBooking[]
  /** How many bookings of the page stand before the first of them. */
  before: number
}

/** The bookings of a page under their events; groups and bookings both in the order of the page. */
export function byEvent(bookings: readonly ListedBooking[]): Group[] {
  const groups = new Map<string, Group>()
  for (const booking of bookings) {
    // Of events that are deleted nothing is left but the title.
    const key = booking.boomEventId ?? `deleted: ${booking.eventTitle}`
    const group = groups.get(key) ?? { key, title: booking.eventTitle, bookings: [], before: 0 }
    group.bookings.push(booking)
    groups.set(key, group)
  }
  let before = 0
  for (const group of groups.values()) {
    group.before = before
    before += group.bookings.length
  }
  return [...groups.values()]
}
