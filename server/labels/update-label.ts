import { lockHost } from '../db/lock-host.ts'
import { labels } from '../db/tables/labels.ts'
import type { Handler } from '../http/endpoint.ts'
import { notFound } from '../http/errors.ts'
import { nameColumns } from './label-name.ts'
import { whereLabel, labelView } from './read-labels.ts'

export const updateLabel: Handler<'updateLabel'> = async ({ deps: { db }, caller, params, body }) => {
  const { hostId } = caller
  const { id } = params
  return db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    const [row] = await tx.select().from(labels).where(whereLabel(hostId, id))
    if (!row) throw notFound()
    const { name = row.name, color = row.color } = body
    const [updated] = await tx
      .update(labels)
      .set({ ...(await nameColumns(tx, row, name)), color })
      .where(whereLabel(hostId, id))
      .returning()
    return labelView(updated!)
  })
}
