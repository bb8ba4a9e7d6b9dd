import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { recipientLimits, recipientMessages } from '../../contract/booking-messages.ts'
import { bookingRecipients, recipientLimits as addressLimits } from '../db/recipient-schema.ts'
import { type BookingRow, hosts } from '../db/schema.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { hashEmail } from '../emails/hash-email.ts'
import { AppError, notAllowed } from '../errors.ts'
import { countAttempt } from '../rate-limit.ts'
import { assertConfirmed } from './lock-booking.ts'

const DAY_MS = 86_400_000

interface RecipientRequest {
  emails: readonly string[]
  hostId: string | undefined
  /** The client's address. */
  address: string
  now: number
}

/**
 * The addresses that may be mailed about a locked booking, each once and in lowercase, counted against the limits. Anyone
 * with the booking's id may, while it is confirmed and upcoming. Throws `too_many_requests` beyond a limit.
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
  await countRecipients(tx, booking, recipients, now)
  return recipients
}

/**
 * Counts addresses that are mailed because somebody brought them into a booking, in the transaction that queues the mails,
 * so that a refused call counts nothing and several processes share the counts. `former`: addresses of the booking that get
 * an email as well. Call it under the lock of the host's row. Throws `too_many_requests` beyond a limit.
 */
export async function countRecipients(
  tx: Tx,
  { hostId, id: bookingId }: Pick<BookingRow, 'hostId' | 'id'>,
  emails: readonly string[],
  now: number,
  former: readonly string[] = [],
): Promise<void> {
  if (emails.length === 0) return
  const hashes = uniqueLowercase(emails).map(hashEmail)
  await tx
    .insert(bookingRecipients)
    .values(hashes.map((emailHash) => ({ hostId, bookingId, emailHash, mailedAt: now })))
    .onConflictDoUpdate({
      target: [bookingRecipients.hostId, bookingRecipients.bookingId, bookingRecipients.emailHash],
      set: { mailedAt: now },
    })
  await assertBookingLimit(tx, hostId, bookingId)
  await assertHostLimit(tx, hostId, now)
  await countMails(tx, hostId, [...emails, ...former], now)
}

/** Nothing frees a booking's limit, so clients get a day as the time to wait. */
async function assertBookingLimit(tx: Tx, hostId: string, bookingId: string): Promise<void> {
  const count = await tx.$count(
    bookingRecipients,
    and(eq(bookingRecipients.hostId, hostId), eq(bookingRecipients.bookingId, bookingId)),
  )
  if (count > recipientLimits.guestsPerBooking) throw tooMany(hostId, recipientMessages.tooManyGuests, DAY_MS)
}

async function assertHostLimit(tx: Tx, hostId: string, now: number): Promise<void> {
  const [host] = await tx.select({ createdAt: hosts.createdAt }).from(hosts).where(eq(hosts.id, hostId))
  const isNew = host !== undefined && host.createdAt > now - DAY_MS
  const limit = isNew ? recipientLimits.perDayOfNewHost : recipientLimits.perDayOfHost
  const mailedAt = sql<string>`max(${bookingRecipients.mailedAt})`
  // The newest addresses, and one that would have to be forgotten before the next attempt.
  const newest = await tx
    .select({ mailedAt })
    .from(bookingRecipients)
    .where(and(eq(bookingRecipients.hostId, hostId), gt(bookingRecipients.mailedAt, now - DAY_MS)))
    .groupBy(bookingRecipients.emailHash)
    .orderBy(sql`${mailedAt} desc`)
    .limit(limit + 1)
  if (newest.length <= limit) return
  const until = new Date(newest.at(-1)!.mailedAt).getTime() + DAY_MS
  throw tooMany(hostId, recipientMessages.tooManyToday(limit), until - now)
}

/**
 * Counts mails to addresses, for all hosts together. Hosts share these rows, so they are locked in one order and after
 * everything else: two transactions never wait for each other.
 */
async function countMails(tx: Tx, hostId: string, emails: readonly string[], now: number): Promise<void> {
  const at = new Date(now).toISOString()
  const isOver = sql`${addressLimits.windowStart} <= ${new Date(now - DAY_MS).toISOString()}::timestamptz`
  const counted = await tx
    .insert(addressLimits)
    .values(
      uniqueLowercase(emails)
        .map(hashEmail)
        .toSorted()
        .map((emailHash) => ({ emailHash, windowStart: now, mails: 1 })),
    )
    .onConflictDoUpdate({
      target: addressLimits.emailHash,
      set: {
        mails: sql`case when ${isOver} then 1 else ${addressLimits.mails} + 1 end`,
        windowStart: sql`case when ${isOver} then ${at}::timestamptz else ${addressLimits.windowStart} end`,
      },
    })
    .returning()
  const over = counted.filter(({ mails }) => mails > recipientLimits.mailsPerAddress)
  if (over.length === 0) return
  const until = Math.max(...over.map(({ windowStart }) => windowStart)) + DAY_MS
  throw tooMany(hostId, recipientMessages.tooManyMails, until - now)
}

const tooMany = (hostId: string, message: string, waitMs: number) =>
  new AppError('too_many_requests', message, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    activity: { hostId, kind: 'recipients_refused', details: {} },
  })

/** Removes the addresses of a booking that no longer count for the day. The others stay, so that nobody mails more people by erasing. */
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
        lt(bookingRecipients.mailedAt, now - DAY_MS),
      ),
    )
}

export async function removeOldRecipientLimits({ db, now }: Deps): Promise<void> {
  await db.delete(addressLimits).where(lt(addressLimits.windowStart, now() - DAY_MS))
}

export const uniqueLowercase = (emails: readonly string[]) => [
  ...new Set(emails.map((email) => email.toLowerCase())),
]
