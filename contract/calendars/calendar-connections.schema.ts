import { z } from 'zod'
import {
  calendarProviders,
  calendarTroubles,
  connectionLimits,
  unreadableChoices,
} from './calendar-connections.ts'
import { calendarProblems } from './calendar-problems.ts'
import { calendarDay, flag, line, timezone } from '../primitives.schema.ts'

/** How a calendar's entries count. */
const checkSettings = {
  /** Whether it is one of the host's usual calendars. */
  isChecked: flag,
  countsTentative: flag,
  countsAllDay: flag,
  countsOutOfOffice: flag,
  whenUnreadable: z.enum(unreadableChoices, `Use ${unreadableChoices.join(' or ')}`),
}

/** Entries of a calendar that couldn't be read. They don't keep their host busy. */
export const unreadableEntries = z.object({
  count: z.int(),
  /** A few of them. */
  latest: z.array(z.object({ title: z.string(), date: z.iso.date().nullable() })),
})
export type UnreadableEntries = z.infer<typeof unreadableEntries>

export const connectedCalendar = z.object({
  ...checkSettings,
  id: z.string(),
  name: z.string(),
  isPrimary: z.boolean(),
  /** Whether events can write bookings to it. */
  isWritable: z.boolean(),
  /** How many events that aren't deleted write to it. */
  events: z.int(),
  /** How many upcoming bookings are in it. */
  upcomingBookings: z.int(),
  lastReadAt: z.iso.datetime().nullable(),
  /** Since when it can't be read, if for so long that it matters. */
  unreadableSince: z.iso.datetime().nullable(),
  trouble: z.enum(calendarTroubles).nullable(),
  unreadableEntries: unreadableEntries.nullable(),
  /** Since when its account no longer has it. */
  missingSince: z.iso.datetime().nullable(),
})
export type ConnectedCalendar = z.infer<typeof connectedCalendar>

/** An account, or a feed, with its calendars. */
export const calendarConnection = z.object({
  id: z.uuid(),
  provider: z.enum(calendarProviders),
  /** An email address, a user, or a feed's name. */
  name: z.string(),
  /** The host name of its server, except Google's. */
  server: z.string().nullable(),
  /** Whether the host signs in with it. It can't be disconnected. */
  isSignIn: z.boolean(),
  status: z.enum(['connected', 'broken', 'missing_scopes']),
  problem: z.enum(calendarProblems).nullable(),
  brokenSince: z.iso.datetime().nullable(),
  /** Whether its list of calendars couldn't be read the last time. */
  isListOutdated: z.boolean(),
  /** Whether the host has chosen what of it counts. Nothing does before. */
  isReviewed: z.boolean(),
  /**
   * How often its calendars are read while somebody uses them, in seconds; null: as often as the server is set up to.
   */
  pollSeconds: z.int().nullable(),
  calendars: z.array(connectedCalendar),
})
export type CalendarConnection = z.infer<typeof calendarConnection>

const required = (what: string, maxLength: number) =>
  z
    .string(`Enter ${what}`)
    .trim()
    .min(1, `Enter ${what}`)
    .max(maxLength, `Enter ${what} of at most ${maxLength} characters`)

const { server, username, password, url, name } = connectionLimits
const passwordText = z
  .string('Enter the app password')
  .min(1, 'Enter the app password')
  .max(password, `Enter an app password of at most ${password} characters`)

export const newConnection = z.discriminatedUnion(
  'provider',
  [
    z.object({
      provider: z.literal('caldav'),
      /** A server's address, or an email address or domain whose server DNS names (RFC 6764). */
      server: required('the server’s address', server),
      username: required('the username', username),
      password: passwordText,
    }),
    z.object({
      provider: z.literal('ics'),
      url: required('the calendar’s address', url),
      name: line('A name', name).default(''),
    }),
    z.object({
      provider: z.literal('google'),
      code: z.string('Missing code'),
      stateToken: z.string('Missing state token'),
    }),
  ],
  'Choose google, caldav or ics',
)
export type NewConnection = z.input<typeof newConnection>

export const connectionChange = z
  .object({
    /** The usual calendars among its own, chosen after a dry run. */
    checkedCalendars: z.array(z.string().max(1100)).max(500),
    /** A new app password of a CalDAV account. */
    password: passwordText,
    /** The new address of a feed. */
    url: required('the calendar’s address', url),
    /** A feed's name. */
    name: required('a name', name),
  })
  .partial()
export type ConnectionChange = z.input<typeof connectionChange>

export const calendarCheckChange = z.object(checkSettings).partial()
export type CalendarCheckChange = z.input<typeof calendarCheckChange>

export const dryRunQuery = z.object({ dateFrom: calendarDay, dateTo: calendarDay, timezone })

/** What an entry would do to the host's slots. */
export const dryRunEntry = z.object({
  calendarId: z.string(),
  title: z.string(),
  startUtc: z.iso.datetime(),
  endUtc: z.iso.datetime(),
  isTentative: z.boolean(),
  isAllDay: z.boolean(),
  isOutOfOffice: z.boolean(),
})
export const dryRun = z.object({
  entries: z.array(dryRunEntry),
  /** Calendars that couldn't be read, and why if that is known. */
  unreadable: z.array(z.object({ calendarId: z.string(), trouble: z.enum(calendarTroubles).nullable() })),
})
export type DryRun = z.infer<typeof dryRun>

/** What events and upcoming bookings get in place of a calendar that is disconnected. */
export const disconnectQuery = z.object({ replacement: z.string().min(1).max(1100).optional() })
