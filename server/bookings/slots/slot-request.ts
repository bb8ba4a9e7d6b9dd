import { and, eq } from 'drizzle-orm'
import { MINUTE } from '../../../availability/units.ts'
import type { LinkRules } from '../../../contract/events/one-off-links.ts'
import { ruleMessages } from '../../../contract/events/event-rules.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type EventLinkRow, eventLinks } from '../../db/tables/event-links.ts'
import type { BookingRow } from '../../db/tables/bookings.ts'
import type { EventRow } from '../../db/tables/events.ts'
import { invalid } from '../../http/errors.ts'
import { type HostRules, readHostRules } from '../../schedules/event-hours.ts'
import { defaultDuration, offeredDurations } from '../../events/durations.ts'

/** What someone wants to book. */
export interface SlotRequest {
  event: EventRow
  host: HostRules
  /** Minutes. */
  duration: number
  /** The rules of the one-off link that it is booked with; they apply in addition to the event's. */
  linkRules?: Partial<LinkRules> | undefined
  /** The id of a booking that is being moved: its own time counts as free. */
  movedBooking?: string | undefined
  /**
   * Whether the event's values aren't stored, so that its bookings don't have the buffers yet that saving would give
   * them.
   */
  isUnsaved?: boolean | undefined
}

/** The columns of an event that affect its slots. */
export type SlotEvent = Pick<
  EventRow,
  | 'week'
  | 'timezone'
  | 'duration'
  | 'bufferTime'
  | 'rules'
  | 'eventStart'
  | 'eventEnd'
  | 'bookingStart'
  | 'bookingEnd'
>

export type RequestedRules = Pick<SlotRequest, 'duration' | 'linkRules' | 'host'> & { event: SlotEvent }

/** An event, what counts for it, and the one-off link it is booked with. */
export interface Bookable {
  event: EventRow
  host: HostRules
  link: EventLinkRow | null
}

/**
 * A new booking, by default with the event's duration. Throws `validation_failed` for a duration that isn't offered.
 */
export function newSlotRequest({ event, host, link }: Bookable, duration?: number): SlotRequest {
  const linkRules = link?.rules
  if (duration !== undefined && !offeredDurations(event, linkRules).includes(duration)) {
    throw invalid({ duration: ruleMessages.notOffered })
  }
  return { event, host, linkRules, duration: duration ?? defaultDuration(event, linkRules) }
}

type MovedBooking = Pick<BookingRow, 'id' | 'hostId' | 'startAt' | 'endAt' | 'linkId'>

/**
 * Another time for a booking. It keeps its length if the event still offers that, and the rules of the link it was made
 * with.
 */
export async function slotRequestForMove(
  db: Db | Tx,
  event: EventRow,
  booking: MovedBooking,
): Promise<SlotRequest> {
  const linkRules = await readLinkRules(db, booking)
  const own = (booking.endAt - booking.startAt) / MINUTE
  const duration = offeredDurations(event, linkRules).includes(own) ? own : defaultDuration(event, linkRules)
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
