import { isNull } from 'drizzle-orm'
import { hasScope } from '../http/caller.ts'
import { events } from '../db/tables/events.ts'
import type { Handler } from '../http/endpoint.ts'
import { readEvent } from './event-view.ts'

export const getEvent: Handler<'getEvent'> = async ({ deps: { db, now }, caller, params }) => {
  const event = await readEvent(db, caller.hostId, params.id, now(), isNull(events.deletedAt))
  if (hasScope(caller, 'private-fields:read')) return event
  const asked = event.customFieldsCollections.filter(({ collectionStage }) => collectionStage === 'onBooking')
  return { ...event, customFieldsCollections: asked }
}
