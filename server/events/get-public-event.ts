import { createHash } from 'node:crypto'
import type { PublicEvent } from '../../contract/event.schema.ts'
import { askedWhenBooking, readUsedCollections } from '../custom-fields/used-collections.ts'
import type { Db } from '../db/database.ts'
import type { EventRow } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { bookingUrlId } from './event-view.ts'
import { findPublicEvent } from './find-public-event.ts'
import { toIso } from '../iso.ts'

export const getPublicEvent: Handler<'getPublicEvent'> = async ({ deps, params }) => {
  const { event, hostName } = await findPublicEvent(deps, params.bookingUrlId)
  return publicEventView(deps.db, event, hostName, deps.now())
}

export async function publicEventView(
  db: Db,
  event: EventRow,
  hostName: string,
  now: number,
): Promise<PublicEvent> {
  return {
    id: event.id,
    calendarId: createHash('sha256').update(`${event.hostId} ${event.calendarId}`).digest('base64url'),
    title: event.title,
    description: event.description,
    duration: event.duration,
    meetVia: event.meetVia,
    timezone: event.timezone,
    startDate: toIso(event.bookingStart),
    endDate: toIso(event.bookingEnd),
    showUsersTheBookingStartDate: event.showBookingStartDate,
    weeklySlots: event.week,
    customFieldsCollections: askedWhenBooking(await readUsedCollections(db, event)),
    bookingUrlId: bookingUrlId(event.bookingLinkId),
    allowUsersToEdit: event.allowUsersToEdit,
    allowUsersToCancel: event.allowUsersToCancel,
    hostName,
    serverNow: toIso(now),
  }
}
