import { and, eq, isNull, sql } from 'drizzle-orm'
import { MINUTE } from '../../../availability/units.ts'
import type { Tx } from '../../db/database.ts'
import { jobs } from '../../db/tables/jobs.ts'
import type { BookingRow } from '../../db/tables/bookings.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { CalendarEntry } from '../../adapters/calendar-provider.ts'

/** A write without an answer may take effect this long after we gave up on it. */
const RECHECK_AFTER_MS = [MINUTE, 15 * MINUTE]

type WrittenBooking = Pick<BookingRow, 'hostId' | 'id' | 'status' | 'endAt' | 'writtenSequence'>

/**
 * Whether an earlier write took effect after the latest one: the entry of a canceled booking is back, or an entry shows
 * an earlier change. Whatever it says then isn't the host's doing.
 */
export function isOverwritten(
  { status, writtenSequence }: WrittenBooking,
  { isCanceled, bookingSequence }: CalendarEntry,
): boolean {
  if (isCanceled) return false
  if (status === 'canceled') return true
  return writtenSequence !== null && bookingSequence !== null && bookingSequence < writtenSequence
}

/** Has a booking's entry read again and repaired, in place of rechecks that are queued already; by default later. */
export async function queueRechecks(
  tx: Tx,
  { hostId, id: bookingId, endAt }: WrittenBooking,
  now: number,
  delays: readonly number[] = RECHECK_AFTER_MS,
): Promise<void> {
  const payload = { bookingId }
  const whereQueued = and(
    eq(jobs.hostId, hostId),
    eq(jobs.kind, 'recheckCalendarEntry'),
    eq(jobs.state, 'queued'),
    isNull(jobs.lockedUntil),
    sql`${jobs.payload} @> ${JSON.stringify(payload)}::jsonb`,
  )
  await tx.delete(jobs).where(whereQueued)
  for (const delay of delays) {
    const runAt = now + delay
    await enqueue(tx, 'recheckCalendarEntry', payload, { hostId, now, runAt, retryUntil: endAt })
  }
}
