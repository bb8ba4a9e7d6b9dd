import { z } from 'zod'
import { durationMinutes, eventRules } from './event-rules.schema.ts'
import { asReadonly, minute } from '../primitives.schema.ts'
import { timeRanges } from '../hours/weekly-availability.schema.ts'

const bound = z.string().nullable()
const { limits, bookingWindow, startTimes } = eventRules.shape

/** Where a rule is set. A one-off link's applies in addition to the event's. */
const source = z.enum(['event', 'schedule', 'host', 'link'])
const ofEventOrLink = source.extract(['event', 'link'])

/** Whether the hours are read in this zone because of a trip. */
const isTrip = z.boolean()

/**
 * A rule that keeps a time from being offered, with its values. Instants are ISO 8601 in UTC, dates are `YYYY-MM-DD`.
 */
export const closingReason = z.discriminatedUnion('rule', [
  z.object({
    rule: z.literal('notAccepting'),
    because: z.enum(['archived', 'paused', 'subscription', 'linkClosed']),
  }),
  /** The time is outside of what the date's hours are. */
  z.object({
    rule: z.literal('hours'),
    source,
    date: z.string(),
    timezone: z.string(),
    isTrip,
    slots: asReadonly(timeRanges),
  }),
  z.object({
    rule: z.literal('override'),
    source,
    timezone: z.string(),
    isTrip,
    name: z.string(),
    from: z.string(),
    to: z.string(),
    slots: asReadonly(timeRanges),
  }),
  z.object({ rule: z.literal('holiday'), source, name: z.string(), from: z.string(), to: z.string() }),
  /** It is inside the hours, but no slot starts then. */
  z.object({ rule: z.literal('startTimes'), source: ofEventOrLink, startTimes, duration: z.int() }),
  z.object({ rule: z.literal('past') }),
  z.object({ rule: z.literal('minimumNotice'), source: ofEventOrLink, minutes: z.int() }),
  z.object({ rule: z.literal('bookingWindow'), source: ofEventOrLink, window: bookingWindow.unwrap() }),
  z.object({ rule: z.literal('eventPeriod'), startUtc: bound, endUtc: bound }),
  z.object({ rule: z.literal('bookingPeriod'), startUtc: bound, endUtc: bound }),
  z.object({ rule: z.literal('limit'), source, limit: limits.element }),
  z.object({
    rule: z.literal('booking'),
    /** The host's booking that is in the way. */
    bookingId: z.string(),
    title: z.string(),
    fullName: z.string(),
    startUtc: z.string(),
    endUtc: z.string(),
    /** Whether only a buffer is in the way, the time's own or the booking's. */
    isBuffer: z.boolean(),
    /** The booking's own buffer that the time overlaps, in minutes. */
    keepsFree: z.object({ side: z.enum(['before', 'after']), minutes: z.int() }).nullable(),
  }),
  z.object({
    rule: z.literal('calendarEntry'),
    calendarId: z.string(),
    calendarName: z.string(),
    startUtc: z.string(),
    endUtc: z.string(),
    isBuffer: z.boolean(),
  }),
  /** The calendar couldn't be read recently enough, so nothing is offered. */
  z.object({ rule: z.literal('calendar'), calendarName: z.string() }),
  z.object({ rule: z.literal('tooFarAhead') }),
])
export type ClosingReason = z.infer<typeof closingReason>

export const explanationQuery = z.object({
  start: minute,
  /** Minutes; by default the event's duration, or the link's first one if it doesn't offer that. */
  duration: z.coerce.number().pipe(durationMinutes).optional(),
  /** The link that it would be booked with: the rules of a one-off link count too. By default the event's own. */
  bookingUrlId: z.string().max(64).optional(),
  /** The booking that would move there, instead of a new one: with its duration and the rules of its link. */
  bookingId: z.string().max(64).optional(),
})

/** Why a time of an event isn't offered: every rule that closes it; none if it is offered. */
export const slotExplanation = z.object({
  startUtc: z.string(),
  endUtc: z.string(),
  isOffered: z.boolean(),
  /** The schedule whose hours the event uses. */
  schedule: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  reasons: z.array(closingReason),
})
export type SlotExplanation = z.infer<typeof slotExplanation>
