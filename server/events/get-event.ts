import { eq, isNull } from 'drizzle-orm'
import { events } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { notFound } from '../errors.ts'
import { isId } from '../ids.ts'
import { readEvents } from './event-view.ts'

export const getEvent: Handler<'getEvent'> = async ({ deps: { db, now }, host, params }) => {
  if (!isId(params.id)) throw notFound()
  const [event] = await readEvents(db, host.id, now(), eq(events.id, params.id), isNull(events.deletedAt))
  if (!event) throw notFound()
  return event
}
