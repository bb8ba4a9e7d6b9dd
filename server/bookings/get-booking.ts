import { eq } from 'drizzle-orm'
import type { BookingAnswer } from '../../contract/booking.ts'
import { bookings, events, hosts } from '../db/schema.ts'
import type { Db } from '../db/open.ts'
import type { Handler } from '../endpoint.ts'
import { bookingNotFound } from '../errors.ts'
import { bookingUrlId } from '../events/event-view.ts'
import { isCapability } from '../ids.ts'

const MINUTE = 60_000

export const getBooking: Handler<'getBooking'> = ({ deps: { db }, params }) => readBooking(db, params.id)

/** A booking by its id, which is the right to see it. What happened to the event since changes nothing of it. */
export async function readBooking(db: Db, id: string): Promise<BookingAnswer> {
  if (!isCapability(id)) throw bookingNotFound()
  const [found] = await db
    .select({ booking: bookings, event: events, hostName: hosts.name })
    .from(bookings)
    .innerJoin(hosts, eq(hosts.id, bookings.hostId))
    .leftJoin(events, eq(events.id, bookings.eventId))
    .where(eq(bookings.id, id))
  if (!found) throw bookingNotFound()
  const { booking, event, hostName } = found
  const present = event !== null && event.deletedAt === null
  return {
    bookingData: {
      id: booking.id,
      status: booking.status,
      createdAt: new Date(booking.createdAt).toISOString(),
      duration: (booking.endAt - booking.startAt) / MINUTE,
      title: booking.title,
      description: booking.description,
      fullName: booking.fullName,
      email: booking.email,
      startUtc: new Date(booking.startAt).toISOString(),
      endUtc: new Date(booking.endAt).toISOString(),
      customFieldsCollections: [],
    },
    eventData: {
      title: booking.title,
      meetVia: booking.meetVia,
      timezone: booking.timezone,
      hostName,
      bookingUrlId: present ? bookingUrlId(event.bookingLinkId) : null,
      allowUsersToEdit: present && event.allowUsersToEdit,
      allowUsersToCancel: event?.allowUsersToCancel ?? false,
    },
  }
}
