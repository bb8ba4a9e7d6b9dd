import type { MissingCalendar } from '../../../../contract/calendars/calendar-health.schema.ts'

type Users = Pick<MissingCalendar, 'events' | 'upcomingBookings'>

/** `2 events can’t be booked and 1 upcoming booking isn’t in any calendar until you choose another calendar.` */
export function missingCalendarText({ events, upcomingBookings: bookings }: Users): string {
  const parts = [
    events > 0 && `${events === 1 ? '1 event' : `${events} events`} can’t be booked`,
    bookings > 0 &&
      (bookings === 1
        ? '1 upcoming booking isn’t in any calendar'
        : `${bookings} upcoming bookings aren’t in any calendar`),
  ].filter((part) => part !== false)
  return `${parts.join(' and ')} until you choose another calendar.`
}
