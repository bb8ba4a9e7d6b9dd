import { eq } from 'drizzle-orm'
import type { Tx } from './database.ts'
import { hosts } from './schema.ts'

/**
 * Locks a host's row until the transaction ends. Every change of bookings takes this lock first: two of them never check
 * the same free time at once, and never deadlock on later locks.
 */
export async function lockHost(tx: Tx, hostId: string): Promise<void> {
  await tx.select({ id: hosts.id }).from(hosts).where(eq(hosts.id, hostId)).for('no key update')
}
