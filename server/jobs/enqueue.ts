import { randomUUID } from 'node:crypto'
import { jobs } from '../db/schema.ts'
import type { Tx } from '../db/open.ts'

/** What is done after a change, outside its transaction. The payload of each kind stands in `worker.ts`. */
export type JobKind = 'insertCalendarEntry'

/** Queues a job in the transaction that makes it due: it is done if that commits, and never otherwise. */
export async function enqueue(
  tx: Tx,
  job: { hostId: string; kind: JobKind; payload: Record<string, string>; now: number; runAt?: number },
): Promise<void> {
  const { now, runAt = now, ...rest } = job
  await tx.insert(jobs).values({ ...rest, id: randomUUID(), state: 'queued', runAt, createdAt: now })
}
