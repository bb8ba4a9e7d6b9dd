import { and, isNull } from 'drizzle-orm'
import { recordActivity } from '../hosts/record-activity.ts'
import type { Tx } from '../db/database.ts'
import { events } from '../db/tables/events.ts'
import type { Handler } from '../http/endpoint.ts'
import { notFound } from '../http/errors.ts'
import { isId } from '../db/ids.ts'
import { whereEvent } from './save-event.ts'

export const deleteEvent: Handler<'deleteEvent'> = async ({ deps: { db, now }, caller, params }) => {
  await db.transaction((tx) => hideEvent(tx, caller.hostId, params.id, now()))
  return null
}

/** Hides an event everywhere immediately; `removeDeletedEvents` deletes it for good later. Throws `not_found`. */
export async function hideEvent(tx: Tx, hostId: string, id: string, now: number): Promise<void> {
  if (!isId(id)) throw notFound()
  const [deleted] = await tx
    .update(events)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(whereEvent(hostId, id), isNull(events.deletedAt)))
    .returning({ title: events.title })
  if (!deleted) throw notFound()
  await recordActivity(tx, hostId, { kind: 'event_deleted', details: deleted }, now)
}
