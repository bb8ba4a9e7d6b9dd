import { z } from 'zod'
import { calendarProviders, calendarTroubles } from './calendar-connections.ts'
import { calendarProblems } from './calendar-problems.ts'

const unreadableAccount = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The host name of its server, except Google's. */
  server: z.string().nullable(),
})

/** What keeps a host's calendars from working as they should. */
export const calendarHealth = z.object({
  /** Accounts that have to be connected again, besides the one that the host signs in with. */
  disconnected: z.array(
    z.object({
      id: z.uuid(),
      provider: z.enum(calendarProviders),
      name: z.string(),
      server: z.string().nullable(),
      problem: z.enum(calendarProblems).nullable(),
      since: z.iso.datetime().nullable(),
      /** How many active events are closed until then. */
      closedEvents: z.int(),
    }),
  ),
  /** Calendars that events check and that haven't been readable for a while. */
  unreadable: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      account: unreadableAccount,
      since: z.iso.datetime(),
      trouble: z.enum(calendarTroubles).nullable(),
      /** How many active events it closes; 0 while its last known entries count. */
      closedEvents: z.int(),
    }),
  ),
  /** Calendars that events or upcoming bookings use, but that their account no longer has. */
  missing: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      since: z.iso.datetime(),
      events: z.int(),
      upcomingBookings: z.int(),
    }),
  ),
  /**
   * Upcoming bookings whose latest change isn't in the calendar although it was tried for a minute; null if there are
   * none.
   */
  unwritten: z.object({ bookings: z.int(), since: z.iso.datetime() }).nullable(),
  /** How many upcoming bookings have a latest change that the calendar refused for good. */
  refused: z.int(),
})
export type CalendarHealth = z.infer<typeof calendarHealth>
export type MissingCalendar = CalendarHealth['missing'][number]
export type UnreadableCalendar = CalendarHealth['unreadable'][number]
export type DisconnectedAccount = CalendarHealth['disconnected'][number]

export const calendarReplacement = z.object({
  calendarId: z.string({ error: 'Choose a calendar' }).min(1, 'Choose a calendar').max(1100),
})
/** What moved to the other calendar. */
export const replacedCalendar = z.object({ events: z.int(), bookings: z.int() })
