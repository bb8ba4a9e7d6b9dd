import { createHash } from 'node:crypto'
import type { PublicEvent } from '../../contract/event.schema.ts'
import { askedWhenBooking, readUsedCollections } from '../custom-fields/used-collections.ts'
import type { Db } from '../db/database.ts'
import type { Handler } from '../endpoint.ts'
import { defaultDuration, offeredDurations } from '../bookings/asked-slots.ts'
import { bookingUrlId } from './event-view.ts'
import { oneOffUrlId } from '../../contract/event-options.ts'
import { findPublicEvent, type Found } from './find-public-event.ts'
import { toIso } from '../iso.ts'

export const getPublicEvent: Handler<'getPublicEvent'> = async ({ deps, params }) => {
  const found = await findPublicEvent(deps, params.bookingUrlId)
  return publicEventView(deps.db, found, deps.now())
}

export async function publicEventView(
  db: Db,
  { event, host, hostName, link }: Found,
  now: number,
): Promise<PublicEvent> {
  return {
    id: event.id,
    calendarId: createHash('sha256').update(`${event.hostId} ${event.calendarId}`).digest('base64url'),
    title: event.title,
    description: event.description,
    duration: defaultDuration(event, link?.rules),
    durations: offeredDurations(event, link?.rules),
    meetVia: event.meetVia,
    timezone: event.timezone,
    startDate: toIso(event.bookingStart),
    endDate: toIso(event.bookingEnd),
    showUsersTheBookingStartDate: event.showBookingStartDate,
    weeklySlots: host.schedule?.week ?? event.week,
    customFieldsCollections: askedWhenBooking(await readUsedCollections(db, event)),
    bookingUrlId: link ? oneOffUrlId(link.token) : bookingUrlId(event.bookingLinkId),
    allowUsersToEdit: event.allowUsersToEdit,
    allowUsersToCancel: event.allowUsersToCancel,
    hostName,
    serverNow: toIso(now),
  }
}
