import { and, isNull } from 'drizzle-orm'
import { recordActivity } from '../account/record-activity.ts'
import { events } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { notFound } from '../errors.ts'
import { isId } from '../ids.ts'
import { isEvent } from './save-event.ts'

/** Hides the event everywhere immediately; `removeDeletedEvents` deletes it for good later. */
export const deleteEvent: Handler<'deleteEvent'> = async ({ deps: { db, now }, caller, params }) => {
  if (!isId(params.id)) throw notFound()
  await db.transaction(async (tx) => {
    const [deleted] = await tx
      .update(events)
      .set({ deletedAt: now(), updatedAt: now() })
      .where(and(isEvent(events, caller.hostId, params.id), isNull(events.deletedAt)))
      .returning({ title: events.title })
    if (!deleted) throw notFound()
    await recordActivity(tx, caller.hostId, { kind: 'event_deleted', details: deleted }, now())
  })
  return null
}
