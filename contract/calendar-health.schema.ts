import { z } from 'zod'

/** What keeps a host's calendars from working as they should. */
export const calendarHealth = z.object({
  /** Calendars that events or upcoming bookings use, but that Google no longer has. */
  missing: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      since: z.iso.datetime(),
      events: z.int(),
      upcomingBookings: z.int(),
    }),
  ),
  /** Upcoming bookings whose latest change isn't in the calendar although it was tried for a minute; null if there are none. */
  unwritten: z.object({ bookings: z.int(), since: z.iso.datetime() }).nullable(),
})
export type CalendarHealth = z.infer<typeof calendarHealth>
export type MissingCalendar = CalendarHealth['missing'][number]

export const calendarReplacement = z.object({
  calendarId: z.string({ error: 'Choose a calendar' }).min(1, 'Choose a calendar').max(1024),
})
/** What moved to the other calendar. */
export const replacedCalendar = z.object({ events: z.int(), bookings: z.int() })
