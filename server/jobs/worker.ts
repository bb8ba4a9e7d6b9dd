import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, lt } from 'drizzle-orm'
import { DAY, HOUR } from '../../availability/units.ts'
import { jobs } from '../db/tables/jobs.ts'
import type { Deps } from '../adapters/deps.ts'
import { errorSummary } from '../http/error-summary.ts'
import { workerPool, type BackgroundTask } from '../concurrency/worker-pool.ts'
import { jobClaimer, type LastFailure } from './claim-jobs.ts'
import {
  type Job,
  JobFailed,
  type JobHandlers,
  type JobPool,
  JobPostponed,
  JobUncertain,
  poolOf,
} from './job.ts'
import { retryDelayMs, uncertainRetryDelayMs } from './retry-delay.ts'

/** How many jobs run at once. A calendar's server may hang until a call times out, while others' entries wait. */
const CONCURRENCY: Readonly<Record<JobPool, number>> = { mail: 4, provider: 16 }
const POLL_MS = 1000
/** How long finished jobs are kept. */
export const RETENTION_MS = 7 * DAY

/** However long a provider asks us to wait. */
const MAX_ASKED_DELAY_MS = HOUR
const jobPools = Object.keys(CONCURRENCY) as JobPool[]

interface Worker extends Deps {
  lastFailure: LastFailure
  /** Aborted once the server stops. */
  stopping: AbortSignal
}

type JobOutcome = Partial<typeof jobs.$inferInsert>

/** Runs queued jobs, sharing them with every other process. If one dies, the others take over its jobs. */
export function startWorker(deps: Deps, handlers: JobHandlers): BackgroundTask {
  const stopping = new AbortController()
  const lastFailure = { at: -Infinity }
  const worker = { ...deps, lastFailure, stopping: stopping.signal }
  const pools = jobPools.map((pool) =>
    workerPool<Job>({
      concurrency: CONCURRENCY[pool],
      pauseMs: POLL_MS,
      claim: jobClaimer(deps, pool, lastFailure),
      work: (job) => run(worker, handlers, job),
      // Others may start it right away instead of waiting until its lock expires. An email may have arrived, so its lock
      // stays, as if this process had died.
      ...(pool !== 'mail' && { release: (job) => unlock(worker, job, {}) }),
      report: (error) => report(deps, error),
    }),
  )
  return {
    wake() {
      for (const pool of pools) pool.wake()
    },
    async stop() {
      stopping.abort()
      await Promise.all(pools.map((pool) => pool.stop()))
    },
  }
}

const report = ({ log }: Deps, error: unknown) =>
  log.error({ reason: errorSummary(error) }, 'job worker failed')

async function run(deps: Worker, handlers: JobHandlers, job: Job): Promise<void> {
  try {
    // The kind of the row chooses the handler, so its payload is of that kind.
    await (handlers[job.kind] as (deps: Deps, job: Job) => Promise<void>)(deps, job)
  } catch (error) {
    return retry(deps, job, error)
  }
  // Also if another process took the job over: it needn't try again.
  await finish(deps, job, { state: 'done', lastError: null, finishedAt: deps.now() })
}

/** Queues a job again, or gives it up. */
async function retry(deps: Worker, job: Job, error: unknown): Promise<void> {
  if (error instanceof JobPostponed) return postpone(deps, job, error.retryAfterMs)
  const lastError = errorSummary(error).slice(0, 1000)
  const uncertainAttempts = job.uncertainAttempts + (error instanceof JobUncertain ? 1 : 0)
  const { retryAfterMs: askedMs = 0 } = error as { retryAfterMs?: number }
  const delayMs =
    error instanceof JobUncertain
      ? uncertainRetryDelayMs(uncertainAttempts)
      : Math.max(Math.min(askedMs, MAX_ASKED_DELAY_MS), retryDelayMs(job.attempts, poolOf[job.kind]))
  const isFinal = error instanceof JobFailed || delayMs === null || deps.now() >= job.retryUntil
  deps.log.warn(
    { jobId: job.id, kind: job.kind, attempts: job.attempts, final: isFinal, reason: lastError },
    'job failed',
  )
  await unlock(
    deps,
    job,
    isFinal
      ? { state: 'failed', lastError, uncertainAttempts, finishedAt: deps.now() }
      : {
          state: 'queued',
          lastError,
          uncertainAttempts,
          runAt: Math.min(deps.now() + delayMs, Math.max(job.retryUntil, deps.now())),
          isDue: false,
        },
  )
}

/** Nothing was tried, so it doesn't count as an attempt. */
async function postpone(deps: Worker, job: Job, delayMs: number): Promise<void> {
  const runAt = deps.now() + Math.round(delayMs * (1 + Math.random()))
  await unlock(deps, job, { runAt, isDue: false, attempts: job.attempts - 1 })
}

/** Gives up the lock, unless it has expired and another process has taken the job over. */
const unlock = (deps: Worker, job: Job, outcome: JobOutcome) => finish(deps, job, outcome, job.lockedUntil!)

/**
 * Records what became of a job, as soon as the database answers: otherwise, an outage would send its email a second
 * time, or its lock would hold up the host's others for a minute. If the server stops before that, it keeps its lock.
 * `lockEnd`: of the lock without which there is nothing to record.
 */
async function finish(deps: Worker, job: Job, outcome: JobOutcome, lockEnd?: number): Promise<void> {
  const { lastFailure, stopping } = deps
  const whereLocked = lockEnd === undefined ? undefined : eq(jobs.lockedUntil, lockEnd)
  for (;;) {
    try {
      await deps.db
        .update(jobs)
        .set({ ...outcome, lockedUntil: null })
        .where(and(eq(jobs.hostId, job.hostId), eq(jobs.id, job.id), whereLocked))
      return
    } catch (error) {
      lastFailure.at = deps.now()
      if (stopping.aborted || (lockEnd !== undefined && deps.now() > lockEnd)) throw error
      report(deps, error)
      await delay(POLL_MS, undefined, { signal: stopping }).catch(() => {})
    }
  }
}

/** Failed jobs are kept. */
export async function removeDoneJobs({ db, now }: Deps): Promise<void> {
  await db.delete(jobs).where(and(eq(jobs.state, 'done'), lt(jobs.finishedAt, now() - RETENTION_MS)))
}
