import { and, asc, between, eq, exists, isNotNull, lte, or, sql } from 'drizzle-orm'
import { DAY } from '../../availability/units.ts'
import { allowances, type BookingAllowance } from '../../contract/bookings/rate-limits.ts'
import { recipientMessages } from '../../contract/bookings/booking-messages.ts'
import { bookingRecipients } from '../db/tables/recipients.ts'
import { type BookingRow, bookings } from '../db/tables/bookings.ts'
import type { Deps } from '../adapters/deps.ts'
import type { Tx } from '../db/database.ts'
import {
  addressesPerDay,
  countMails,
  type FindRefusal,
  lastDay,
  type Refusal,
  uncountMails,
  uniqueLowercase,
} from '../recipients/count-mails.ts'
import { hashEmail } from '../recipients/hash-email.ts'
import { AppError, notAllowed } from '../http/errors.ts'
import { countAttempt } from '../http/attempts.ts'
import { assertConfirmed } from '../bookings/lock-booking.ts'

interface RecipientRequest {
  emails: readonly string[]
  hostId: string | undefined
  /** The client's address. */
  address: string
  now: number
}

/**
 * The addresses that may be mailed about a locked booking, each once and in lowercase, counted against the limits.
 * Anyone with the booking's id may, while it is confirmed and upcoming. Throws `too_many_requests` beyond a limit.
 */
export async function takeRecipients(
  tx: Tx,
  booking: BookingRow,
  { emails, hostId, address, now }: RecipientRequest,
): Promise<string[]> {
  assertConfirmed(booking)
  if (booking.startAt <= now) throw notAllowed()
  if (hostId !== booking.hostId) await countAttempt(tx, { address, now })
  const recipients = uniqueLowercase(emails)
  const allowance = hostId === booking.hostId ? 'host' : 'guests'
  await countRecipients(tx, booking, { emails: recipients, allowance }, now)
  return recipients
}

interface Brought {
  emails: readonly string[]
  allowance: BookingAllowance
  /** Addresses of the booking that get an email as well. They count, but are never refused. */
  former?: readonly string[]
}

/**
 * Counts addresses that are mailed because somebody brought them into a booking, in the transaction that queues the
 * mails, so that a refused call counts nothing and several processes share the counts. Call it under the lock of the
 * host's row. Throws `too_many_requests` beyond a limit.
 */
export async function countRecipients(
  tx: Tx,
  booking: Pick<BookingRow, 'hostId' | 'id'>,
  brought: Brought,
  now: number,
): Promise<void> {
  const refusals = await admitRecipients(tx, booking, brought, now)
  if (refusals.length === 0) return
  const { message, until } = refusals.reduce((one, other) => (other.until > one.until ? other : one))
  throw new AppError('too_many_requests', message, {
    retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)),
    activity: { hostId: booking.hostId, kind: 'recipients_refused', details: {} },
  })
}

/** The same, but counts those that have room and returns the others. */
export async function admitRecipients(
  tx: Tx,
  { hostId, id: bookingId }: Pick<BookingRow, 'hostId' | 'id'>,
  { emails, allowance, former = [] }: Brought,
  now: number,
): Promise<Refusal[]> {
  const newcomers = uniqueLowercase(emails)
  if (newcomers.length === 0) return []
  const findRefusal = await countMails(tx, { hostId, allowance }, [...newcomers, ...former], now)
  const refusalOf = await roomFor(tx, { hostId, bookingId, allowance }, now)
  const refusals = newcomers.flatMap((email) => {
    const refusal = findRefusal(email) ?? refusalOf(email)
    return refusal ? [{ email, ...refusal }] : []
  })
  const refused = refusals.map(({ email }) => email)
  await uncountMails(tx, { hostId, allowance }, refused)
  const admitted = newcomers.filter((email) => !refused.includes(email))
  if (admitted.length === 0) return refusals
  await tx
    .insert(bookingRecipients)
    .values(
      admitted.map((email) => ({ hostId, bookingId, emailHash: hashEmail(email), mailedAt: now, allowance })),
    )
    .onConflictDoUpdate({
      target: [
        bookingRecipients.hostId,
        bookingRecipients.bookingId,
        bookingRecipients.emailHash,
        bookingRecipients.allowance,
      ],
      set: { mailedAt: now },
    })
  return refusals
}

/**
 * Returns a function that says whether the booking, and the host's day, have room for one more address, which then
 * takes it.
 */
async function roomFor(
  tx: Tx,
  { hostId, bookingId, allowance }: { hostId: string; bookingId: string; allowance: BookingAllowance },
  now: number,
): Promise<FindRefusal> {
  const limits = allowances[allowance]
  const perDay = await addressesPerDay(tx, hostId, limits, now)
  const [first, latest] = lastDay(now)
  const whereOfBooking = eq(bookingRecipients.bookingId, bookingId)
  const counted = await tx
    .select({
      emailHash: bookingRecipients.emailHash,
      mailedAt: bookingRecipients.mailedAt,
      isOfBooking: sql<boolean>`${whereOfBooking}`,
    })
    .from(bookingRecipients)
    .where(
      and(
        eq(bookingRecipients.hostId, hostId),
        eq(bookingRecipients.allowance, allowance),
        or(whereOfBooking, between(bookingRecipients.mailedAt, first, latest)),
      ),
    )
    .orderBy(asc(bookingRecipients.mailedAt))
  const ofBooking = new Set(counted.filter((row) => row.isOfBooking).map(({ emailHash }) => emailHash))
  // The latest email to each.
  const ofDay = new Map(
    counted
      .filter(({ mailedAt }) => mailedAt >= first && mailedAt <= latest)
      .map(({ emailHash, mailedAt }) => [emailHash, mailedAt]),
  )
  const forgottenAt = [...ofDay.values()].toSorted((a, b) => a - b).map((mailedAt) => mailedAt + DAY)
  return (email) => {
    const hash = hashEmail(email)
    // Nothing frees a booking's limit, so clients get a day as the time to wait.
    if (!ofBooking.has(hash) && ofBooking.size >= limits.addressesPerBooking)
      return { message: fullBooking[allowance](limits.addressesPerBooking), until: now + DAY }
    if (!ofDay.has(hash) && ofDay.size >= perDay)
      return { message: recipientMessages.tooManyToday(perDay), until: forgottenAt.shift() ?? now + DAY }
    ofBooking.add(hash)
    ofDay.set(hash, now)
    return null
  }
}

const fullBooking: Readonly<Record<BookingAllowance, (limit: number) => string>> = {
  guests: recipientMessages.tooManyGuests,
  corrections: recipientMessages.tooManyCorrections,
  host: recipientMessages.tooManyGuests,
}

/**
 * Removes the addresses of a booking that no longer count for the day. The others stay, so that nobody mails more
 * people by erasing.
 */
export async function forgetRecipients(
  tx: Tx,
  { hostId, bookingId }: { hostId: string; bookingId: string },
  now: number,
): Promise<void> {
  await tx
    .delete(bookingRecipients)
    .where(
      and(
        eq(bookingRecipients.hostId, hostId),
        eq(bookingRecipients.bookingId, bookingId),
        lte(bookingRecipients.mailedAt, now - DAY),
      ),
    )
}

/** The same for all bookings whose invitees have erased their data, once a day has passed. */
export async function removeErasedRecipients({ db, now }: Deps): Promise<void> {
  const erased = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.hostId, bookingRecipients.hostId),
        eq(bookings.id, bookingRecipients.bookingId),
        isNotNull(bookings.erasedAt),
      ),
    )
  await db.delete(bookingRecipients).where(and(lte(bookingRecipients.mailedAt, now() - DAY), exists(erased)))
}
