import { randomUUID } from 'node:crypto'
import { jobs } from '../db/schema.ts'
import type { Tx } from '../db/database.ts'
import type { JobKind, JobPayloads } from './job.ts'

interface JobOptions {
  hostId: string
  /** Epoch milliseconds. */
  now: number
  /** The earliest time to run; `now` by default. */
  runAt?: number
  /** Jobs of one queue run in the order of their positions, each after those before it are done or have failed for good. */
  queueName?: string
  position?: number
}

/** Queues a job in the transaction that causes it: it runs if that commits, and never otherwise. */
export async function enqueue<Kind extends JobKind>(
  tx: Tx,
  kind: Kind,
  payload: JobPayloads[Kind],
  { now, runAt = now, ...options }: JobOptions,
): Promise<void> {
  await tx.insert(jobs).values({
    ...options,
    kind,
    payload: { ...(payload as object) },
    id: randomUUID(),
    state: 'queued',
    runAt,
    createdAt: now,
  })
}
