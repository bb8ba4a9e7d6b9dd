import type { Handler } from '../../http/endpoint.ts'
import { bookingUrlId } from '../event-view.ts'
import { isAccepting } from '../find-public-event.ts'
import { toIso } from '../../http/iso.ts'
import { readSharedEvents } from './share-access.ts'

export const listSharedEvents: Handler<'listSharedEvents'> = async ({ deps: { db }, caller }) => {
  const shared = await readSharedEvents(db, caller.hostId)
  return shared.map(({ event, ownerName, role }) => ({
    id: event.id,
    title: event.title,
    duration: event.duration,
    meetVia: event.meetVia,
    location: event.location,
    bookingUrlId: bookingUrlId(event.bookingLinkId),
    ownerName,
    role,
    isAcceptingBookings: isAccepting(event),
    linksOnly: event.rules.linksOnly ?? false,
    createdAt: toIso(event.createdAt),
  }))
}
