import type { BookingAnswer } from './booking.schema.ts'
import { locationLabels, type MeetVia } from '../events/event-options.ts'

export interface MeetingPlace {
  /** Such as `Address`. */
  label: string
  text: string
  /** The text if it is a URL, otherwise null. */
  url: string | null
}

interface Meeting {
  meetVia: MeetVia
  /** The video call's link, once it is known. */
  meetingUrl: string | null
  /** The host's own text. */
  location: string
}

/** Exists wherever this runs; the contract is compiled without the types of any platform. */
declare const URL: { canParse(text: string): boolean }

const isUrl = (text: string) => /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text)

/** Where a meeting takes place; null until it is known. */
export function meetingPlace({ meetVia, meetingUrl, location }: Meeting): MeetingPlace | null {
  const label = locationLabels[meetVia]
  const text = meetingUrl ?? (label === null ? '' : location)
  if (text === '') return null
  return { label: label ?? 'Meeting link', text, url: isUrl(text) ? text : null }
}

/** The same for a booking from the API; also null once it is canceled. */
export const bookingPlace = ({
  bookingData,
  eventData,
}: Pick<BookingAnswer, 'bookingData' | 'eventData'>): MeetingPlace | null =>
  bookingData.status === 'canceled'
    ? null
    : meetingPlace({ ...eventData, meetingUrl: bookingData.meetingUrl })
