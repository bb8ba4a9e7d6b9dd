import { and, eq, lt, sql } from 'drizzle-orm'
import type { Deps } from '../app.ts'
import { crew, type Background } from '../background.ts'
import { NotConnected } from '../calendar-sync/connection.ts'
import { insertCalendarEntry } from '../calendar-sync/insert-calendar-entry.ts'
import { jobs } from '../db/schema.ts'
import type { JobKind } from './enqueue.ts'
import { reasonOf } from '../reason.ts'

export type Job = typeof jobs.$inferSelect
/** Does a job; may be called again for one that was done already. Throws to be tried again later. */
export type JobHandler = (deps: Deps, job: Job) => Promise<void>

/** Trying again would not help. The job is kept as failed. */
export class JobFailed extends Error {}

const handlers: Record<JobKind, JobHandler> = { insertCalendarEntry }

const AT_ONCE = 4
const LOCK_MS = 60_000
const MAX_ATTEMPTS = 12
const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 3 * 3_600_000
const KEPT_WHEN_DONE_MS = 7 * 24 * 3_600_000

/** Does the queued jobs, shared with every other process. One that dies leaves its jobs to the others. */
export function startWorker(deps: Deps): Background {
  return crew({
    atOnce: AT_ONCE,
    pauseMs: 1000,
    claim: (room) => claim(deps, room),
    work: (job) => work(deps, job),
    // Without waiting for its lock to pass.
    handBack: (job) => finish(deps, job, {}),
    report: (error) => deps.log.error({ reason: reasonOf(error) }, 'job worker failed'),
  })
}

async function claim({ db, now }: Deps, room: number): Promise<Job[]> {
  const at = new Date(now()).toISOString()
  return db
    .update(jobs)
    .set({ lockedUntil: now() + LOCK_MS, attempts: sql`attempts + 1` })
    .where(
      sql`(host_id, id) in (
        select j.host_id, j.id from jobs j
        where j.state = 'queued' and j.run_at <= ${at}::timestamptz
          and (j.locked_until is null or j.locked_until < ${at}::timestamptz)
        order by j.run_at limit ${room} for update skip locked)`,
    )
    .returning()
}

async function work(deps: Deps, job: Job): Promise<void> {
  const handler = handlers[job.kind as JobKind] as JobHandler | undefined
  try {
    if (!handler) throw new JobFailed(`No handler for ${job.kind}`)
    await handler(deps, job)
    await finish(deps, job, { state: 'done', lastError: null, finishedAt: deps.now() })
  } catch (error) {
    const lastError = reasonOf(error).slice(0, 1000)
    const final = error instanceof JobFailed || error instanceof NotConnected || job.attempts >= MAX_ATTEMPTS
    deps.log.warn(
      { jobId: job.id, kind: job.kind, attempts: job.attempts, final, reason: lastError },
      'job failed',
    )
    await finish(
      deps,
      job,
      final
        ? { state: 'failed', lastError, finishedAt: deps.now() }
        : { state: 'queued', lastError, runAt: deps.now() + retryAfter(job.attempts) },
    )
  }
}

/** Twice as long each time, half of it by chance, so that what failed together does not come back together. */
function retryAfter(attempts: number): number {
  const longest = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS)
  return Math.round(longest * (0.5 + Math.random() / 2))
}

async function finish({ db }: Deps, job: Job, outcome: Partial<Job>): Promise<void> {
  await db
    .update(jobs)
    .set({ ...outcome, lockedUntil: null })
    .where(and(eq(jobs.hostId, job.hostId), eq(jobs.id, job.id)))
}

/** Forgets the jobs that were done a week ago. Failed ones are kept. */
export async function removeDoneJobs({ db, now }: Deps): Promise<void> {
  await db.delete(jobs).where(and(eq(jobs.state, 'done'), lt(jobs.finishedAt, now() - KEPT_WHEN_DONE_MS)))
}
