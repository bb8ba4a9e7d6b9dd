import { between } from 'drizzle-orm'
import { MINUTE } from '../../availability/units.ts'
import { jobs } from '../../server/db/tables/jobs.ts'
import { latestLockEnd } from '../../server/jobs/claim-jobs.ts'
import type { TestApp } from './test-app.ts'

/**
 * Moves the clock on by a minute, once no job is running. Its lock lasts as long, and on a slow machine it would end while
 * the job runs, as if its process had died. One that begins just now still has its lock.
 */
export async function passMinute({ db, clock }: Pick<TestApp, 'db' | 'clock'>): Promise<void> {
  const whereRunning = between(jobs.lockedUntil, clock.now, latestLockEnd(clock.now))
  if ((await db.$count(jobs, whereRunning)) === 0) clock.now += MINUTE
}
