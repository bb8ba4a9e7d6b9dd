import { eq, sql } from 'drizzle-orm'
import type { Tx } from './database.ts'
import { prepared } from './prepared.ts'
import { hosts } from './tables/hosts.ts'

const lock = prepared((db) =>
  db
    .select({ deletedAt: hosts.deletedAt })
    .from(hosts)
    .where(eq(hosts.id, sql.placeholder('hostId')))
    .for('no key update'),
)

/**
 * Locks a host's row until the transaction ends, and returns whether the host closed their account. Every change of
 * bookings takes this lock first: two of them never check the same free time at once. So do changes that lock several
 * rows, such as saving an event or a collection, sharing it and connecting a calendar: two of them never deadlock.
 */
export async function lockHost(tx: Tx, hostId: string): Promise<{ isClosed: boolean }> {
  const [host] = await lock(tx, { hostId })
  return { isClosed: host?.deletedAt !== null }
}
