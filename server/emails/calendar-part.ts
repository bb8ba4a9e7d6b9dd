import { meetViaLabels } from '../../contract/events/event-options.ts'
import { confirmationPath } from '../../contract/pages/page-paths.ts'
import { product } from '../../contract/product.ts'
import { bookingUid } from '../calendars/booking-uid.ts'
import type { bookings } from '../db/tables/bookings.ts'
import type { MailAddress } from '../adapters/mailer.ts'
import { labeled, publicAnswers } from './public-answers.ts'
import { contentLine, mailtoValue, textValue, utcValue } from '../calendars/icalendar/ical-lines.ts'
import { meetingPlace } from '../../contract/bookings/meeting-place.ts'
import type { MailRole } from '../jobs/queued-mail.ts'

/** The properties of a booking that calendars need. */
export type CalendarBooking = Pick<
  typeof bookings.$inferSelect,
  | 'id'
  | 'calendarEntryId'
  | 'sequence'
  | 'title'
  | 'description'
  | 'meetVia'
  | 'meetingUrl'
  | 'location'
  | 'fullName'
  | 'email'
  | 'startAt'
  | 'endAt'
  | 'customFields'
>

export interface CalendarPartInput {
  booking: CalendarBooking
  host: MailAddress
  /** The recipient and their address; a guest is listed as an attendee. */
  role: MailRole
  to: string
  method: 'REQUEST' | 'CANCEL'
  publicUrl: string
  /** When this was sent (epoch milliseconds). Of two with the same sequence number, the later one counts. */
  stampedAt: number
}

/**
 * An email's calendar part (RFC 5546). It uses the uid that Google gives the host's entry, so that a calendar with
 * that entry updates it instead of adding another.
 */
export function calendarPart(input: CalendarPartInput): string {
  const { booking, host, role, to, method } = input
  const attendee = ({ name, address }: MailAddress, status: Record<string, string>) =>
    contentLine('ATTENDEE', mailtoValue(address), {
      CUTYPE: 'INDIVIDUAL',
      ...status,
      CN: name || address,
    })
  // Host and invitee have agreed by offering and choosing the time. Asking for a reply would show a question
  // above the email and send the host a reply for every booking. A guest hasn't agreed yet.
  const agreed = { ROLE: 'REQ-PARTICIPANT', PARTSTAT: 'ACCEPTED', RSVP: 'FALSE' }
  const people = [
    contentLine('ORGANIZER', mailtoValue(host.address), { CN: host.name || host.address }),
    attendee(host, { ...agreed, ROLE: 'CHAIR' }),
    ...(role === 'guest'
      ? // Guests don't get the invitee's address, which is part of an attendee.
        [
          attendee(
            { name: '', address: to },
            { ROLE: 'REQ-PARTICIPANT', PARTSTAT: 'NEEDS-ACTION', RSVP: 'TRUE' },
          ),
        ]
      : [attendee({ name: booking.fullName, address: booking.email }, agreed)]),
  ]
  const other = role === 'host' ? booking.fullName : host.name
  const status = method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'
  return calendar(method, event(input, `${booking.title} with ${other}`, status, people))
}

/**
 * The file behind "Add to calendar". It is published, so it has no attendees. `organizer` must be the email sender,
 * because visitors of the page can't see the host's address.
 */
export function calendarFile(input: {
  booking: CalendarBooking & { status: 'confirmed' | 'canceled' }
  hostName: string
  organizer: MailAddress
  publicUrl: string
  now: number
}): string {
  const { booking, hostName, organizer, now } = input
  const people = [contentLine('ORGANIZER', mailtoValue(organizer.address), { CN: hostName })]
  const status = booking.status === 'canceled' ? 'CANCELLED' : 'CONFIRMED'
  const title = `${booking.title} with ${hostName}`
  return calendar('PUBLISH', event({ ...input, stampedAt: now }, title, status, people))
}

/** A host's bookings as one calendar, in parts, without private notes and links, which let anyone change a booking. */
export async function* calendarArchive(
  batches: AsyncIterable<readonly ArchivedBooking[]>,
  now: number,
): AsyncGenerator<string> {
  yield calendarHead('PUBLISH')
  for await (const bookings of batches) {
    const lines = bookings.flatMap((booking) => {
      const status = booking.status === 'canceled' ? 'CANCELLED' : 'CONFIRMED'
      return event(
        { booking, publicUrl: null, stampedAt: now },
        `${booking.title} with ${booking.fullName}`,
        status,
        [],
      )
    })
    yield lines.join('')
  }
  yield CALENDAR_END
}

type ArchivedBooking = CalendarBooking & { status: 'confirmed' | 'canceled' }

const calendar = (method: string, lines: readonly string[]): string =>
  calendarHead(method) + lines.join('') + CALENDAR_END

const calendarHead = (method: string): string =>
  [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', `-//${product.maker}//${product.name}//EN`),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('METHOD', method),
  ].join('')

const CALENDAR_END = contentLine('END', 'VCALENDAR')

/** Times are in UTC, because a single meeting only needs an instant and zone rules can be misread. */
function event(
  {
    booking,
    publicUrl,
    stampedAt,
  }: { booking: CalendarBooking; publicUrl: string | null; stampedAt: number },
  title: string,
  status: string,
  people: readonly string[],
): string[] {
  const page = publicUrl === null ? null : `${publicUrl}${confirmationPath(booking.id)}`
  const place = meetingPlace(booking)
  return [
    contentLine('BEGIN', 'VEVENT'),
    contentLine('UID', textValue(bookingUid(booking.calendarEntryId))),
    contentLine('SEQUENCE', String(booking.sequence)),
    contentLine('DTSTAMP', utcValue(stampedAt)),
    contentLine('DTSTART', utcValue(booking.startAt)),
    contentLine('DTEND', utcValue(booking.endAt)),
    contentLine('SUMMARY', textValue(title)),
    contentLine('DESCRIPTION', textValue(describe(booking, page))),
    ...(place === null ? [] : [contentLine('LOCATION', textValue(place.text))]),
    ...(place === null || place.url === null
      ? []
      : [
          contentLine('CONFERENCE', uriValue(place.url), {
            VALUE: 'URI',
            FEATURE: 'VIDEO',
            LABEL: meetViaLabels[booking.meetVia],
          }),
        ]),
    ...(page === null ? [] : [contentLine('URL', uriValue(page))]),
    ...people,
    contentLine('STATUS', status),
    contentLine('TRANSP', status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'),
    contentLine('END', 'VEVENT'),
  ]
}

function describe(booking: CalendarBooking, page: string | null): string {
  const answers = publicAnswers(booking.customFields).map(({ label, answer }) => labeled(label, answer))
  const how = meetViaLabels[booking.meetVia]
  const place = meetingPlace(booking)
  return [
    booking.description,
    place === null ? how : `${how}\n${labeled(place.label, place.text)}`,
    answers.join('\n'),
    page === null ? '' : `Details and changes: ${page}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Escapes everything that isn't part of a URI, because it would end the line or start another. */
const uriValue = (uri: string) => uri.replaceAll(/[\s\p{Cc}]/gu, (character) => encodeURIComponent(character))
