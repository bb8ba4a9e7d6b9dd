import { and, asc, eq, inArray } from 'drizzle-orm'
import { eventLabels } from '../db/tables/labels.ts'
import { events } from '../db/tables/events.ts'
import type { Handler } from '../http/endpoint.ts'
import { notFound } from '../http/errors.ts'
import { isId } from '../db/ids.ts'
import { addEventLabels } from './add-labels.ts'
import { lockLabels } from './lock-labels.ts'
import { removeLabels } from './remove-labels.ts'

export const labelEvents: Handler<'labelEvents'> = async ({ deps: { db }, caller: { hostId }, body }) => {
  const { eventIds, add, remove } = body
  if (!eventIds.every(isId)) throw notFound()
  await db.transaction(async (tx) => {
    await lockLabels(tx, hostId, [...add, ...remove])
    const found = await tx
      .select({ id: events.id, deletedAt: events.deletedAt })
      .from(events)
      .where(and(eq(events.hostId, hostId), inArray(events.id, eventIds)))
      .orderBy(asc(events.id))
      .for('key share')
    // Another tab may have deleted some of them.
    const present = found.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id)
    if (found.length < eventIds.length || present.length === 0) throw notFound()
    await addEventLabels(tx, hostId, present, add)
    await removeLabels(tx, eventLabels, inArray(eventLabels.eventId, present), hostId, remove)
  })
  return null
}
