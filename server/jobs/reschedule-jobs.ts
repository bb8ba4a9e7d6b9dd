import { sql } from 'drizzle-orm'
import { HOUR } from '../../availability/units.ts'
import { MAX_CLOCK_SKEW_MS } from '../adapters/time-left.ts'
import type { Deps } from '../adapters/deps.ts'
import { jobs } from '../db/tables/jobs.ts'

/** The longest that jobs wait. For emails, that is when a booking is changed again and again. */
const LONGEST_MAIL_WAIT_MS = HOUR
const LONGEST_PROVIDER_WAIT_MS = 2 * HOUR
/** Held emails wait for a day at first, but may be tried earlier. */
const LONGEST_HELD_WAIT_MS = 2 * HOUR
const LONGEST_UNCERTAIN_WAIT_MS = 6 * HOUR

/**
 * Makes jobs due that a clock queued, postponed or set to be retried which ran ahead and was corrected since. Not those
 * that are planned: reminders and rechecks.
 */
export async function rescheduleJobs({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const after = (ms: number) => sql`${new Date(now() + ms + MAX_CLOCK_SKEW_MS).toISOString()}::timestamptz`
  await db
    .update(jobs)
    .set({ runAt: now() })
    .where(
      sql`state = 'queued' and run_at > ${after(0)}
        and (attempts = 0 and (kind = 'recheckCalendarEntry' or payload ->> 'kind' = 'reminder')) is not true
        and (attempts = 0 and created_at > ${after(0)} or run_at > case
          when uncertain_attempts > 0 then ${after(LONGEST_UNCERTAIN_WAIT_MS)}
          when is_held then ${after(LONGEST_HELD_WAIT_MS)}
          when pool = 'mail' then ${after(LONGEST_MAIL_WAIT_MS)}
          else ${after(LONGEST_PROVIDER_WAIT_MS)} end)`,
    )
}
