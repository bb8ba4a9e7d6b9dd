import { setTimeout as delay } from 'node:timers/promises'
import { begin, end, type BookableEvent, type Booking, type Operation } from './history.ts'
import { anySlot, daysOf, weekOf } from './hosts.ts'
import { checkCalendarWasHeeded } from './checks/heeded-entries.ts'
import type { Random } from './random.ts'
import { send } from './request.ts'
import type { Round } from './round.ts'

const MAX_RETRIES = 8
const RETRY_PAUSE_MS = 250
/** Stays below the limit of addresses that a new host may mail in a day. */
const MAX_GUESTS_PER_HOST = 15

const randomEvent = (round: Round, random: Random): BookableEvent =>
  random.pick(random.pick(round.hosts).events)

/** Sometimes the client is gone before the answer. */
const dropAfter = (random: Random) => (random.chance(0.08) ? random.integer(1, 60) : null)

/** One to three clients want the same slot, and one of them may send its request twice at once. */
export async function book(round: Round, random: Random): Promise<void> {
  const event = randomEvent(round, random)
  const start = anySlot(random, event, round.base)
  const rivals = random.chance(0.2) ? 3 : 1
  await Promise.all(
    Array.from({ length: rivals }, async () => {
      const booking = newBooking(round, random, event)
      const isTwice = random.chance(0.1)
      const retries = random.chance(0.7) ? MAX_RETRIES : 0
      await Promise.all([
        bookAs(round, random, booking, start),
        isTwice && bookAs(round, random, booking, start),
      ])
      for (let count = 0; count < retries && !hasAnswer(booking); count++) {
        await delay(RETRY_PAUSE_MS)
        await bookAs(round, random, booking, start)
      }
      booking.isInUse = false
    }),
  )
}

function newBooking(round: Round, random: Random, event: BookableEvent): Booking {
  const key = random.digits(24)
  const booking: Booking = {
    key,
    email: `invitee-${key}@example.net`,
    event,
    id: null,
    operations: [],
    guests: [],
    knownStart: null,
    isCanceled: false,
    isInUse: true,
  }
  round.bookings.push(booking)
  return booking
}

const hasAnswer = ({ operations }: Booking) => operations.some(({ outcome }) => outcome !== 'unknown')

/** Asks for a booking by its key, whether that was done before or not. */
async function bookAs(round: Round, random: Random, booking: Booking, start: number): Promise<void> {
  const { event, key, email, id: idBefore } = booking
  const operation = begin(round.history, 'book', { booking, target: start })
  const reply = await send(
    round.installation,
    random,
    'createBooking',
    {
      query: { bookingUrlId: event.bookingUrlId },
      headers: { 'idempotency-key': key },
      body: { fullName: `Invitee ${key.slice(0, 6)}`, email, startUTC: new Date(start).toISOString() },
    },
    dropAfter(random),
  )
  end(operation, reply.outcome, reply.answer)
  if (reply.data && booking.id === null) {
    booking.id = reply.data.id
    booking.knownStart = start
    // An earlier request with this key, whose answer was lost, may be the one that made the booking.
    const { startedAt } = booking.operations.find(({ kind }) => kind === 'book')!
    checkCalendarWasHeeded(round, { ...operation, startedAt })
  }
  // A request that began before the booking was known may have lost against its twin.
  const isSame = reply.data ? reply.data.id === booking.id : idBefore === null || reply.outcome !== 'refused'
  if (isSame) return
  const detail = `The key ${key} made ${booking.id}, then was answered ${reply.data?.id ?? reply.answer}.`
  round.history.violations.push({ rule: 'one booking per key', detail, booking })
}

/** Repeats the request that made a booking, whatever became of that since. */
export async function retry(round: Round, random: Random): Promise<void> {
  const made = round.bookings.filter(({ id }) => id !== null)
  if (made.length === 0) return
  const booking = random.pick(made)
  const { target } = booking.operations.find(({ kind }) => kind === 'book')!
  await bookAs(round, random, booking, target!)
}

/** Runs `change` on a booking that is confirmed as far as the client knows; one client changes it at a time. */
async function withBooking(
  round: Round,
  random: Random,
  change: (booking: Booking, id: string) => Promise<unknown>,
): Promise<void> {
  const free = round.bookings.filter((one) => one.id !== null && !one.isCanceled && !one.isInUse)
  if (free.length === 0) return
  const booking = random.pick(free)
  booking.isInUse = true
  await change(booking, booking.id!)
  booking.isInUse = false
}

export const move = (round: Round, random: Random) =>
  withBooking(round, random, async (booking, id) => {
    const start = anySlot(random, booking.event, round.base)
    if (start !== booking.knownStart) await moveTo(round, random, booking, id, start)
  })

async function moveTo(round: Round, random: Random, booking: Booking, id: string, start: number) {
  const { key, email } = booking
  const operation = begin(round.history, 'move', { booking, target: start })
  const reply = await send(
    round.installation,
    random,
    'updateBooking',
    {
      params: { id },
      body: { fullName: `Invitee ${key.slice(0, 6)}`, email, startUTC: new Date(start).toISOString() },
    },
    dropAfter(random),
  )
  end(operation, reply.outcome, reply.answer)
  if (reply.outcome === 'unknown') booking.knownStart = null
  if (reply.outcome !== 'ok') return
  booking.knownStart = start
  checkCalendarWasHeeded(round, operation)
}

export const cancel = (round: Round, random: Random) => withBooking(round, random, cancelAs(round, random))

const cancelAs = (round: Round, random: Random) => async (booking: Booking, id: string) => {
  const operation = begin(round.history, 'cancel', { booking })
  const body = { canceledBy: 'invitee', canceledVia: 'confirmationPage', cancellationReason: 'Ill' }
  const reply = await send(
    round.installation,
    random,
    'cancelBooking',
    { params: { id }, body },
    dropAfter(random),
  )
  end(operation, reply.outcome, reply.answer)
  // Perhaps by an earlier request that had no answer.
  if (reply.outcome === 'ok' || reply.answer.includes('booking_not_confirmed')) booking.isCanceled = true
}

/** Moves and cancels a booking at the same time. */
export const moveAndCancel = (round: Round, random: Random) =>
  withBooking(round, random, async (booking, id) => {
    const start = anySlot(random, booking.event, round.base)
    await Promise.all([
      start !== booking.knownStart && moveTo(round, random, booking, id, start),
      cancelAs(round, random)(booking, id),
    ])
  })

export const invite = (round: Round, random: Random) =>
  withBooking(round, random, async (booking, id) => {
    const ofHost = round.bookings.filter(({ event }) => event.host === booking.event.host)
    if (ofHost.reduce((sum, { guests }) => sum + guests.length, 0) >= MAX_GUESTS_PER_HOST) return
    const guest = {
      email: `guest-${random.digits(16)}@example.net`,
      outcome: 'unknown' as Operation['outcome'],
    }
    booking.guests.push(guest)
    const operation = begin(round.history, 'invite', { booking })
    const body = { emails: [guest.email] }
    const reply = await send(
      round.installation,
      random,
      'inviteUsers',
      { params: { id }, body },
      dropAfter(random),
    )
    end(operation, reply.outcome, reply.answer)
    guest.outcome = reply.outcome
  })

/** The host changes the hours of an event. */
export async function editHours(round: Round, random: Random): Promise<void> {
  const event = randomEvent(round, random)
  if (event.isBeingEdited) return
  event.isBeingEdited = true
  const hours = random.pick(['long', 'long', 'short'] as const)
  const operation = begin(round.history, 'editHours')
  const reply = await send(round.installation, random, 'updateEvent', {
    token: event.host.token,
    params: { id: event.id },
    body: { weeklyAvailabilitySlots: weekOf(hours) },
  })
  end(operation, reply.outcome, reply.answer)
  if (reply.outcome !== 'refused') event.hours = reply.outcome === 'ok' ? hours : null
  event.isBeingEdited = false
}

export async function readSlots(round: Round, random: Random): Promise<void> {
  const operation = begin(round.history, 'readSlots')
  const { id } = randomEvent(round, random)
  const query = daysOf(round.base)
  const reply = await send(round.installation, random, 'listSlots', { params: { id }, query })
  end(operation, reply.outcome, reply.answer)
}
