import { randomUUID } from 'node:crypto'
import { jobs } from '../db/schema.ts'
import type { Tx } from '../db/open.ts'

/** What is done after a change, outside its transaction. The payload of each kind stands in `worker.ts`. */
export type JobKind = 'syncCalendarEntry' | 'sendMail' | 'sendCalendarNotice'
/** Those that need the mail server and nothing else. */
export const mailKinds: JobKind[] = ['sendMail', 'sendCalendarNotice']

export interface NewJob {
  hostId: string
  kind: JobKind
  payload: Record<string, string>
  now: number
  /** Not before; `now` when left out. */
  runAt?: number
  /** Jobs of one line are done in the order of their places, each once those before it are done or have failed for good. */
  line?: string
  place?: number
}

/** Queues a job in the transaction that makes it due: it is done if that commits, and never otherwise. */
export async function enqueue(tx: Tx, job: NewJob): Promise<void> {
  const { now, runAt = now, ...rest } = job
  await tx.insert(jobs).values({ ...rest, id: randomUUID(), state: 'queued', runAt, createdAt: now })
}
