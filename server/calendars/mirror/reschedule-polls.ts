import { sql } from 'drizzle-orm'
import { calendarMirrors } from '../../db/tables/calendars.ts'
import { MAX_CLOCK_SKEW_MS } from '../../adapters/time-left.ts'
import type { Deps } from '../../adapters/deps.ts'
import { longestPollMs } from './schedule.ts'

/**
 * Makes calendars due whose next poll is further away than any is scheduled: by a clock that ran ahead and was corrected
 * since. Not part of each claim, which reads no further than what is due. `baseMs`: the configured interval.
 */
export async function reschedulePolls({ db, now }: Deps, baseMs: number): Promise<void> {
  const latest = (isActive: boolean) =>
    sql`${new Date(now() + longestPollMs(isActive, baseMs) + MAX_CLOCK_SKEW_MS).toISOString()}::timestamptz`
  await db
    .update(calendarMirrors)
    .set({ nextPollAt: now() })
    .where(
      sql`next_poll_at < 'infinity'
        and next_poll_at > case when is_active then ${latest(true)} else ${latest(false)} end`,
    )
}
