import type { BookingAnswer } from '../../contract/booking.ts'
import { describeFieldType } from '../../contract/field-types.ts'
import { locationLabels } from '../../contract/event-options.ts'
import type { Viewer } from '../../contract/viewer.ts'
import { dateTextOf, timeText } from '../time/time-text.ts'

/** Dates and times of answers are wall clock, the same in every zone: only their words are the reader's. */
export function answerText(type: string, value: string | string[], viewer: Viewer): string {
  if (typeof value !== 'string') return value.join(', ')
  const wall = { ...viewer, timeZone: 'UTC' }
  switch (describeFieldType(type).control) {
    case 'date':
      return dateTextOf(value, wall)
    case 'datetime-local':
      return momentText(`${value}Z`, wall)
    case 'time':
      return timeText(`1970-01-01T${value}Z`, wall)
    default:
      return value
  }
}

/** A date with its time; `Invalid date` where it cannot be read. */
export function momentText(instant: string, viewer: Viewer): string {
  const date = dateTextOf(instant, viewer)
  return Number.isNaN(Date.parse(instant)) ? date : `${date}, ${timeText(instant, viewer)}`
}

/** Where the meeting takes place: the link to the call, or what the host says; null while neither is known, and once it is off. */
export function placeOf({ bookingData, eventData }: BookingAnswer): { label: string; text: string } | null {
  if (bookingData.status === 'canceled') return null
  if (bookingData.meetingUrl !== null) return { label: 'Meeting link', text: bookingData.meetingUrl }
  const label = locationLabels[eventData.meetVia]
  return label !== null && eventData.location !== '' ? { label, text: eventData.location } : null
}
