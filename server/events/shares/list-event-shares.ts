import { and, asc, eq } from 'drizzle-orm'
import type { EventShare } from '../../../contract/events/event-shares.schema.ts'
import type { Db, Tx } from '../../db/database.ts'
import { eventShares } from '../../db/tables/event-shares.ts'
import type { Handler } from '../../http/endpoint.ts'
import { findOwnEvent } from '../find-own-event.ts'

export const listEventShares: Handler<'listEventShares'> = async ({ deps: { db }, caller, params }) =>
  readEventShares(db, await findOwnEvent(db, caller.hostId, params.id))

/** The people an event is shared with, by address. */
export const readEventShares = (
  db: Db | Tx,
  { hostId, id }: { hostId: string; id: string },
): Promise<EventShare[]> =>
  db
    .select({ userId: eventShares.id, email: eventShares.email, role: eventShares.role })
    .from(eventShares)
    .where(and(eq(eventShares.hostId, hostId), eq(eventShares.eventId, id)))
    .orderBy(asc(eventShares.email))
