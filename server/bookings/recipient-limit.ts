import { recipientLimits, recipientMessages } from '../../contract/booking-messages.ts'
import { type BookingRow, bookings } from '../db/schema.ts'
import type { Tx } from '../db/database.ts'
import { AppError, notAllowed } from '../errors.ts'
import { countAttempt } from '../rate-limit.ts'
import { assertConfirmed, isBooking } from './lock-booking.ts'

const DAY_MS = 86_400_000

interface RecipientRequest {
  emails: readonly string[]
  hostId: string | undefined
  /** The client's address. */
  address: string
  now: number
}

/**
 * The addresses that may be mailed about a locked booking, each once and in lowercase, counted against its limit. Anyone
 * with the booking's id may, while it is confirmed and upcoming. Throws `too_many_requests` beyond the limit.
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
  const isSameDay = booking.recipientsSince !== null && booking.recipientsSince > now - DAY_MS
  const before = isSameDay ? booking.recipientsCount : 0
  if (before + recipients.length > recipientLimits.perDay) {
    const until = (isSameDay ? booking.recipientsSince! : now) + DAY_MS
    throw new AppError('too_many_requests', recipientMessages.tooManyToday, {
      retryAfterSeconds: Math.ceil((until - now) / 1000),
    })
  }
  await tx
    .update(bookings)
    .set({
      recipientsSince: isSameDay ? booking.recipientsSince : now,
      recipientsCount: before + recipients.length,
    })
    .where(isBooking(booking))
  return recipients
}

export const uniqueLowercase = (emails: readonly string[]) => [
  ...new Set(emails.map((email) => email.toLowerCase())),
]
