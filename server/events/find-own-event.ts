import { and, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../db/database.ts'
import { type EventRow, events } from '../db/tables/events.ts'
import { notFound } from '../http/errors.ts'
import { isId } from '../db/ids.ts'
import { whereEvent } from './save-event.ts'

/** One of the host's own events. Throws `not_found`. */
export async function findOwnEvent(db: Db | Tx, hostId: string, id: string): Promise<EventRow> {
  if (!isId(id)) throw notFound()
  const [row] = await db
    .select()
    .from(events)
    .where(and(whereEvent(hostId, id), isNull(events.deletedAt)))
  if (!row) throw notFound()
  return row
}
