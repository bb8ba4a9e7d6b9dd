import { and, eq } from 'drizzle-orm'
import { eventLinks } from '../db/schedule-schema.ts'
import type { Handler } from '../endpoint.ts'
import { notFound } from '../errors.ts'
import { findOwnEvent } from '../events/find-own-event.ts'
import { isId } from '../ids.ts'
import { isLinkOf } from './event-link-view.ts'

export const deleteEventLink: Handler<'deleteEventLink'> = async ({ deps: { db }, caller, params }) => {
  if (!isId(params.linkId)) throw notFound()
  const event = await findOwnEvent(db, caller.hostId, params.id)
  const deleted = await db
    .delete(eventLinks)
    .where(and(isLinkOf(event), eq(eventLinks.id, params.linkId)))
    .returning({ id: eventLinks.id })
  if (deleted.length === 0) throw notFound()
  return null
}
