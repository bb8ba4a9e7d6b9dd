import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { isOffered } from '../../availability/slots.ts'
import type { bookingInput } from '../../contract/booking.ts'
import { assertInGoodStanding } from '../billing/assert-in-good-standing.ts'
import { bringUpToDate } from '../calendars/mirror/freshness.ts'
import { horizon } from '../calendars/mirror/pull.ts'
import { presentFields, readUsedCollections } from '../custom-fields/used-collections.ts'
import { bookings, events, hosts } from '../db/schema.ts'
import { EXCLUSION_VIOLATION, sqlState, type Tx } from '../db/open.ts'
import { queueMails } from '../emails/queue-mails.ts'
import type { Handler } from '../endpoint.ts'
import { eventNotFound, slotNotFound } from '../errors.ts'
import type { EventRow } from '../events/event-view.ts'
import { assertAccepting, findEventByLink } from '../events/find-public-event.ts'
import { isEvent } from '../events/save-event.ts'
import { hashOfRequest, keyReused } from '../idempotency.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { assertAttemptsLeft, countAttempt } from '../rate-limit.ts'
import { bookedCollections } from './booked-collections.ts'
import { searchTexts } from './search-text.ts'
import { rulesOf, slotRules } from './slot-rules.ts'

const MINUTE = 60_000

export const createBooking: Handler<'createBooking'> = async ({ deps, query, body, headers, request }) => {
  const { event } = await findEventByLink(deps.db, query.bookingUrlId)
  const idempotencyKey = headers['idempotency-key'] ?? null
  const requested = {
    ...body,
    address: request.ip,
    idempotencyKey,
    requestHash: hashOfRequest([event.id, body]),
  }
  const start = Date.parse(body.startUTC)
  // A repeated request is answered from what the first one did, whatever has changed since.
  const earlier = await findEarlier(deps.db, event.hostId, requested)
  if (earlier) return { id: earlier }
  await assertAttemptsLeft(deps, request.ip)
  assertAccepting(event)
  await assertInGoodStanding(deps, event.hostId)

  // Google is asked only for what could be a slot, and for nothing beyond what its calendar is mirrored for.
  const until = start + (event.duration + event.bufferTime) * MINUTE
  const isPossible = isOffered(rulesOf(event, [], deps.now()), start)
  if (!isPossible || until > horizon(deps.now())) throw slotNotFound()
  await bringUpToDate(deps, event, until)
  const id = await deps.db
    .transaction((tx) => book(tx, event, start, requested, deps.now))
    .catch((error: unknown) => {
      throw sqlState(error) === EXCLUSION_VIOLATION ? slotNotFound() : error
    })
  deps.wake()
  return { id }
}

type Requested = z.output<typeof bookingInput> & {
  address: string
  idempotencyKey: string | null
  requestHash: string
}

/** Checks and books under the lock of the host's row, so that whoever comes second sees what the first has done. */
async function book(
  tx: Tx,
  { hostId, id: eventId }: EventRow,
  start: number,
  requested: Requested,
  clock: () => number,
) {
  await tx.select({ id: hosts.id }).from(hosts).where(eq(hosts.id, hostId)).for('no key update')
  const earlier = await findEarlier(tx, hostId, requested)
  if (earlier) return earlier

  const [event] = await tx
    .select()
    .from(events)
    .where(isEvent(events, hostId, eventId))
  if (!event || event.deletedAt !== null) throw eventNotFound()
  assertAccepting(event)
  const asked = presentFields(await readUsedCollections(tx, event))
  const customFields = bookedCollections(asked, requested.customFieldsCollections ?? [])
  const now = clock()
  const rules = await slotRules(tx, event, { start, end: start + 1 }, now)
  if (!isOffered(rules, start)) throw slotNotFound()

  const booking = {
    hostId,
    id: randomBytes(18).toString('base64url'),
    eventId,
    status: 'confirmed' as const,
    title: event.title,
    description: event.description,
    meetVia: event.meetVia,
    location: event.location,
    timezone: event.timezone,
    calendarId: event.calendarId,
    // Chosen here, so that an insert that is tried again makes no second entry: hex is within Google's base32hex.
    calendarEntryId: randomBytes(16).toString('hex'),
    fullName: requested.fullName,
    email: requested.email,
    inviteeTimezone: requested.timezone ?? null,
    inviteeHour12: requested.timeFormat ? requested.timeFormat === '12hour' : null,
    startAt: start,
    endAt: start + event.duration * MINUTE,
    idempotencyKey: requested.idempotencyKey,
    requestHash: requested.requestHash,
    customFields,
    createdAt: now,
    updatedAt: now,
  }
  await countAttempt(tx, { address: requested.address, now })
  await tx.insert(bookings).values({ ...booking, ...searchTexts(booking) })
  await enqueue(tx, { hostId, kind: 'syncCalendarEntry', payload: { bookingId: booking.id }, now })
  await queueMails(tx, { ...booking, sequence: 0 }, 'booked', now)
  return booking.id
}

/** What a request with the same key has booked. Throws `idempotency_key_reused` where that one asked for something else. */
async function findEarlier(
  db: Pick<Tx, 'select'>,
  hostId: string,
  { idempotencyKey, requestHash }: Requested,
) {
  if (idempotencyKey === null) return null
  const [earlier] = await db
    .select({ id: bookings.id, requestHash: bookings.requestHash })
    .from(bookings)
    .where(and(eq(bookings.hostId, hostId), eq(bookings.idempotencyKey, idempotencyKey)))
  if (!earlier) return null
  if (earlier.requestHash !== requestHash) {
    throw keyReused()
  }
  return earlier.id
}
