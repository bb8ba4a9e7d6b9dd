import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { MINUTE } from '../../../availability/units.ts'
import { isOffered } from '../../../availability/slots.ts'
import { messages } from '../../../contract/errors.ts'
import type { bookingInput } from '../../../contract/bookings/booking.schema.ts'
import { presentFields, readUsedCollections } from '../../custom-fields/used-collections.ts'
import { lockHost } from '../../db/lock-host.ts'
import type { Tx } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { withoutWaiting } from '../../db/last-writes.ts'
import { prepared } from '../../db/prepared.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { events } from '../../db/tables/events.ts'
import { newLinkToken } from '../../adapters/link-token.ts'
import type { Handler } from '../../http/endpoint.ts'
import { toIso } from '../../http/iso.ts'
import { AppError, eventNotFound, slotNotFound } from '../../http/errors.ts'
import { countLinkUse } from '../../events/one-off-links/find-link.ts'
import {
  assertAccepting,
  assertOpenLink,
  findEventByAnyLink,
  type Found,
} from '../../events/find-public-event.ts'
import {
  claimIdempotencyKey,
  findEarlierResult,
  hashRequest,
  type IdempotentRequest,
} from '../../http/idempotency.ts'
import { copyEventLabels } from '../../labels/add-labels.ts'
import { isEventLabeled } from '../../labels/labeled.ts'
import { countAttempt, countTry } from '../../http/attempts.ts'
import { hostRules } from '../../schedules/event-hours.ts'
import { agreedOffsets } from '../agreed-offsets.ts'
import { newSlotRequest, type SlotRequest } from '../slots/slot-request.ts'
import { assertNoOverlap, requireUpcoming } from '../slots/book-anyway.ts'
import { bookedCollections } from '../booked-collections.ts'
import { addGuests, newcomers } from '../guests/guests.ts'
import { hostActor, inviteeActor } from '../open-booking.ts'
import type { Actor } from '../../../contract/bookings/booking-actors.ts'
import { assertPersonHasRoom } from '../slots/person-limit.ts'
import { commitChange, recordChange } from '../record-change.ts'
import { admitRecipients } from '../../emails/recipient-limit.ts'
import {
  assertStillCovered,
  CheckOutdated,
  hasOtherCalendars,
  requireBookable,
  untilCheckHolds,
} from '../slots/require-bookable.ts'
import { searchTexts } from '../lists/search-text.ts'
import { type BusyTimes, readBusyTimes, slotRules } from '../slots/read-slot-rules.ts'
import { buffersOf } from '../../events/buffers.ts'

export const createBooking: Handler<'createBooking'> = async ({
  deps,
  caller,
  query,
  body,
  headers,
  request,
}) => {
  const isByHost = body.byHost === true
  const count = (eventId: string | null) =>
    isByHost ? undefined : countTry(deps.db, { address: request.ip, eventId, now: deps.now() })
  const seen = await findEventByAnyLink(deps.db, query.bookingUrlId).catch(async (error: unknown) => {
    await count(null)
    throw error
  })
  const { event, link } = seen
  const [counted] = await Promise.allSettled([count(event.id)])
  if (isByHost && caller?.hostId !== event.hostId) throw new AppError('forbidden', messages.hostOnly)
  const isAnyway = isByHost && body.bookAnyway === true
  const require = isAnyway ? requireUpcoming : requireBookable
  const idempotent = {
    hostId: event.hostId,
    operation: 'createBooking' as const,
    // Invitees have nothing else to be known by.
    caller: event.id,
    key: headers['idempotency-key'],
    hash: hashRequest([link?.id ?? event.id, { ...body, startUTC: toIso(body.startUTC) }]),
  }
  const id = await untilCheckHolds(async (round) => {
    const current = round === 0 ? seen : await findEventByAnyLink(deps.db, query.bookingUrlId)
    try {
      if (counted.status === 'rejected') throw counted.reason
      // Hosts can book an event for one-off links only without one.
      if (!isByHost || current.link) assertOpenLink(current, deps.now())
      await require(deps, newSlotRequest(current, body.selectedDuration), body.startUTC)
    } catch (error) {
      // Perhaps the slot was taken by this very request, sent twice. It then gets the first one's response.
      const earlier = await findEarlierResult(deps.db, idempotent)
      if (earlier !== null) return earlier
      throw error
    }
    return commitChange(deps, (tx) =>
      book(tx, current, {
        input: body,
        actor: isByHost ? hostActor : inviteeActor,
        address: request.ip,
        isAnyway,
        idempotent,
        clock: deps.now,
      }),
    )
  })
  return { id }
}

interface BookingRequest {
  input: z.output<typeof bookingInput>
  actor: Actor
  /** The client's address. */
  address: string
  /** Whether the host books a time that isn't offered. */
  isAnyway: boolean
  idempotent: IdempotentRequest
  clock: () => number
}

const findEvent = prepared((db) =>
  db
    .select({ event: events, host: hostRules, isLabeled: isEventLabeled(db) })
    .from(events)
    .where(and(eq(events.hostId, sql.placeholder('hostId')), eq(events.id, sql.placeholder('eventId')))),
)

/** Checks and books under the lock of the host's row, so that a concurrent request sees what this one did. */
async function book(
  tx: Tx,
  seen: Found,
  { input, actor, address, isAnyway, idempotent, clock }: BookingRequest,
): Promise<string> {
  const { hostId, id: eventId } = seen.event
  const id = newLinkToken()
  const start = input.startUTC
  // Sent together, and answered in this order: the lock first.
  const [{ isClosed }, earlier, [found], used, seenBusy] = await Promise.all([
    lockHost(tx, hostId),
    claimIdempotencyKey(tx, idempotent, { createdId: id, now: clock() }),
    findEvent(tx, { hostId, eventId }),
    readUsedCollections(tx, seen.event),
    readBusyTimes(tx, newSlotRequest(seen, input.selectedDuration), { start, end: start + 1 }),
  ])
  // Perhaps while the calendar was asked.
  if (isClosed) throw eventNotFound()
  if (earlier !== null) return earlier
  // Read under the lock: waiting for it may have taken a while.
  const now = clock()

  const event = found?.event
  assertAccepting(event)
  if (hasOtherCalendars(seen.event, event)) throw new CheckOutdated()
  const link = seen.link && (await countLinkUse(tx, seen.link))
  if (actor.role !== 'host' || link) assertOpenLink({ event, link }, now)
  const customFields = bookedCollections(presentFields(used), input.customFieldsCollections ?? [])
  const asked = newSlotRequest({ event, host: found!.host, link }, input.selectedDuration)
  if (isAnyway) await assertNoOverlap(tx, asked, start)
  else await assertOffered(tx, asked, { start, email: input.email, now, seenBusy })
  if (actor.role !== 'host') await countAttempt(tx, { address, now })

  const booking = {
    hostId,
    id,
    eventId,
    status: 'confirmed' as const,
    title: event.title,
    description: event.description,
    meetVia: event.meetVia,
    location: event.location,
    timezone: event.timezone,
    calendarId: event.calendarId,
    // Chosen here, so that a retried insert creates no second entry. Hex is a subset of the base32hex that Google
    // accepts.
    calendarEntryId: randomBytes(16).toString('hex'),
    fullName: input.fullName,
    email: input.email,
    inviteeTimezone: input.timezone ?? null,
    inviteeHour12: input.timeFormat ? input.timeFormat === '12hour' : null,
    startAt: start,
    endAt: start + asked.duration * MINUTE,
    ...buffersOf(asked),
    linkId: link?.id ?? null,
    customFields,
    meetingUrl: null,
    videoCallFailedAt: null,
    createdAt: now,
    updatedAt: now,
  }
  const row = { ...booking, ...agreedOffsets(booking), ...searchTexts(booking) }
  withoutWaiting(tx, insertRows(tx, bookings, [row]))
  if (found!.isLabeled) await copyEventLabels(tx, booking)
  const guests = input.guests ? await newcomers(tx, booking, input.guests) : []
  await addGuests(tx, booking, { emails: guests, includesAnswers: false }, now)
  // The host brought the invitee's address in, so it counts like a guest's, and its emails can be stopped.
  const recipients = actor.role === 'host' ? [input.email, ...guests] : guests
  const allowance = actor.role === 'host' ? 'host' : 'guests'
  const refusals = await admitRecipients(tx, booking, { emails: recipients, allowance }, now)
  const heldUntil = new Map(refusals.map(({ email, until }) => [email, until]))
  await recordChange(tx, { ...booking, sequence: 0 }, { kind: 'booked', guests, heldUntil, by: actor }, now)
  return id
}

async function assertOffered(
  tx: Tx,
  asked: SlotRequest,
  { start, email, now, seenBusy }: { start: number; email: string; now: number; seenBusy: BusyTimes },
): Promise<void> {
  await assertStillCovered(tx, asked, { start, now })
  const rules = await slotRules(tx, asked, { start, end: start + 1 }, now, seenBusy)
  if (!isOffered(rules, start)) throw slotNotFound()
  await assertPersonHasRoom(tx, asked, email, now)
}
