import { labels } from '../db/tables/labels.ts'
import type { Handler } from '../http/endpoint.ts'
import { lockLabels } from './lock-labels.ts'
import { whereLabel, readLabels } from './read-labels.ts'

export const orderLabels: Handler<'orderLabels'> = ({ deps: { db }, caller: { hostId }, body: { ids } }) =>
  db.transaction(async (tx) => {
    await lockLabels(tx, hostId, ids)
    const before = (await readLabels(tx, hostId)).map(({ id }) => id)
    const after = [...ids, ...before.filter((id) => !ids.includes(id))]
    for (const [position, id] of after.entries()) {
      await tx.update(labels).set({ position }).where(whereLabel(hostId, id))
    }
    return readLabels(tx, hostId)
  })
