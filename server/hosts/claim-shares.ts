import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { hosts } from '../db/tables/hosts.ts'
import { collectionShares } from '../db/tables/collections.ts'
import { eventShares } from '../db/tables/event-shares.ts'

/**
 * The account that something shared with an address (in lowercase) belongs to; null until somebody signs in with it.
 * Waits for a first sign-in under way, because otherwise neither transaction would see the other.
 */
export async function findMember(tx: Tx, email: string): Promise<string | null> {
  await lockAddress(tx, email)
  const [member] = await tx
    .select({ id: hosts.id })
    .from(hosts)
    .where(whereVerified(email))
    .orderBy(desc(hosts.createdAt))
    .limit(1)
  return member?.id ?? null
}

const whereVerified = (email: string) =>
  and(eq(sql`lower(${hosts.email})`, email), eq(hosts.emailVerified, true))

/**
 * Gives an account the collections and events shared with its address, which Google verified. Other accounts with the
 * same address no longer count as its owner, because it can move from one person to another.
 */
export async function claimShares(tx: Tx, hostId: string, email: string): Promise<void> {
  const address = email.toLowerCase()
  await lockAddress(tx, address)
  await tx
    .update(hosts)
    .set({ emailVerified: false })
    .where(and(whereVerified(address), ne(hosts.id, hostId)))
  for (const shares of [collectionShares, eventShares])
    await tx
      .update(shares)
      .set({ memberId: hostId })
      .where(and(eq(shares.email, address), isNull(shares.memberId), ne(shares.hostId, hostId)))
}

/**
 * Locks an address until the transaction ends: for who signs in with it, and for what is shared with it. Lock it before
 * any account.
 */
export const lockAddress = (tx: Tx, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email.toLowerCase()}, 0))`)
