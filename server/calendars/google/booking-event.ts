import type { calendar_v3 } from '@googleapis/calendar'
import { escapeHtml } from '../../http/html.ts'
import { bookingDigest } from '../booking-digest.ts'
import type { AnonymousEntry, BookingEntry } from '../../adapters/calendar-provider.ts'
import { requestCall } from './conference.ts'

type GoogleEvent = calendar_v3.Schema$Event

/** Private property that names the attendee who booked. */
const INVITEE = 'boomtimeInvitee'

/**
 * Private property with the booking's sequence at the last write, so that a write that took effect late is recognized.
 */
const SEQUENCE = 'boomtimeSequence'

/** Private property with a digest of what we last wrote, which tells the host's changes from ours. */
const WRITTEN = 'boomtimeWritten'

/** The event that shows a booking; `before` is the event as it is now, null if there is none. */
export function bookingEvent(entry: BookingEntry, before: GoogleEvent | null, timeZone: string): GoogleEvent {
  const { invitee } = entry
  return {
    id: entry.id,
    status: 'confirmed',
    // Written even if empty, so that the address of an earlier meeting type disappears.
    location: entry.location,
    summary: entry.title,
    description: descriptionHtml(entry.description, lastParagraph(entry.description)),
    start: dateTime(entry.startAt, timeZone),
    end: dateTime(entry.endAt, timeZone),
    attendees: attendeesOf(entry, before),
    // Guests get neither one another's addresses nor the invitee's.
    ...(entry.guests.length > 0 && { guestsCanSeeOtherGuests: false }),
    extendedProperties: {
      private: {
        boomtimeBookingId: entry.bookingId,
        [INVITEE]: invitee.email,
        [SEQUENCE]: String(entry.sequence),
        [WRITTEN]: bookingDigest(entry),
      },
    },
    ...(entry.conference.isWanted && { conferenceData: requestCall(entry.id) }),
  }
}

/** The event without the people who aren't in it yet. */
export function withoutNewPeople(event: GoogleEvent, before: GoogleEvent | null): GoogleEvent {
  const known = new Set(before?.attendees?.map(({ email }) => email?.toLowerCase()))
  return {
    ...event,
    attendees: event.attendees?.filter(({ email }) => known.has(email?.toLowerCase())) ?? [],
  }
}

/** The changes that remove everyone but the host from an event, and what it says about them. */
export const anonymousEvent = (
  { title, description, sequence }: AnonymousEntry,
  before: GoogleEvent,
): GoogleEvent => ({
  summary: title,
  description: descriptionHtml(description),
  attendees: before.attendees?.filter(({ self, organizer }) => self || organizer) ?? [],
  // Patching removes what is null, which the client's types don't know.
  extendedProperties: { private: { [INVITEE]: null as unknown as string, [SEQUENCE]: String(sequence) } },
})

/** The booking's sequence when we last wrote the event; null if it doesn't say so. */
export function sequenceOf(event: GoogleEvent): number | null {
  const written = event.extendedProperties?.private?.[SEQUENCE]
  return written !== undefined && /^\d{1,9}$/.test(written) ? Number(written) : null
}

/**
 * Whether the event was written for this state of its booking: what differs is the host's doing. The sequence alone
 * doesn't say so, because after a restored backup the same number can mean another state.
 */
export const showsBooking = (event: GoogleEvent, entry: BookingEntry): boolean =>
  sequenceOf(event) === entry.sequence &&
  event.extendedProperties?.private?.[WRITTEN] === bookingDigest(entry)

/** The longest description that Google takes, in characters of HTML. */
const MAX_DESCRIPTION = 8192

/** Google shows a description as HTML, where text that people typed must stay text. It makes a link of a bare URL. */
const toHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

/** A description without what is too much for Google, which is cut before its `ending`. */
function descriptionHtml(text: string, ending = ''): string {
  const whole = toHtml(text)
  if (whole.length <= MAX_DESCRIPTION) return whole
  const rest = toHtml(`…${ending}`)
  let html = ''
  for (const character of text) {
    const next = toHtml(character)
    if (html.length + next.length + rest.length > MAX_DESCRIPTION) break
    html += next
  }
  return html + rest
}

/** With the blank line before it. */
const lastParagraph = (text: string) => text.slice(text.lastIndexOf('\n\n'))

/**
 * `date: null` clears the date of an event that its host turned into an all-day one: Google accepts no event with both.
 */
const dateTime = (instant: number, timeZone: string) => ({
  dateTime: new Date(instant).toISOString(),
  timeZone,
  date: null,
})

/** A write replaces the whole list of attendees, so their replies and the people the host added are carried over. */
function attendeesOf({ invitee, guests, formerGuests }: BookingEntry, before: GoogleEvent | null) {
  const earlier = new Map(before?.attendees?.map((one) => [one.email?.toLowerCase(), one]))
  const merge = (email: string, defaults: calendar_v3.Schema$EventAttendee) => {
    const known = earlier.get(email.toLowerCase())
    earlier.delete(email.toLowerCase())
    return { ...defaults, ...known, email }
  }
  // The invitee agreed by booking; guests still have to reply.
  const booker = merge(invitee.email, { displayName: invitee.name, responseStatus: 'accepted' })
  const invited = guests.map((email) => merge(email, { responseStatus: 'needsAction' }))
  for (const email of formerGuests) earlier.delete(email)
  // The invitee's former address, if it was changed.
  earlier.delete(before?.extendedProperties?.private?.[INVITEE]?.toLowerCase())
  return [{ ...booker, displayName: invitee.name }, ...invited, ...earlier.values()]
}
