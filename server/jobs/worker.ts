import { and, eq, lt, sql } from 'drizzle-orm'
import type { Deps } from '../app.ts'
import { crew, type Background } from '../worker-pool.ts'
import { NotConnected } from '../calendars/connection.ts'
import { syncCalendarEntry } from '../calendars/bookings/push.ts'
import { jobs } from '../db/schema.ts'
import { sendCalendarNotice } from '../emails/send-calendar-notice.ts'
import { sendMail } from '../emails/send-mail.ts'
import { type JobKind, mailKinds } from './enqueue.ts'
import { reasonOf } from '../error-summary.ts'

export type Job = typeof jobs.$inferSelect
/** Does a job; may be called again for one that was done already. Throws to be tried again later. */
export type JobHandler = (deps: Deps, job: Job) => Promise<void>

/** Trying again would not help. The job is kept as failed. */
export class JobFailed extends Error {}

const handlers: Record<JobKind, JobHandler> = { syncCalendarEntry, sendMail, sendCalendarNotice }

/** Places of their own, so that a mail server that does not answer holds up no calendar, nor the other way round. */
const crews = {
  mail: { isTheirs: sql`j.kind in ${mailKinds}`, maxAttempts: 270, longestRetryMs: 15 * 60_000 },
  others: { isTheirs: sql`j.kind not in ${mailKinds}`, maxAttempts: 12, longestRetryMs: 3 * 3_600_000 },
}
type Crew = (typeof crews)[keyof typeof crews]

const AT_ONCE = 4
const LOCK_MS = 60_000
const FIRST_RETRY_MS = 2000
const KEPT_WHEN_DONE_MS = 7 * 24 * 3_600_000

/** Does the queued jobs, shared with every other process. One that dies leaves its jobs to the others. */
export function startWorker(deps: Deps): Background {
  const started = Object.values(crews).map((their) => {
    // A lock that passes while its job is in hand, as on a machine that has slept, is no reason to begin it twice.
    const inHand = new Set<string>()
    return crew({
      atOnce: AT_ONCE,
      pauseMs: 1000,
      async claim(room) {
        const claimed = await claim(deps, their, room, inHand)
        for (const { id } of claimed) inHand.add(id)
        return claimed
      },
      work: (job) => work(deps, their, job).finally(() => inHand.delete(job.id)),
      // Without waiting for its lock to pass.
      handBack: (job) => finish(deps, job, {}),
      report: (error) => deps.log.error({ reason: reasonOf(error) }, 'job worker failed'),
    })
  })
  return {
    wake() {
      for (const one of started) one.wake()
    },
    async stop() {
      await Promise.all(started.map((one) => one.stop()))
    },
  }
}

async function claim(
  { db, now }: Deps,
  { isTheirs }: Crew,
  room: number,
  inHand: ReadonlySet<string>,
): Promise<Job[]> {
  const others = inHand.size === 0 ? sql`true` : sql`j.id not in ${[...inHand]}`
  const at = new Date(now()).toISOString()
  return db
    .update(jobs)
    .set({ lockedUntil: now() + LOCK_MS, attempts: sql`attempts + 1` })
    .where(
      sql`(host_id, id) in (
        select j.host_id, j.id from jobs j
        where j.state = 'queued' and j.run_at <= ${at}::timestamptz and ${isTheirs} and ${others}
          and (j.locked_until is null or j.locked_until < ${at}::timestamptz)
          and (j.line is null or not exists (
            select from jobs earlier where earlier.state = 'queued'
              and earlier.host_id = j.host_id and earlier.line = j.line and earlier.place < j.place))
        order by j.run_at limit ${room} for update skip locked)`,
    )
    .returning()
}

async function work(deps: Deps, { maxAttempts, longestRetryMs }: Crew, job: Job): Promise<void> {
  const handler = handlers[job.kind as JobKind] as JobHandler | undefined
  try {
    if (!handler) throw new JobFailed(`No handler for ${job.kind}`)
    await handler(deps, job)
    await finish(deps, job, { state: 'done', lastError: null, finishedAt: deps.now() })
  } catch (error) {
    const lastError = reasonOf(error).slice(0, 1000)
    const final = error instanceof JobFailed || error instanceof NotConnected || job.attempts >= maxAttempts
    deps.log.warn(
      { jobId: job.id, kind: job.kind, attempts: job.attempts, final, reason: lastError },
      'job failed',
    )
    await finish(
      deps,
      job,
      final
        ? { state: 'failed', lastError, finishedAt: deps.now() }
        : { state: 'queued', lastError, runAt: deps.now() + retryAfter(job.attempts, longestRetryMs) },
    )
  }
}

/** Twice as long each time, half of it by chance, so that what failed together does not come back together. */
function retryAfter(attempts: number, longestRetryMs: number): number {
  const longest = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), longestRetryMs)
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
