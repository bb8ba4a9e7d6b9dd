import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { isOffered } from '../../availability/slots.ts'
import { messages } from '../../contract/errors.ts'
import type { bookingInput } from '../../contract/booking.schema.ts'
import { presentFields, readUsedCollections } from '../custom-fields/used-collections.ts'
import { lockHost } from '../db/lock-host.ts'
import type { Tx } from '../db/database.ts'
import type { EventLinkRow } from '../db/schedule-schema.ts'
import { bookings, type EventRow, events } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { AppError, eventNotFound, slotNotFound } from '../errors.ts'
import { countLinkUse } from '../event-links/find-link.ts'
import { assertAccepting, assertOpenLink, findEventByLink } from '../events/find-public-event.ts'
import { isEvent } from '../events/save-event.ts'
import {
  claimIdempotencyKey,
  findEarlierResult,
  hashRequest,
  type IdempotentRequest,
} from '../idempotency.ts'
import { copyEventLabels } from '../labels/add-labels.ts'
import { isEventLabeled } from '../labels/labeled.ts'
import { countAttempt } from '../rate-limit.ts'
import { hostRules } from '../schedules/event-hours.ts'
import { agreedOffsets } from '../zone-changes/agreed-offsets.ts'
import { askedNew } from './asked-slots.ts'
import { assertNoOverlap, requireUpcoming } from './book-anyway.ts'
import { bookedCollections } from './booked-collections.ts'
import { type Actor, hostActor, inviteeActor } from './open-booking.ts'
import { assertPersonHasRoom } from './person-limit.ts'
import { commitChange, recordChange } from './record-change.ts'
import { countRecipients } from './recipient-limit.ts'
import { CalendarChanged, requireBookable, untilCalendarStays } from './require-bookable.ts'
import { searchTexts } from './search-text.ts'
import { type AskedSlots, slotRules } from './slot-rules.ts'

const MINUTE_MS = 60_000

export const createBooking: Handler<'createBooking'> = async ({
  deps,
  caller,
  query,
  body,
  headers,
  request,
}) => {
  const { event, link } = await findEventByLink(deps.db, query.bookingUrlId)
  const isHost = body.byHost === true
  if (isHost && caller?.hostId !== event.hostId) throw new AppError('forbidden', messages.hostOnly)
  const isAnyway = isHost && body.bookAnyway === true
  const require = isAnyway ? requireUpcoming : requireBookable
  const idempotent = {
    hostId: event.hostId,
    operation: 'createBooking' as const,
    // Invitees have nothing else to be known by.
    caller: event.id,
    key: headers['idempotency-key'],
    hash: hashRequest([link?.id ?? event.id, body]),
  }
  // A repeated request gets the first one's response, whatever has changed since.
  const earlier = await findEarlierResult(deps.db, idempotent)
  if (earlier !== null) return { id: earlier }
  if (!isHost) await countAttempt(deps.db, { address: request.ip, now: deps.now() })
  const id = await untilCalendarStays(async () => {
    const current = await findEventByLink(deps.db, query.bookingUrlId)
    try {
      // Hosts can book an event for one-off links only without one.
      if (!isHost || current.link) assertOpenLink(current, deps.now())
      await require(deps, askedNew(current, body.selectedDuration), Date.parse(body.startUTC))
    } catch (error) {
      // Perhaps the slot was taken by this very request, sent twice.
      const first = await findEarlierResult(deps.db, idempotent)
      if (first !== null) return first
      throw error
    }
    return commitChange(deps, (tx) =>
      book(tx, current.event, {
        link: current.link,
        input: body,
        actor: isHost ? hostActor : inviteeActor,
        isAnyway,
        idempotent,
        clock: deps.now,
      }),
    )
  })
  return { id }
}

interface BookingRequest {
  link: EventLinkRow | null
  input: z.output<typeof bookingInput>
  actor: Actor
  /** Whether the host books a time that isn't offered. */
  isAnyway: boolean
  idempotent: IdempotentRequest
  clock: () => number
}

/** Checks and books under the lock of the host's row, so that a concurrent request sees what this one did. */
async function book(
  tx: Tx,
  { hostId, id: eventId, calendarId }: EventRow,
  { link: seen, input, actor, isAnyway, idempotent, clock }: BookingRequest,
): Promise<string> {
  const { isClosed } = await lockHost(tx, hostId)
  // Perhaps while the calendar was asked.
  if (isClosed) throw eventNotFound()
  // Read under the lock: waiting for it may have taken a while.
  const now = clock()
  const id = randomBytes(18).toString('base64url')
  const earlier = await claimIdempotencyKey(tx, idempotent, { createdId: id, now })
  if (earlier !== null) return earlier

  const [found] = await tx
    .select({ event: events, host: hostRules, isLabeled: isEventLabeled(tx) })
    .from(events)
    .where(isEvent(events, hostId, eventId))
  const event = found?.event
  assertAccepting(event)
  if (event.calendarId !== calendarId) throw new CalendarChanged()
  const link = seen && (await countLinkUse(tx, seen))
  if (actor.role !== 'host' || link) assertOpenLink({ event, link }, now)
  const asked = presentFields(await readUsedCollections(tx, event))
  const customFields = bookedCollections(asked, input.customFieldsCollections ?? [])
  const start = Date.parse(input.startUTC)
  const slots = askedNew({ event, host: found!.host, link }, input.selectedDuration)
  if (isAnyway) await assertNoOverlap(tx, slots, start)
  else await assertOffered(tx, slots, { start, email: input.email, now })

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
    // Chosen here, so that a retried insert creates no second entry. Hex is a subset of the base32hex that Google accepts.
    calendarEntryId: randomBytes(16).toString('hex'),
    fullName: input.fullName,
    email: input.email,
    inviteeTimezone: input.timezone ?? null,
    inviteeHour12: input.timeFormat ? input.timeFormat === '12hour' : null,
    startAt: start,
    endAt: start + slots.duration * MINUTE_MS,
    linkId: link?.id ?? null,
    customFields,
    meetingUrl: null,
    videoCallFailedAt: null,
    createdAt: now,
    updatedAt: now,
  }
  await tx.insert(bookings).values({ ...booking, ...agreedOffsets(booking), ...searchTexts(booking) })
  if (found!.isLabeled) await copyEventLabels(tx, booking)
  // The host brought this address in, so it counts like a guest's, and its emails can be stopped.
  if (actor.role === 'host') await countRecipients(tx, booking, [input.email], now)
  await recordChange(tx, { ...booking, sequence: 0 }, { kind: 'booked', by: actor }, now)
  return id
}

async function assertOffered(
  tx: Tx,
  asked: AskedSlots,
  { start, email, now }: { start: number; email: string; now: number },
): Promise<void> {
  const rules = await slotRules(tx, asked, { start, end: start + 1 }, now)
  if (!isOffered(rules, start)) throw slotNotFound()
  await assertPersonHasRoom(tx, asked.event, email, now)
}
