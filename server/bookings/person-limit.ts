import { and, count, eq, gt, sql } from 'drizzle-orm'
import { messages } from '../../contract/errors.ts'
import type { Tx } from '../db/database.ts'
import { bookings, type EventRow } from '../db/schema.ts'
import { AppError } from '../errors.ts'

/**
 * Throws `too_many_for_person` if an address has as many upcoming bookings of the event as its host allows. Call it under the
 * lock of the host's row.
 */
export async function assertPersonHasRoom(
  tx: Tx,
  { hostId, id, rules }: EventRow,
  email: string,
  now: number,
): Promise<void> {
  const max = rules.bookingsPerPerson ?? null
  if (max === null) return
  const [upcoming] = await tx
    .select({ number: count() })
    .from(bookings)
    .where(
      and(
        eq(bookings.hostId, hostId),
        eq(bookings.eventId, id),
        eq(bookings.status, 'confirmed'),
        gt(bookings.endAt, now),
        eq(sql`lower(${bookings.email})`, email.toLowerCase()),
      ),
    )
  if (upcoming!.number >= max) throw new AppError('too_many_for_person', messages.tooManyForPerson)
}
