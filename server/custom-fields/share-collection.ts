import { randomUUID } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { collectionLimits } from '../../contract/custom-fields/custom-fields.ts'
import { findMember, lockAddress } from '../hosts/claim-shares.ts'
import { readHost } from '../hosts/read-host.ts'
import { recordActivity } from '../hosts/record-activity.ts'
import { collectionShares } from '../db/tables/collections.ts'
import { queueShareMail } from '../recipients/queue-share-mail.ts'
import type { Handler } from '../http/endpoint.ts'
import { invalid } from '../http/errors.ts'
import { assertWithinQuotas } from '../hosts/quotas.ts'
import { assertOwner, assertPresent, lockCollection } from './collection-access.ts'

/** The response is the same whether or not the address has an account. */
export const shareCollection: Handler<'shareCollection'> = async ({
  deps: { db, now },
  caller,
  params,
  body,
}) => {
  const email = body.email.toLowerCase()
  return db.transaction(async (tx) => {
    await lockAddress(tx, email)
    const row = await lockCollection(tx, caller.hostId, params.id)
    assertPresent(row)
    assertOwner(row, caller.hostId)
    const host = await readHost(tx, caller.hostId)
    if (email === host.email.toLowerCase()) throw invalid({ email: 'You own this collection' })
    const whereOfThis = and(
      eq(collectionShares.hostId, caller.hostId),
      eq(collectionShares.collectionId, row.id),
    )
    const [there] = await tx
      .select({ userId: collectionShares.id, email: collectionShares.email })
      .from(collectionShares)
      .where(and(whereOfThis, eq(collectionShares.email, email)))
    const memberId = await findMember(tx, email)
    const queueMail = (isNew: boolean) =>
      queueShareMail(
        tx,
        caller.hostId,
        { what: 'collection', id: row.id, email, isNew, notify: body.notify },
        now(),
      )
    if (there) {
      // The address may belong to somebody else by now.
      if (memberId !== null)
        await tx
          .update(collectionShares)
          .set({ memberId })
          .where(and(whereOfThis, eq(collectionShares.id, there.userId)))
      return { ...there, emailRefusal: await queueMail(false) }
    }
    const [given] = await tx.select({ shares: count() }).from(collectionShares).where(whereOfThis)
    if (given && given.shares >= collectionLimits.shares) {
      throw invalid({ email: `A collection can be shared with at most ${collectionLimits.shares} people` })
    }
    const share = {
      hostId: caller.hostId,
      collectionId: row.id,
      id: randomUUID(),
      email,
      memberId,
      createdAt: now(),
    }
    await tx.insert(collectionShares).values(share)
    const details = { name: row.name, email }
    await recordActivity(tx, caller.hostId, { kind: 'collection_shared', details }, now())
    await assertWithinQuotas(tx, caller.hostId)
    return { userId: share.id, email, emailRefusal: await queueMail(true) }
  })
}
