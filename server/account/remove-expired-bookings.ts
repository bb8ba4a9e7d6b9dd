import { and, eq, inArray, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import type { RetentionMonths } from '../../contract/account/settings-options.ts'
import { removeJobsOf } from '../bookings/changes/remove-jobs.ts'
import { lockHost } from '../db/lock-host.ts'
import { hostSettings } from '../db/tables/hosts.ts'
import { bookings } from '../db/tables/bookings.ts'
import type { Deps } from '../adapters/deps.ts'
import { toIso } from '../http/iso.ts'
import { inTurn } from '../concurrency/in-turn.ts'
import { recordActivity } from '../hosts/record-activity.ts'

const BATCH_SIZE = 500

/** The bookings of a host that ended more than so many months ago, canceled ones by the end they had. */
export const whereExpired = (hostId: string, months: RetentionMonths, now: number): SQL | undefined =>
  and(
    eq(bookings.hostId, hostId),
    lt(
      bookings.endAt,
      sql`(${toIso(now)}::timestamptz at time zone 'UTC' - make_interval(months => ${months}::int)) at time zone 'UTC'`,
    ),
  )

/** Removes bookings that their hosts chose not to keep any longer, with everything that belongs to them. */
export async function removeExpiredBookings(deps: Deps): Promise<void> {
  const choices = await deps.db
    .select({ hostId: hostSettings.hostId, months: hostSettings.keep_bookings_months })
    .from(hostSettings)
    .where(isNotNull(hostSettings.keep_bookings_months))
  await inTurn(choices, async ({ hostId, months }) => {
    while ((await removeBatch(deps, hostId, months!)) === BATCH_SIZE);
  })
}

async function removeBatch({ db, now }: Deps, hostId: string, months: RetentionMonths): Promise<number> {
  return db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    const expired = tx
      .select({ id: bookings.id })
      .from(bookings)
      .where(whereExpired(hostId, months, now()))
      .orderBy(bookings.endAt)
      .limit(BATCH_SIZE)
    const removed = await tx
      .delete(bookings)
      .where(and(eq(bookings.hostId, hostId), inArray(bookings.id, expired)))
      .returning({ id: bookings.id })
    const count = removed.length
    if (count === 0) return 0
    const ids = removed.map(({ id }) => id)
    await removeJobsOf(tx, hostId, ids)
    await recordActivity(tx, hostId, { kind: 'bookings_removed', details: { count } }, now())
    return count
  })
}
