import type { ListedBooking } from '../../../../contract/bookings/booking-list.schema.ts'

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
    const { boomEventId, deletedEventId, eventTitle } = booking
    // Of events deleted by an older version, only the title is known.
    const key = boomEventId ?? deletedEventId ?? `deleted: ${eventTitle}`
    const group = groups.get(key) ?? { key, title: eventTitle, bookings: [], before: 0 }
    group.bookings.push(booking)
    groups.set(key, group)
  }
  let before = 0
  for (const group of groups.values()) {
    // A deleted event's bookings have its titles of different times.
    group.title = group.bookings.reduce((a, b) => (b.createdAt > a.createdAt ? b : a)).eventTitle
    group.before = before
    before += group.bookings.length
  }
  return [...groups.values()]
}

interface Day {
  /** The day's text. */
  date: string
  /** Also of a day whose first booking has left. */
  key: string
  bookings: ListedBooking[]
}

/** Consecutive bookings of the same day, in page order. */
export function byDay(bookings: readonly ListedBooking[], dateOf: (booking: ListedBooking) => string): Day[] {
  const days: Day[] = []
  for (const booking of bookings) {
    const date = dateOf(booking)
    const day = days.at(-1)
    if (day?.date === date) day.bookings.push(booking)
    else {
      const earlier = days.filter((one) => one.date === date).length
      days.push({ date, key: `${date} ${earlier}`, bookings: [booking] })
    }
  }
  return days
}
