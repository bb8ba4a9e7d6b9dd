import { lockHost } from '../db/lock-host.ts'
import { labels } from '../db/tables/labels.ts'
import type { Handler } from '../http/endpoint.ts'
import { notFound } from '../http/errors.ts'
import { whereLabel } from './read-labels.ts'

export const deleteLabel: Handler<'deleteLabel'> = async ({ deps: { db }, caller: { hostId }, params }) => {
  await db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    const deleted = await tx.delete(labels).where(whereLabel(hostId, params.id)).returning({ id: labels.id })
    if (deleted.length === 0) throw notFound()
  })
  return null
}
