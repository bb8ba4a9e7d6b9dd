import { and, eq, isNull } from 'drizzle-orm'
import { MINUTE } from '../../../availability/units.ts'
import type { Interval } from '../../../availability/interval.ts'
import { offeredStarts } from '../../../availability/slots.ts'
import { unchangedUntil } from '../../../availability/unchanged-until.ts'
import type { Slot } from '../../../contract/events/slot.schema.ts'
import type { Deps } from '../../adapters/deps.ts'
import { assertInGoodStanding } from '../../billing/assert-in-good-standing.ts'
import type { CheckingEvent } from '../../calendars/checked-calendars.ts'
import { requireFreshMirrors } from '../../calendars/mirror/freshness.ts'
import { mirrorHorizon } from '../../calendars/mirror-key.ts'
import type { Db } from '../../db/database.ts'
import { hosts } from '../../db/tables/hosts.ts'
import { type BookingRow, bookings } from '../../db/tables/bookings.ts'
import { type EventRow, events } from '../../db/tables/events.ts'
import type { Handler } from '../../http/endpoint.ts'
import { bookingNotConfirmed, notFound } from '../../http/errors.ts'
import { findLink } from '../../events/one-off-links/find-link.ts'
import { assertAccepting } from '../../events/find-public-event.ts'
import { errorSummary } from '../../http/error-summary.ts'
import { hostRevision } from '../../http/kept-answers/host-revisions.ts'
import { hostRules } from '../../schedules/event-hours.ts'
import { isId } from '../../db/ids.ts'
import { slotRequestForMove, newSlotRequest, type SlotRequest } from './slot-request.ts'
import { whereBooking } from '../lock-booking.ts'
import { findOpened, findShared } from '../open-booking.ts'
import { startBounds } from './start-bounds.ts'
import { reachOf, slotRules } from './read-slot-rules.ts'
import { requestedRange } from '../../http/requested-range.ts'

/** Shorter than a provider lets mirrors be old before they are synced again. */
const LOOK_MS = 2000

export const listSlots: Handler<'listSlots'> = async ({ deps, caller, params, query, keep }) => {
  const range = requestedRange(query)
  if (!isId(params.id)) throw notFound()
  const [found] = await deps.db
    .select({ event: events, host: hostRules, revision: hostRevision })
    .from(events)
    .innerJoin(hosts, eq(hosts.id, events.hostId))
    .where(and(eq(events.id, params.id), isNull(events.deletedAt), isNull(hosts.deletedAt)))
  if (!found) throw notFound()
  const { event } = found
  assertAccepting(event)
  await assertInGoodStanding(deps, event.hostId)
  const shared = query.bookingId ? await findShared(deps.db, query.bookingId, caller?.hostId) : null
  const openedWith = shared?.bookingId ?? query.bookingId
  const booking = openedWith === undefined ? null : await findBookingOf(deps.db, event, openedWith)
  if (booking?.status === 'confirmed')
    return slotsOf(deps, await slotRequestForMove(deps.db, event, booking), range)
  const link = query.bookingUrlId ? await findLink(deps, event, query.bookingUrlId) : null
  if (event.rules.linksOnly && link === null && caller?.hostId !== event.hostId)
    throw booking === null ? notFound() : bookingNotConfirmed()
  const offer = await offerOf(deps, newSlotRequest({ ...found, link }, query.duration), range)
  // A one-off link can expire.
  if (link === null && openedWith === undefined) {
    const { hostId, calendarId, checkedCalendars } = event
    const onUse = watching(deps, { hostId, calendarId, checkedCalendars }, offer.needed)
    keep({ hostId: event.hostId, revision: found.revision, until: offer.until, onUse })
  }
  return offer.slots
}

/**
 * What using an answer again does instead of asking for it: look after the calendars it comes from, every few seconds.
 * It is kept as long as the answer, so it is given no more of the event than it needs.
 */
function watching(deps: Deps, event: CheckingEvent, until: number): () => void {
  let lookedAt = deps.now()
  return () => {
    if (deps.now() - lookedAt < LOOK_MS) return
    lookedAt = deps.now()
    // If a calendar can't be trusted anymore, the next request learns about it.
    requireFreshMirrors(deps, event, until).catch((error: unknown) => {
      deps.log.warn({ hostId: event.hostId, reason: errorSummary(error) }, 'looking after calendars failed')
    })
  }
}

/** The booking of the event that an id or the token of a guest's link opens; null if that opens none. */
export async function findBookingOf(db: Db, event: EventRow, openedWith: string): Promise<BookingRow | null> {
  const opened = await findOpened(db, openedWith)
  if (opened === null) return null
  const [booking] = await db
    .select()
    .from(bookings)
    .where(whereBooking({ hostId: opened.hostId, id: opened.bookingId }))
  return booking?.eventId === event.id ? booking : null
}

/** What is asked for when that booking is moved; null if it isn't confirmed either. */
export async function findMoved(db: Db, event: EventRow, openedWith: string): Promise<SlotRequest | null> {
  const booking = await findBookingOf(db, event, openedWith)
  return booking?.status === 'confirmed' ? slotRequestForMove(db, event, booking) : null
}

/** The slots that start in `range` (epoch milliseconds, end exclusive). */
export const slotsOf = async (deps: Deps, asked: SlotRequest, range: Interval): Promise<Slot[]> =>
  (await offerOf(deps, asked, range)).slots

/**
 * The slots that start in `range`, and until when they are the ones unless something is changed. `needed`: up to when
 * calendars have to be known for that, which is no further than the rules can offer anything.
 */
async function offerOf(
  deps: Deps,
  asked: SlotRequest,
  range: Interval,
): Promise<{ slots: Slot[]; until: number; needed: number }> {
  const { event, duration } = asked
  const now = deps.now()
  const needed = Math.min(range.end, startBounds(asked, now).last + 1)
  const none = { slots: [], until: now, needed }
  if (range.end <= now || range.start >= mirrorHorizon(now)) return none
  const known = await requireFreshMirrors(deps, event, needed)
  const end = Math.min(range.end, known.until - reachOf(asked).after)
  if (end <= range.start) return none
  const answerable = { start: range.start, end }
  const rules = await slotRules(deps.db, asked, answerable, now)
  const starts = offeredStarts({ ...rules, range: answerable })
  return {
    slots: starts.map((start) => slotView(start, duration)),
    until: Math.min(unchangedUntil(rules, starts), known.trustedUntil),
    needed,
  }
}

/** `duration` in minutes. */
export const slotView = (start: number, duration: number): Slot => ({
  startUtc: new Date(start).toISOString(),
  endUtc: new Date(start + duration * MINUTE).toISOString(),
})
