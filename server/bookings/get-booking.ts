import { eq } from 'drizzle-orm'
import type { BookingAnswer } from '../../contract/booking.schema.ts'
import type { BookedCollection } from '../../contract/collection.schema.ts'
import { presentFields, readUsedCollections } from '../custom-fields/used-collections.ts'
import { bookings, events, hosts } from '../db/schema.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Handler } from '../endpoint.ts'
import { bookingNotFound } from '../errors.ts'
import { bookingUrlId } from '../events/event-view.ts'
import { isAccepting } from '../events/find-public-event.ts'
import { isCapability } from '../ids.ts'
import { publicPart, withPostBooking } from './booked-collections.ts'
import { guestsOf, maskedEmail } from './guests.ts'
import { toIso } from '../iso.ts'

const MINUTE = 60_000

export const getBooking: Handler<'getBooking'> = ({ deps: { db }, caller, params }) =>
  readBooking(db, params.id, caller?.hostId)

/**
 * A booking by its id, which grants access to it, regardless of later changes to its event. Its own host (`hostId`)
 * also sees the private notes and the guests' addresses.
 */
export async function readBooking(db: Db | Tx, id: string, hostId?: string): Promise<BookingAnswer> {
  if (!isCapability(id)) throw bookingNotFound()
  const [found] = await db
    .select({ booking: bookings, event: events, hostName: hosts.name })
    .from(bookings)
    .innerJoin(hosts, eq(hosts.id, bookings.hostId))
    .leftJoin(events, eq(events.id, bookings.eventId))
    .where(eq(bookings.id, id))
  if (!found) throw bookingNotFound()
  const { booking, event, hostName } = found
  const isHost = booking.hostId === hostId
  const guests = await guestsOf(db, booking)
  return {
    bookingData: {
      id: booking.id,
      status: booking.status,
      createdAt: toIso(booking.createdAt),
      // An entry dragged in the calendar can be off by seconds.
      duration: Math.round((booking.endAt - booking.startAt) / MINUTE),
      title: booking.title,
      description: booking.description,
      fullName: booking.fullName,
      email: booking.email,
      // Guests and people it was shared with have the same link, and must not get one another's addresses.
      guests: isHost ? guests : guests.map(maskedEmail),
      startUtc: toIso(booking.startAt),
      endUtc: toIso(booking.endAt),
      canceledAt: toIso(booking.canceledAt),
      cancellationReason: booking.cancellationReason,
      canceledBy: booking.canceledBy,
      calendarEntryRemovedAt: isHost ? toIso(booking.entryRemovedAt) : null,
      calendarEntryDivergedAt: isHost ? toIso(booking.entryDivergedAt) : null,
      meetingUrl: booking.meetingUrl,
      hasVideoCallFailed: booking.videoCallFailedAt !== null,
      customFieldsCollections: isHost
        ? await collectionsForHost(db, booking)
        : publicPart(booking.customFields),
    },
    eventData: {
      title: booking.title,
      meetVia: booking.meetVia,
      location: booking.location,
      timezone: booking.timezone,
      hostName,
      bookingUrlId: event && bookingUrlId(event.bookingLinkId),
      isAcceptingBookings: event !== null && isAccepting(event),
      allowUsersToEdit: event?.allowUsersToEdit ?? false,
      allowUsersToCancel: event?.allowUsersToCancel ?? false,
    },
  }
}

/** Includes the event's current private fields. */
export async function collectionsForHost(
  db: Db | Tx,
  { hostId, eventId, customFields }: typeof bookings.$inferSelect,
): Promise<BookedCollection[]> {
  const current = eventId === null ? [] : await readUsedCollections(db, { hostId, id: eventId })
  return withPostBooking(customFields, presentFields(current))
}
