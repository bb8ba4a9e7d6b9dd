import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { collectionLimits } from '../../contract/custom-fields.ts'
import { readHost } from '../account/read-host.ts'
import { recordActivity } from '../account/record-activity.ts'
import { collectionShares, hosts } from '../db/schema.ts'
import type { Tx } from '../db/database.ts'
import type { Handler } from '../endpoint.ts'
import { invalid } from '../errors.ts'
import { assertWithinQuotas } from '../quotas.ts'
import { assertOwner, assertPresent, lockCollection } from './collection-access.ts'

/** The response is the same whether or not the address has an account or already has access. */
export const shareCollection: Handler<'shareCollection'> = async ({
  deps: { db, now },
  caller,
  params,
  body,
}) => {
  const email = body.email.toLowerCase()
  return db.transaction(async (tx) => {
    const row = await lockCollection(tx, caller.hostId, params.id)
    assertPresent(row)
    assertOwner(row, caller.hostId)
    const host = await readHost(tx, caller.hostId)
    if (email === host.email.toLowerCase()) throw invalid({ email: 'You own this collection' })
    const isOfThis = and(
      eq(collectionShares.hostId, caller.hostId),
      eq(collectionShares.collectionId, row.id),
    )
    const [there] = await tx
      .select({ userId: collectionShares.id, email: collectionShares.email })
      .from(collectionShares)
      .where(and(isOfThis, eq(collectionShares.email, email)))
    if (there) return there
    const [given] = await tx.select({ shares: count() }).from(collectionShares).where(isOfThis)
    if (given && given.shares >= collectionLimits.shares) {
      throw invalid({ email: `A collection can be shared with at most ${collectionLimits.shares} people` })
    }
    await lockAddress(tx, email)
    const [member] = await tx
      .select({ id: hosts.id })
      .from(hosts)
      .where(and(eq(sql`lower(${hosts.email})`, email), eq(hosts.emailVerified, true)))
      // If the address now belongs to someone else, the share passes to them.
      .orderBy(desc(hosts.createdAt))
      .limit(1)
    const share = {
      hostId: caller.hostId,
      collectionId: row.id,
      id: randomUUID(),
      email,
      memberId: member?.id ?? null,
      createdAt: now(),
    }
    await tx.insert(collectionShares).values(share)
    const details = { name: row.name, email }
    await recordActivity(tx, caller.hostId, { kind: 'collection_shared', details }, now())
    await assertWithinQuotas(tx, caller.hostId)
    return { userId: share.id, email }
  })
}

/** Serializes sharing with a person's first sign-in. Otherwise neither transaction would see the other. */
const lockAddress = (tx: Tx, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`)

/** Gives a new account the collections that were shared with its address, which Google verified. */
export async function claimShares(tx: Tx, hostId: string, email: string): Promise<void> {
  await lockAddress(tx, email.toLowerCase())
  await tx
    .update(collectionShares)
    .set({ memberId: hostId })
    .where(and(eq(collectionShares.email, email.toLowerCase()), isNull(collectionShares.memberId)))
}
