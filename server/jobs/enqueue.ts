import { randomUUID } from 'node:crypto'
import { DAY } from '../../availability/units.ts'
import { jobs } from '../db/tables/jobs.ts'
import type { Tx } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { type JobKind, type JobPayloads, type JobPool, poolOf } from './job.ts'

/**
 * How long a job is retried after it is first due. A closed account can be reopened for a week, and nothing else ends
 * its subscription.
 */
export const RETRIES_MS: Readonly<Record<JobPool, number>> = { mail: 3 * DAY, provider: 7 * DAY }

interface JobOptions {
  hostId: string
  /** Epoch milliseconds. */
  now: number
  /** The earliest time to run; `now` by default. */
  runAt?: number
  /** When to give up at the earliest; by default `RETRIES_MS` after `runAt`. */
  retryUntil?: number
  /**
   * Jobs of one queue run in the order of their positions, each after those before it are done, have failed for good,
   * or wait for another try although they may have been done.
   */
  queueName?: string
  position?: number
}

/** A job to be queued. */
export type NewJob = typeof jobs.$inferInsert

export function newJob<Kind extends JobKind>(
  kind: Kind,
  payload: JobPayloads[Kind],
  { hostId, now, runAt = now, retryUntil = 0, queueName, position = 0 }: JobOptions,
): NewJob {
  return {
    hostId,
    queueName: queueName ?? null,
    position,
    kind,
    pool: poolOf[kind],
    payload: { ...payload },
    id: randomUUID(),
    state: 'queued',
    runAt,
    retryUntil: Math.max(retryUntil, runAt + RETRIES_MS[poolOf[kind]]),
    isDue: runAt <= now,
    isHeld: false,
    createdAt: now,
  }
}

/** Queues jobs in the transaction that causes them: they run if that commits, and never otherwise. */
export async function enqueueAll(tx: Tx, newJobs: readonly NewJob[]): Promise<void> {
  await insertRows(tx, jobs, newJobs)
}

/** The same with one job. */
export const enqueue = <Kind extends JobKind>(
  tx: Tx,
  kind: Kind,
  payload: JobPayloads[Kind],
  options: JobOptions,
): Promise<void> => enqueueAll(tx, [newJob(kind, payload, options)])
