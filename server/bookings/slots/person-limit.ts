import { and, count, eq, gt, sql } from 'drizzle-orm'
import { messages } from '../../../contract/errors.ts'
import type { Tx } from '../../db/database.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { AppError } from '../../http/errors.ts'
import type { SlotRequest } from './slot-request.ts'

/**
 * Throws `too_many_for_person` if an address has as many upcoming bookings of the event as it or the one-off link that
 * is used allows. Call it under the lock of the host's row.
 */
export async function assertPersonHasRoom(
  tx: Tx,
  { event: { hostId, id, rules }, linkRules }: Pick<SlotRequest, 'event' | 'linkRules'>,
  email: string,
  now: number,
): Promise<void> {
  const max = Math.min(rules.bookingsPerPerson ?? Infinity, linkRules?.bookingsPerPerson ?? Infinity)
  if (max === Infinity) return
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
