import { and, isNull } from 'drizzle-orm'
import { events } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { notFound } from '../errors.ts'
import { isId } from '../ids.ts'
import { isEvent } from './save-event.ts'

/** Hides the event everywhere immediately; `removeDeletedEvents` deletes it for good later. */
export const deleteEvent: Handler<'deleteEvent'> = async ({ deps: { db, now }, caller, params }) => {
  if (!isId(params.id)) throw notFound()
  const deleted = await db
    .update(events)
    .set({ deletedAt: now(), updatedAt: now() })
    .where(and(isEvent(events, caller.hostId, params.id), isNull(events.deletedAt)))
    .returning({ id: events.id })
  if (deleted.length === 0) throw notFound()
  return null
}
