import { createHash } from 'node:crypto'
import type { AskedCollection } from '../../contract/custom-fields/collection.schema.ts'
import type { PublicEvent } from '../../contract/events/event.schema.ts'
import { askedWhenBooking, readUsedCollections } from '../custom-fields/used-collections.ts'
import type { Handler } from '../http/endpoint.ts'
import { defaultDuration, offeredDurations } from './durations.ts'
import { bookingUrlId } from './event-view.ts'
import { oneOffUrlId } from '../../contract/events/event-options.ts'
import { findPublicEvent, type Found } from './find-public-event.ts'
import { toIso } from '../http/iso.ts'
import { photoPath } from '../photos/photo-path.ts'

export const getPublicEvent: Handler<'getPublicEvent'> = async ({ deps, params }) => {
  const found = await findPublicEvent(deps, params.bookingUrlId)
  const asks = askedWhenBooking(await readUsedCollections(deps.db, found.event))
  return publicEventView(found, asks, deps.now())
}

/** `asks`: what invitees are asked. */
export function publicEventView(
  { event, host, hostName, photoDigest, link }: Found,
  asks: AskedCollection[],
  now: number,
): PublicEvent {
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
    customFieldsCollections: asks,
    bookingUrlId: link ? oneOffUrlId(link.token) : bookingUrlId(event.bookingLinkId),
    allowUsersToEdit: event.allowUsersToEdit,
    allowUsersToCancel: event.allowUsersToCancel,
    hostName,
    hostPhoto: photoPath(photoDigest),
    serverNow: toIso(now),
  }
}
