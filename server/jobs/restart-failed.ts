import { and, eq, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { jobs } from '../db/tables/jobs.ts'
import { RETRIES_MS } from './enqueue.ts'

/** Runs jobs with providers that have failed for good once more, and retries them as long as new ones. */
export async function restartFailed(tx: Tx, where: SQL | undefined, now: number): Promise<void> {
  await tx
    .update(jobs)
    .set({
      state: 'queued',
      runAt: now,
      attempts: 0,
      finishedAt: null,
      retryUntil: now + RETRIES_MS.provider,
    })
    .where(and(where, eq(jobs.state, 'failed'), eq(jobs.pool, 'provider')))
}
