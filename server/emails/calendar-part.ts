import { confirmationPath, meetViaLabels } from '../../contract/event-options.ts'
import { product } from '../../contract/product.ts'
import type { bookings } from '../db/schema.ts'
import type { MailAddress } from '../mailer.ts'
import { labeled, publicAnswers } from './public-answers.ts'
import { contentLine, mailtoValue, textValue, utcValue } from './ical-lines.ts'
import { meetingPlace } from '../../contract/meeting-place.ts'
import type { MailRole } from './queued-mail.ts'

/** A booking as a calendar is told of it. */
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
  /** Who reads it, and where: a guest is among those who attend. */
  role: MailRole
  to: string
  method: 'REQUEST' | 'CANCEL'
  publicUrl: string
  /** When this was said (epoch milliseconds): the later of two with the same number counts. */
  stampedAt: number
}

/**
 * What a mail tells the reader's calendar (RFC 5546). The uid is the one that Google gives the host's entry, so that a
 * calendar that has that entry already updates it rather than adding another.
 */
export function calendarPart(input: CalendarPartInput): string {
  const { booking, host, role, to, method } = input
  const attendee = ({ name, address }: MailAddress, status: Record<string, string>) =>
    contentLine('ATTENDEE', mailtoValue(address), {
      CUTYPE: 'INDIVIDUAL',
      ...status,
      CN: name || address,
    })
  // Both have agreed: the one by offering the time, the other by choosing it. Asking them for an answer would put a
  // question above the mail, and send the host a reply for each booking. A guest has not agreed yet.
  const agreed = { ROLE: 'REQ-PARTICIPANT', PARTSTAT: 'ACCEPTED', RSVP: 'FALSE' }
  const people = [
    contentLine('ORGANIZER', mailtoValue(host.address), { CN: host.name || host.address }),
    attendee(host, { ...agreed, ROLE: 'CHAIR' }),
    attendee({ name: booking.fullName, address: booking.email }, agreed),
    ...(role === 'guest'
      ? [
          attendee(
            { name: '', address: to },
            { ROLE: 'REQ-PARTICIPANT', PARTSTAT: 'NEEDS-ACTION', RSVP: 'TRUE' },
          ),
        ]
      : []),
  ]
  const other = role === 'host' ? booking.fullName : host.name
  const status = method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'
  return calendar(method, event(input, `${booking.title} with ${other}`, status, people))
}

/**
 * The file behind "add to calendar". It is published rather than sent to somebody, so nobody attends; `organizer` should
 * be the mail's sender: whoever has the page does not have the host's address.
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

function calendar(method: string, lines: readonly string[]): string {
  return [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', `-//${product.maker}//${product.name}//EN`),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('METHOD', method),
    ...lines,
    contentLine('END', 'VCALENDAR'),
  ].join('')
}

/** Times are in UTC: an instant is all a single meeting needs, and no zone's rules can be read wrongly. */
function event(
  { booking, publicUrl, stampedAt }: { booking: CalendarBooking; publicUrl: string; stampedAt: number },
  title: string,
  status: string,
  people: readonly string[],
): string[] {
  const page = `${publicUrl}${confirmationPath(booking.id)}`
  const place = meetingPlace(booking)
  return [
    contentLine('BEGIN', 'VEVENT'),
    contentLine('UID', textValue(`${booking.calendarEntryId}@google.com`)),
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
    contentLine('URL', uriValue(page)),
    ...people,
    contentLine('STATUS', status),
    contentLine('TRANSP', status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'),
    contentLine('END', 'VEVENT'),
  ]
}

function describe(booking: CalendarBooking, page: string): string {
  const answers = publicAnswers(booking.customFields).map(({ label, answer }) => labeled(label, answer))
  const how = meetViaLabels[booking.meetVia]
  const place = meetingPlace(booking)
  return [
    booking.description,
    place === null ? how : `${how}\n${labeled(place.label, place.text)}`,
    answers.join('\n'),
    `Details and changes: ${page}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Anything that is no part of a URI would end the line, or begin another. */
const uriValue = (uri: string) => uri.replaceAll(/[\s\p{Cc}]/gu, (character) => encodeURIComponent(character))
