import { and, eq } from 'drizzle-orm'
import type { LinkRules } from '../../contract/event-links.ts'
import { ruleMessages } from '../../contract/event-rules.ts'
import type { Db, Tx } from '../db/database.ts'
import { type EventLinkRow, eventLinks } from '../db/schedule-schema.ts'
import type { BookingRow, EventRow } from '../db/schema.ts'
import { invalid } from '../http/errors.ts'
import { type HostRules, readHostRules } from '../schedules/event-hours.ts'
import type { AskedSlots } from './slot-rules.ts'

const MINUTE = 60_000

/**
 * The durations (minutes, ascending) that people can choose. A link's own stay, even if the event no longer offers them:
 * otherwise the link would allow others than its host wanted.
 */
export function offeredDurations(
  event: Pick<EventRow, 'duration' | 'rules'>,
  linkRules?: Partial<LinkRules>,
): number[] {
  if (linkRules?.durations?.length) return linkRules.durations
  return [...new Set([event.duration, ...(event.rules.durations ?? [])])].toSorted((a, b) => a - b)
}

/** The duration of a new booking if nobody chooses one. */
export function defaultDuration(
  event: Pick<EventRow, 'duration' | 'rules'>,
  linkRules?: Partial<LinkRules>,
): number {
  const offered = offeredDurations(event, linkRules)
  return offered.includes(event.duration) ? event.duration : offered[0]!
}

/** An event, what counts for it, and the one-off link it is booked with. */
export interface Bookable {
  event: EventRow
  host: HostRules
  link: EventLinkRow | null
}

/** A new booking, by default with the event's duration. Throws `validation_failed` for a duration that isn't offered. */
export function askedNew({ event, host, link }: Bookable, duration?: number): AskedSlots {
  const linkRules = link?.rules
  if (duration !== undefined && !offeredDurations(event, linkRules).includes(duration)) {
    throw invalid({ duration: ruleMessages.notOffered })
  }
  return { event, host, linkRules, duration: duration ?? defaultDuration(event, linkRules) }
}

type MovedBooking = Pick<BookingRow, 'id' | 'hostId' | 'startAt' | 'endAt' | 'linkId'>

/** Another time for a booking. It keeps its length if the event still offers that, and the rules of the link it was made with. */
export async function askedMove(db: Db | Tx, event: EventRow, booking: MovedBooking): Promise<AskedSlots> {
  const linkRules = await readLinkRules(db, booking)
  const own = (booking.endAt - booking.startAt) / MINUTE
  const duration = offeredDurations(event, linkRules).includes(own) ? own : event.duration
  return { event, host: await readHostRules(db, event), linkRules, duration, movedBooking: booking.id }
}

/** The rules of the link that a booking was made with. */
export async function readLinkRules(
  db: Db | Tx,
  { hostId, linkId }: Pick<BookingRow, 'hostId' | 'linkId'>,
): Promise<Partial<LinkRules> | undefined> {
  if (linkId === null) return undefined
  const [link] = await db
    .select({ rules: eventLinks.rules })
    .from(eventLinks)
    .where(and(eq(eventLinks.hostId, hostId), eq(eventLinks.id, linkId)))
  return link?.rules
}
