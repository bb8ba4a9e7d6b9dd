import { eq } from 'drizzle-orm'
import type { Tx } from './database.ts'
import { hosts } from './schema.ts'

/**
 * Locks a host's row until the transaction ends. Every change of bookings takes this lock first, so that two of them never
 * check the same free time at once, nor wait for each other's other locks.
 */
export async function lockHost(tx: Tx, hostId: string): Promise<void> {
  await tx.select({ id: hosts.id }).from(hosts).where(eq(hosts.id, hostId)).for('no key update')
}
