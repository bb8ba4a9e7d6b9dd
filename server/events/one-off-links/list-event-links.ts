import type { Handler } from '../../http/endpoint.ts'
import { findOwnEvent } from '../find-own-event.ts'
import { readEventLinks } from './event-link-view.ts'

export const listEventLinks: Handler<'listEventLinks'> = async ({ deps: { db }, caller, params }) =>
  readEventLinks(db, await findOwnEvent(db, caller.hostId, params.id))
