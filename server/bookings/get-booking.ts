import { and, eq } from 'drizzle-orm'
import { MINUTE } from '../../availability/units.ts'
import { maskedEmail, maskedEmails } from '../../contract/bookings/booking-actors.ts'
import type { BookingAnswer } from '../../contract/bookings/booking.schema.ts'
import type { BookedCollection } from '../../contract/custom-fields/collection.schema.ts'
import { presentFields, readUsedCollections } from '../custom-fields/used-collections.ts'
import { hostPhotos } from '../db/tables/host-photos.ts'
import { hosts } from '../db/tables/hosts.ts'
import { bookings } from '../db/tables/bookings.ts'
import { events } from '../db/tables/events.ts'
import { hasScope } from '../http/caller.ts'
import type { Db, Tx } from '../db/database.ts'
import { readHeldMails } from '../emails/held-mails.ts'
import type { Handler } from '../http/endpoint.ts'
import { bookingNotFound } from '../http/errors.ts'
import { bookingUrlId } from '../events/event-view.ts'
import { isAccepting } from '../events/find-public-event.ts'
import { publicPart, withPostBooking } from './booked-collections.ts'
import { listGuestLinks, seenByGuest } from './guest-links.ts'
import { guestsOf } from './guests/guests.ts'
import { readHistory } from './history.ts'
import { labelIdsByBooking } from '../labels/labeled.ts'
import { whereBooking, isLinkAllowed } from './lock-booking.ts'
import { actorOf, isOfTeam, openForTeam } from './open-booking.ts'
import { toIso } from '../http/iso.ts'
import { photoPath } from '../photos/photo-path.ts'
import { isRefused, pendingSince } from './pending-since.ts'

export const getBooking: Handler<'getBooking'> = ({ deps: { db }, caller, params }) =>
  readBooking(db, params.id, caller?.hostId).then((answer) =>
    hasScope(caller, 'private-fields:read')
      ? answer
      : { ...answer, bookingData: withoutNotes(answer.bookingData) },
  )

/** The booking without the host's private notes. */
export const withoutNotes = (booking: BookingAnswer['bookingData']) => ({
  ...booking,
  customFieldsCollections: publicPart(booking.customFieldsCollections),
})

/**
 * A booking by its id or a guest's token, which grants access to it, regardless of later changes to its event. Its own
 * host and the people its event is shared with (`callerId`) also see the private notes, the guests' addresses and the
 * history.
 */
export async function readBooking(db: Db | Tx, id: string, callerId?: string): Promise<BookingAnswer> {
  const opened = await openForTeam(db, id, callerId)
  const [found] = await db
    .select({
      booking: bookings,
      event: events,
      hostName: hosts.name,
      photoDigest: hostPhotos.digest,
      closedAt: hosts.deletedAt,
    })
    .from(bookings)
    .innerJoin(hosts, eq(hosts.id, bookings.hostId))
    .leftJoin(hostPhotos, eq(hostPhotos.hostId, bookings.hostId))
    .leftJoin(events, and(eq(events.hostId, bookings.hostId), eq(events.id, bookings.eventId)))
    .where(whereBooking({ hostId: opened.hostId, id: opened.bookingId }))
  if (!found) throw bookingNotFound()
  const { hostName, photoDigest, closedAt } = found
  // A closed account has no events to book.
  const event = closedAt === null ? found.event : null
  const actor = actorOf(opened, callerId)
  const isHost = actor.role === 'host'
  const isTeam = isOfTeam(actor)
  const link = isHost ? null : opened.link
  const booking = link === null ? found.booking : seenByGuest(found.booking, link)
  const isShared = actor.role === 'member'
  const guests = link === null ? await guestsOf(db, found.booking) : []
  const links = link === null ? await listGuestLinks(db, found.booking) : []
  const masked = maskedEmails([...links.map(({ email }) => email), ...guests])
  const shownEmail = (email: string) => (isTeam ? email : masked.get(email)!)
  const mayAct = !isShared && isLinkAllowed(event, link)
  return {
    bookingData: {
      id: isShared ? booking.sharedId : booking.id,
      status: booking.status,
      createdAt: toIso(booking.createdAt),
      // An entry dragged in the calendar can be off by seconds.
      duration: Math.round((booking.endAt - booking.startAt) / MINUTE),
      title: booking.title,
      description: booking.description,
      fullName: booking.fullName,
      email: booking.email,
      guests: guests.map(shownEmail),
      guestLinks: links.map(({ id: linkId, email, role, includesAnswers }) => ({
        id: linkId,
        email: shownEmail(email),
        role,
        includesAnswers,
      })),
      history: isTeam ? await readHistory(db, booking) : [],
      startUtc: toIso(booking.startAt),
      endUtc: toIso(booking.endAt),
      erasedAt: toIso(booking.erasedAt),
      canceledAt: toIso(booking.canceledAt),
      cancellationReason: booking.cancellationReason,
      canceledBy: booking.canceledBy,
      calendarEntryRemovedAt: isHost ? toIso(booking.entryRemovedAt) : null,
      calendarEntryDivergedAt: isHost ? toIso(booking.entryDivergedAt) : null,
      calendarEntryPendingSince: isHost ? pendingSince(booking) : null,
      isCalendarEntryRefused: isHost && isRefused(booking),
      heldMails: isTeam ? await readHeldMails(db, found.booking) : [],
      isByLink: isTeam && booking.linkId !== null,
      meetingUrl: booking.meetingUrl,
      hasVideoCallFailed: booking.videoCallFailedAt !== null,
      customFieldsCollections: isTeam
        ? await collectionsForHost(db, booking)
        : publicPart(booking.customFields),
      labelIds: isHost
        ? ((await labelIdsByBooking(db, booking.hostId, [booking.id])).get(booking.id) ?? [])
        : [],
    },
    eventData: {
      title: booking.title,
      meetVia: booking.meetVia,
      location: booking.location,
      timezone: booking.timezone,
      hostName,
      hostPhoto: photoPath(photoDigest),
      eventId: event && event.id,
      bookingUrlId: event && bookingUrlId(event.bookingLinkId),
      isAcceptingBookings: event !== null && isAccepting(event) && !event.rules.linksOnly,
      allowUsersToEdit: mayAct && (event?.allowUsersToEdit ?? false),
      allowUsersToCancel: mayAct && (event?.allowUsersToCancel ?? false),
    },
    access: {
      role: isTeam ? actor.role : (link?.role ?? 'invitee'),
      shareRole: isShared ? (opened.share?.role ?? null) : null,
      email: link?.email ? maskedEmail(link.email) : null,
      includesAnswers: link === null || link.includesAnswers,
      canInvite: mayAct,
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
