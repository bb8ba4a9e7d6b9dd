import { recipientLimits, recipientMessages } from '../../contract/booking-messages.ts'
import { bookings } from '../db/schema.ts'
import type { Tx } from '../db/open.ts'
import { AppError, notAllowed } from '../errors.ts'
import { countAttempt } from '../rate-limit.ts'
import { assertConfirmed, type BookingRow, isBooking } from './lock-booking.ts'

const DAY = 86_400_000

interface Asked {
  emails: readonly string[]
  hostId: string | undefined
  /** Where the request comes from. */
  address: string
  now: number
}

/**
 * Whom to tell of a booking that is locked: each address once, in lower case. Whoever has its id may, while it is confirmed
 * and to come. Throws `too_many_requests` beyond 50 addresses a booking and day.
 */
export async function othersToTell(
  tx: Tx,
  booking: BookingRow,
  { emails, hostId, address, now }: Asked,
): Promise<string[]> {
  assertConfirmed(booking)
  if (booking.startAt <= now) throw notAllowed()
  if (hostId !== booking.hostId) await countAttempt(tx, { address, now })
  const others = distinct(emails)
  const isSameDay = booking.recipientsSince !== null && booking.recipientsSince > now - DAY
  const before = isSameDay ? booking.recipientsCount : 0
  if (before + others.length > recipientLimits.aDay) {
    const until = (isSameDay ? booking.recipientsSince! : now) + DAY
    throw new AppError('too_many_requests', recipientMessages.tooManyToday, {
      retryAfterSeconds: Math.ceil((until - now) / 1000),
    })
  }
  await tx
    .update(bookings)
    .set({
      recipientsSince: isSameDay ? booking.recipientsSince : now,
      recipientsCount: before + others.length,
    })
    .where(isBooking(booking))
  return others
}

export const distinct = (emails: readonly string[]) => [
  ...new Set(emails.map((email) => email.toLowerCase())),
]
