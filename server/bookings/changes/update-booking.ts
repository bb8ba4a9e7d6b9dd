import { isDeepStrictEqual } from 'node:util'
import { MINUTE } from '../../../availability/units.ts'
import { isOffered } from '../../../availability/slots.ts'
import type { bookingChange } from '../../../contract/bookings/booking.schema.ts'
import { messages } from '../../../contract/errors.ts'
import { bookingMessages } from '../../../contract/bookings/booking-messages.ts'
import type { z } from 'zod'
import { presentFields, readUsedCollections } from '../../custom-fields/used-collections.ts'
import type { Tx } from '../../db/database.ts'
import { type BookingRow, bookings } from '../../db/tables/bookings.ts'
import type { EventRow } from '../../db/tables/events.ts'
import type { Handler } from '../../http/endpoint.ts'
import { AppError, invalid, slotNotFound } from '../../http/errors.ts'
import { assertAccepting } from '../../events/find-public-event.ts'
import { countAttempt, countTry } from '../../http/attempts.ts'
import { agreedOffsets } from '../agreed-offsets.ts'
import { assertNoOverlap, requireUpcoming } from '../slots/book-anyway.ts'
import { bookedCollections, mergeAnswers, withTouched } from '../booked-collections.ts'
import { relistCopies } from '../calendar-entries/relist-copies.ts'
import { assertConfirmed, assertMayChange, whereBooking, lockForTeam } from '../lock-booking.ts'
import { isOfTeam } from '../open-booking.ts'
import type { Actor } from '../../../contract/bookings/booking-actors.ts'
import { assertPersonHasRoom } from '../slots/person-limit.ts'
import { commitChange, recordChange } from '../record-change.ts'
import { countRecipients } from '../../emails/recipient-limit.ts'
import {
  assertStillCovered,
  CheckOutdated,
  hasOtherCalendars,
  requireBookable,
  untilCheckHolds,
} from '../slots/require-bookable.ts'
import { searchTexts } from '../lists/search-text.ts'
import { slotRequestForMove, readLinkRules, type SlotRequest } from '../slots/slot-request.ts'
import { slotRules } from '../slots/read-slot-rules.ts'
import { buffersOf } from '../../events/buffers.ts'

/**
 * Moves a booking, or changes its name, email or answers. It keeps its id, and its old slot is free immediately. Guests
 * and members can only move it; the rest of their request is ignored.
 */
export const updateBooking: Handler<'updateBooking'> = async ({ deps, caller, params, body, request }) => {
  const { db, now } = deps
  const lockForChange = async (tx: Tx) => {
    const locked = await lockForTeam(tx, params.id, caller?.hostId)
    assertConfirmed(locked.booking)
    assertMayChange(locked, 'allowUsersToEdit', now())
    return locked
  }
  // Checked before the calendar is synced, and once more under the lock below.
  const { actor, ...first } = await db.transaction(lockForChange)
  let { booking, event } = first
  if (actor.role === 'invitee') assertNamed(body)
  const { ip: address } = request
  if (!isOfTeam(actor)) await countTry(db, { address, eventId: booking.eventId, now: now() })
  const require = movesAnyway(actor, body) ? requireUpcoming : requireBookable
  await untilCheckHolds(async () => {
    const start = wantedStart(booking, body)
    const isMove = booking.startAt !== start
    if (isMove) {
      assertAccepting(event)
      await require(deps, await slotRequestForMove(db, event, booking), start)
    }
    await commitChange(deps, async (tx) => {
      const locked = await lockForChange(tx)
      const asked = event
      ;({ booking, event } = locked)
      const isStillMove = booking.startAt !== wantedStart(booking, body)
      if (isStillMove && (!isMove || hasOtherCalendars(asked, event))) throw new CheckOutdated()
      if (!isOfTeam(locked.actor)) await countAttempt(tx, { address, now: now() })
      await change(tx, locked, body, now())
    })
  })
  return { id: params.id }
}

type Change = z.output<typeof bookingChange>

/** When the booking will start. Throws an error if somebody else has moved it. */
function wantedStart({ startAt }: BookingRow, { startUTC, previousStartUTC }: Change): number {
  if (previousStartUTC === undefined || startAt === startUTC) return startUTC
  if (startUTC === previousStartUTC) return startAt
  if (startAt !== previousStartUTC) throw new AppError('edit_conflict', messages.bookingMoved)
  return startUTC
}

/** Whether the host moves a booking to a time that isn't offered. */
const movesAnyway = ({ role }: Actor, { bookAnyway }: Change) => role === 'host' && bookAnyway === true

/** Whether someone may choose the time and nothing else. */
const movesOnly = ({ role }: Actor) => role === 'guest' || role === 'member'

/** Only the invitee has to send name and email. */
function assertNamed({ fullName, email }: Change): void {
  const fields = {
    ...(fullName === undefined && { fullName: bookingMessages.fullName }),
    ...(email === undefined && { email: bookingMessages.email }),
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

async function change(
  tx: Tx,
  { booking, event, actor }: Awaited<ReturnType<typeof lockForTeam>>,
  body: Change,
  now: number,
): Promise<void> {
  const start = wantedStart(booking, body)
  const isMove = start !== booking.startAt
  const details = movesOnly(actor) ? null : await detailsOf(tx, booking, event, body)
  const viewing = actor.role === 'invitee' ? viewingOf(booking, body) : {}
  const slot = isMove
    ? await newSlot(tx, booking, event, { start, isAnyway: movesAnyway(actor, body) }, now)
    : {}
  const next = { ...details, ...slot }
  const isSame = Object.entries(next).every(([name, value]) =>
    isDeepStrictEqual(booking[name as keyof BookingRow], value),
  )
  // Nobody is notified if nothing changed: the request was repeated after a lost answer, or on another device.
  if (isSame) {
    if (actor.role === 'invitee') await tx.update(bookings).set(viewing).where(whereBooking(booking))
    return
  }
  const email = details?.email ?? booking.email
  if (actor.role === 'invitee' && event && isOther(email, booking.email)) {
    const linkRules = await readLinkRules(tx, booking)
    await assertPersonHasRoom(tx, { event, linkRules }, email, now)
  }
  await countChangedAddress(tx, booking, { email, by: actor }, now)
  const [changed] = await tx
    .update(bookings)
    .set({
      ...next,
      ...viewing,
      ...(isMove && agreedOffsets({ ...booking, ...viewing, startAt: start })),
      ...searchTexts({ ...booking, ...details }),
      sequence: booking.sequence + 1,
      updatedAt: now,
    })
    .where(whereBooking(booking))
    .returning()
  await recordChange(tx, changed!, { kind: 'changed', before: booking, by: actor }, now)
}

/** The invitee's zone and clock. What a new zone's clock shows counts as agreed. */
function viewingOf(booking: BookingRow, { timezone, timeFormat }: Change) {
  const inviteeTimezone = timezone ?? booking.inviteeTimezone
  const { inviteeAgreedOffset } =
    inviteeTimezone === booking.inviteeTimezone ? booking : agreedOffsets({ ...booking, inviteeTimezone })
  const inviteeHour12 = timeFormat ? timeFormat === '12hour' : booking.inviteeHour12
  return { inviteeTimezone, inviteeAgreedOffset, inviteeHour12 }
}

/** The invitee's name, email and answers after a change. */
async function detailsOf(tx: Tx, booking: BookingRow, event: EventRow | null, body: Change) {
  const touched = body.touched && new Set(body.touched)
  const textOf = (name: 'fullName' | 'email') =>
    touched?.has(name) === false ? booking[name] : (body[name] ?? booking[name])
  const customFields = body.customFieldsCollections
    ? mergeAnswers(
        booking.customFields,
        bookedCollections(
          event ? presentFields(await readUsedCollections(tx, event)) : [],
          touched
            ? withTouched(body.customFieldsCollections, booking.customFields, touched)
            : body.customFieldsCollections,
          booking.customFields,
        ),
      )
    : booking.customFields
  return { fullName: textOf('fullName'), email: textOf('email'), customFields }
}

const isOther = (email: string, former: string) => email.toLowerCase() !== former.toLowerCase()

/** A new address of the invitee may be somebody else's, and its predecessor gets an email about it. */
async function countChangedAddress(
  tx: Tx,
  booking: BookingRow,
  { email, by }: { email: string; by: Actor },
  now: number,
): Promise<void> {
  if (!isOther(email, booking.email)) return
  const allowance = by.role === 'host' ? 'host' : 'corrections'
  await countRecipients(tx, booking, { emails: [email], allowance, former: [booking.email] }, now)
}

async function assertOffered(tx: Tx, asked: SlotRequest, start: number, now: number): Promise<void> {
  await assertStillCovered(tx, asked, { start, now })
  if (!isOffered(await slotRules(tx, asked, { start, end: start + 1 }, now), start)) throw slotNotFound()
}

/** Throws an error if the event takes no bookings or doesn't offer the slot to this one. */
async function newSlot(
  tx: Tx,
  booking: BookingRow,
  event: EventRow | null,
  { start, isAnyway }: { start: number; isAnyway: boolean },
  now: number,
) {
  assertAccepting(event)
  const asked = await slotRequestForMove(tx, event, booking)
  if (isAnyway) await assertNoOverlap(tx, asked, start)
  else await assertOffered(tx, asked, start, now)
  if (booking.entryRemovedAt !== null) await relistCopies(tx, booking)
  return {
    startAt: start,
    endAt: start + asked.duration * MINUTE,
    ...buffersOf(asked),
    meetVia: event.meetVia,
    location: event.location,
    // The link of the previous call is useless for another meeting type.
    meetingUrl: event.meetVia === booking.meetVia ? booking.meetingUrl : null,
    videoCallFailedAt: event.meetVia === booking.meetVia ? booking.videoCallFailedAt : null,
    entryRemovedAt: null,
    entryDivergedAt: null,
  }
}
