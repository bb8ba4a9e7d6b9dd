import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { collections } from '../db/tables/collections.ts'
import type { Handler } from '../http/endpoint.ts'
import { notFound } from '../http/errors.ts'
import { claimIdempotencyKey, hashRequest } from '../http/idempotency.ts'
import { addCollectionLabels } from '../labels/add-labels.ts'
import { lockLabels } from '../labels/lock-labels.ts'
import { assertWithinQuotas } from '../hosts/quotas.ts'
import { readCollections } from './collection-view.ts'
import { savedFields } from './save-fields.ts'

export const createCollection: Handler<'createCollection'> = ({ deps: { db, now }, caller, body, headers }) =>
  db.transaction(async (tx) => {
    const id = randomUUID()
    const request = {
      hostId: caller.hostId,
      operation: 'createCollection' as const,
      key: headers['idempotency-key'],
      hash: hashRequest(body),
    }
    const earlier = await claimIdempotencyKey(tx, request, { createdId: id, now: now() })
    if (earlier === null) {
      await tx.insert(collections).values({
        hostId: caller.hostId,
        id,
        name: body.name,
        description: body.description ?? '',
        type: body.type ?? 'generic',
        fields: savedFields([], body.fields),
        isArchived: body.isArchived ?? false,
        createdAt: now(),
        updatedAt: now(),
      })
      await assertWithinQuotas(tx, caller.hostId)
      if (body.labelIds) {
        await lockLabels(tx, caller.hostId, body.labelIds)
        await addCollectionLabels(tx, caller.hostId, [{ hostId: caller.hostId, id }], body.labelIds)
      }
    }
    const [created] = await readCollections(tx, caller.hostId, eq(collections.id, earlier ?? id))
    if (!created) throw notFound()
    return created
  })
