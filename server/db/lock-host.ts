import { eq } from 'drizzle-orm'
import type { Tx } from './database.ts'
import { hosts } from './schema.ts'

/**
 * Locks a host's row until the transaction ends, and returns whether the host closed their account. Every change of bookings
 * takes this lock first: two of them never check the same free time at once, and never deadlock on later locks.
 */
export async function lockHost(tx: Tx, hostId: string): Promise<{ isClosed: boolean }> {
  const [host] = await tx
    .select({ deletedAt: hosts.deletedAt })
    .from(hosts)
    .where(eq(hosts.id, hostId))
    .for('no key update')
  return { isClosed: host?.deletedAt !== null }
}
