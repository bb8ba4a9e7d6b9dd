import { isNull } from 'drizzle-orm'
import { events } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { notFound } from '../errors.ts'
import { isId } from '../ids.ts'
import { readEvent } from './event-view.ts'

export const getEvent: Handler<'getEvent'> = async ({ deps: { db, now }, caller, params }) => {
  if (!isId(params.id)) throw notFound()
  return readEvent(db, caller.hostId, params.id, now(), isNull(events.deletedAt))
}
