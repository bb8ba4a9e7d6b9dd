import { isDeepStrictEqual } from 'node:util'
import { isOffered } from '../../availability/slots.ts'
import type { bookingInput } from '../../contract/booking.ts'
import type { z } from 'zod'
import { assertInGoodStanding } from '../billing/assert-in-good-standing.ts'
import { bringUpToDate } from '../calendars/mirror/freshness.ts'
import { horizon } from '../calendars/mirror/pull.ts'
import { presentFields, readUsedCollections } from '../custom-fields/used-collections.ts'
import { bookings } from '../db/schema.ts'
import { EXCLUSION_VIOLATION, sqlState, type Tx } from '../db/open.ts'
import { queueMails } from '../emails/queue-mails.ts'
import type { Handler } from '../endpoint.ts'
import { slotNotFound } from '../errors.ts'
import type { EventRow } from '../events/event-view.ts'
import { assertAccepting } from '../events/find-public-event.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { assertAttemptsLeft, countAttempt } from '../rate-limit.ts'
import { answeredAnew, bookedCollections } from './booked-collections.ts'
import {
  assertConfirmed,
  assertMayChange,
  type BookingRow,
  guestsOf,
  isBooking,
  lockBooking,
} from './lock-booking.ts'
import { searchTexts } from './search-text.ts'
import { rulesOf, slotRules } from './slot-rules.ts'

const MINUTE = 60_000

/** Moves a booking, or changes what is said in it. It keeps its id, and its old slot is free at once. */
export const updateBooking: Handler<'updateBooking'> = async ({ deps, host, params, body, request }) => {
  if (!host) await assertAttemptsLeft(deps, request.ip)
  const { db, now } = deps
  const start = Date.parse(body.startUTC)
  // What can be refused is refused before Google is asked, and asked again under the lock below.
  const { event, isMove } = await db.transaction(async (tx) => {
    const locked = await lockBooking(tx, params.id)
    assertConfirmed(locked.booking)
    assertMayChange(locked, host?.id, 'allowUsersToEdit', now())
    return { event: locked.event, isMove: locked.booking.startAt !== start }
  })
  if (isMove) {
    if (!event || event.deletedAt !== null) throw slotNotFound()
    assertAccepting(event)
    await assertInGoodStanding(deps, event.hostId)
    if (!isOffered(rulesOf(event, [], now()), start)) throw slotNotFound()
    const until = start + (event.duration + event.bufferTime) * MINUTE
    if (until > horizon(now())) throw slotNotFound()
    await bringUpToDate(deps, event, until)
  }
  await db
    .transaction(async (tx) => {
      const locked = await lockBooking(tx, params.id)
      assertConfirmed(locked.booking)
      assertMayChange(locked, host?.id, 'allowUsersToEdit', now())
      const address = host?.id === locked.booking.hostId ? null : request.ip
      await change(tx, locked.booking, locked.event, { ...body, address }, now())
    })
    .catch((error: unknown) => {
      throw sqlState(error) === EXCLUSION_VIOLATION ? slotNotFound() : error
    })
  deps.wake()
  return { id: params.id }
}

async function change(
  tx: Tx,
  booking: BookingRow,
  event: EventRow | null,
  body: z.output<typeof bookingInput> & { address: string | null },
  now: number,
): Promise<void> {
  const start = Date.parse(body.startUTC)
  const isMove = start !== booking.startAt
  const said = {
    fullName: body.fullName,
    email: body.email,
    customFields: body.customFieldsCollections
      ? answeredAnew(
          booking.customFields,
          bookedCollections(
            event ? presentFields(await readUsedCollections(tx, event)) : [],
            body.customFieldsCollections,
          ),
        )
      : booking.customFields,
  }
  const reading =
    body.address === null
      ? {}
      : {
          inviteeTimezone: body.timezone ?? booking.inviteeTimezone,
          inviteeHour12: body.timeFormat ? body.timeFormat === '12hour' : booking.inviteeHour12,
        }
  const slot = isMove ? await newSlot(tx, booking, event, start, now) : {}
  const next = { ...said, ...slot }
  const isSame = Object.entries(next).every(([name, value]) =>
    isDeepStrictEqual(booking[name as keyof BookingRow], value),
  )
  // Asked again after a lost answer, or on another device: nobody is told of what has not changed.
  if (isSame) {
    if (body.address !== null) await tx.update(bookings).set(reading).where(isBooking(booking))
    return
  }
  if (body.address !== null) await countAttempt(tx, { address: body.address, now })
  const [changed] = await tx
    .update(bookings)
    .set({
      ...next,
      ...reading,
      ...searchTexts({ ...booking, ...said }),
      sequence: booking.sequence + 1,
      updatedAt: now,
    })
    .where(isBooking(booking))
    .returning()
  await enqueue(tx, {
    hostId: booking.hostId,
    kind: 'syncCalendarEntry',
    payload: { bookingId: booking.id },
    now,
  })
  await queueMails(tx, changed!, 'changed', now, {
    emails: await guestsOf(tx, changed!),
    before: booking,
  })
}

/** Throws `slot_not_found` where the event does not offer the slot to this booking. */
async function newSlot(tx: Tx, booking: BookingRow, event: EventRow | null, start: number, now: number) {
  if (!event || event.deletedAt !== null) throw slotNotFound()
  assertAccepting(event)
  const rules = await slotRules(tx, event, { start, end: start + 1 }, now, booking.id)
  if (!isOffered(rules, start)) throw slotNotFound()
  return {
    startAt: start,
    endAt: start + event.duration * MINUTE,
    meetVia: event.meetVia,
    location: event.location,
    // The link of a call that is not held any more.
    meetingUrl: event.meetVia === booking.meetVia ? booking.meetingUrl : null,
    entryRemovedAt: null,
    entryApartAt: null,
  }
}
