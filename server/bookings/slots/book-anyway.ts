import { and, eq, gt, lt, ne } from 'drizzle-orm'
import { MINUTE } from '../../../availability/units.ts'
import { assertInGoodStanding } from '../../billing/assert-in-good-standing.ts'
import { mirrorHorizon } from '../../calendars/mirror-key.ts'
import type { Tx } from '../../db/database.ts'
import { bookings } from '../../db/tables/bookings.ts'
import type { Deps } from '../../adapters/deps.ts'
import { slotNotFound } from '../../http/errors.ts'
import { assertAccepting } from '../../events/find-public-event.ts'
import type { SlotRequest } from './slot-request.ts'

/**
 * What is left of `requireBookable` if the host books or moves to a time that isn't offered: the event takes bookings,
 * and it isn't too late.
 */
export async function requireUpcoming(deps: Deps, { event }: SlotRequest, start: number): Promise<void> {
  assertAccepting(event)
  await assertInGoodStanding(deps, event.hostId)
  const now = deps.now()
  if (start <= now || start > mirrorHorizon(now)) throw slotNotFound()
}

/** Throws `slot_not_found` if another booking of the host overlaps. Call it under the lock of the host's row. */
export async function assertNoOverlap(tx: Tx, asked: SlotRequest, start: number): Promise<void> {
  const end = start + asked.duration * MINUTE
  const [other] = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.hostId, asked.event.hostId),
        eq(bookings.status, 'confirmed'),
        asked.movedBooking === undefined ? undefined : ne(bookings.id, asked.movedBooking),
        lt(bookings.startAt, end),
        gt(bookings.endAt, start),
      ),
    )
    .limit(1)
  if (other) throw slotNotFound()
}
