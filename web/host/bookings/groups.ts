import type { ListedBooking } from '../../../contract/booking-list.schema.ts'

interface Group {
  key: string
  title: string
  bookings: ListedBooking[]
  /** The number of bookings on the page before this group. */
  before: number
}

/** A page's bookings grouped by event. Groups and bookings keep the page's order. */
export function byEvent(bookings: readonly ListedBooking[]): Group[] {
  const groups = new Map<string, Group>()
  for (const booking of bookings) {
    // Deleted events have only their title.
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
