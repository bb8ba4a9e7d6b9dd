import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import type { BookedCollection } from '../../../contract/custom-fields/collection.schema.ts'
import { isBlank } from '../../../contract/custom-fields/custom-fields.ts'
import { meetViaLabels } from '../../../contract/events/event-options.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { answerText } from '../../../contract/bookings/answer-text.ts'
import { bookingPlace } from '../../../contract/bookings/meeting-place.ts'
import { dateTextOf, timeRangeText, zoneText } from '../../../contract/time/time-text.ts'

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

/** The questions and answers, without collections that have no answer. */
export function answersOf(collections: readonly BookedCollection[], viewer: Viewer): AnsweredCollection[] {
  return collections.flatMap(({ id, name, fields }) => {
    const answered = fields.flatMap((field) =>
      field.value === null || isBlank(field.value)
        ? []
        : [{ id: field.id, label: field.label, answer: answerText(field.type, field.value, viewer) }],
    )
    return answered.length > 0 ? [{ id, name, fields: answered }] : []
  })
}

/** The booking as lines of text, for a message or a note. */
export function plainDetails(
  { bookingData: booking, eventData: event }: Pick<BookingAnswer, 'bookingData' | 'eventData'>,
  viewer: Viewer,
): string {
  const place = bookingPlace({ bookingData: booking, eventData: event })
  const lines: [string, string][] = [
    ['Date', dateTextOf(booking.startUtc, viewer)],
    ['Time', timeRangeText(booking.startUtc, booking.endUtc, viewer)],
    ['Time zone', zoneText(booking.startUtc, viewer)],
    ['Duration', `${booking.duration} minutes`],
    ['Meet via', meetViaLabels[event.meetVia]],
    ...(place ? [[place.label, place.text] as [string, string]] : []),
    ['Host', event.hostName],
    ['Name', booking.fullName],
    ['Email', booking.email],
    ...answersOf(booking.customFieldsCollections, viewer).flatMap(({ fields }) =>
      fields.map(({ label, answer }) => [label, answer] as [string, string]),
    ),
  ]
  const title = booking.status === 'canceled' ? `Canceled: ${booking.title}` : booking.title
  return [title, ...lines.map(([label, value]) => `${label}: ${value}`)].join('\n')
}
