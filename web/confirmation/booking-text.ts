import type { BookingAnswer } from '../../contract/booking.ts'
import type { BookedCollection } from '../../contract/collection.ts'
import { isBlank } from '../../contract/custom-fields.ts'
import { locationLabels, meetViaLabels } from '../../contract/event-options.ts'
import type { Reader } from '../../contract/pages.ts'
import { dateTextOf, timeRangeText, timeText, zoneText } from '../public-pages/time-text.ts'

interface AnsweredField {
  id: string
  label: string
  answer: string
}

interface AnsweredCollection {
  id: string
  name: string
  fields: AnsweredField[]
}

/** What was asked and answered; collections without an answer are left out. */
export function answersOf(collections: readonly BookedCollection[], reader: Reader): AnsweredCollection[] {
  return collections.flatMap(({ id, name, fields }) => {
    const answered = fields.flatMap((field) =>
      field.value === null || isBlank(field.value)
        ? []
        : [{ id: field.id, label: field.label, answer: answerText(field.type, field.value, reader) }],
    )
    return answered.length > 0 ? [{ id, name, fields: answered }] : []
  })
}

/** Dates and times of answers are wall clock, the same in every zone: only their words are the reader's. */
function answerText(type: string, value: string | string[], reader: Reader): string {
  if (typeof value !== 'string') return value.join(', ')
  const wall = { ...reader, timeZone: 'UTC' }
  switch (type) {
    case 'date':
      return dateTextOf(value, wall)
    case 'datetime':
      return momentText(`${value}Z`, wall)
    case 'time':
      return timeText(`1970-01-01T${value}Z`, wall)
    default:
      return value
  }
}

/** A date with its time; `Invalid date` where it cannot be read. */
export function momentText(instant: string, reader: Reader): string {
  const date = dateTextOf(instant, reader)
  return Number.isNaN(Date.parse(instant)) ? date : `${date}, ${timeText(instant, reader)}`
}

/** Addresses as they are typed: with commas, or each on its own line. */
export const addressesOf = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((address) => address.trim())
    .filter((address) => address !== '')

/** Where the meeting takes place: the link to the call, or what the host says; null while neither is known. */
export function placeOf({ bookingData, eventData }: BookingAnswer): { label: string; text: string } | null {
  if (bookingData.meetingUrl !== null) return { label: 'Meeting Link', text: bookingData.meetingUrl }
  const label = locationLabels[eventData.meetVia]
  return label !== null && eventData.location !== '' ? { label, text: eventData.location } : null
}

/** The booking in lines, for a message or a note. */
export function plainDetails(
  { bookingData: booking, eventData: event }: BookingAnswer,
  reader: Reader,
): string {
  const place = placeOf({ bookingData: booking, eventData: event })
  const lines: [string, string][] = [
    ['Date', dateTextOf(booking.startUtc, reader)],
    ['Time', timeRangeText(booking.startUtc, booking.endUtc, reader)],
    ['Time zone', zoneText(booking.startUtc, reader)],
    ['Duration', `${booking.duration} minutes`],
    ['Meet via', meetViaLabels[event.meetVia]],
    ...(place ? [[place.label, place.text] as [string, string]] : []),
    ['Host', event.hostName],
    ['Name', booking.fullName],
    ['Email', booking.email],
    ...answersOf(booking.customFieldsCollections, reader).flatMap(({ fields }) =>
      fields.map(({ label, answer }) => [label, answer] as [string, string]),
    ),
  ]
  const title = booking.status === 'canceled' ? `Canceled: ${booking.title}` : booking.title
  return [title, ...lines.map(([label, value]) => `${label}: ${value}`)].join('\n')
}
