import type { BookingAnswer } from './booking.schema.ts'
import { locationLabels, type MeetVia } from './event-options.ts'

export interface MeetingPlace {
  /** For example `Address`. */
  label: string
  text: string
  /** The text if it is a web address, else null. */
  url: string | null
}

interface Meeting {
  meetVia: MeetVia
  /** Link of the video call, once it is known. */
  meetingUrl: string | null
  /** What the host entered. */
  location: string
}

const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}/?#[\]\\]+([/?#][^\s\p{Cc}]*)?$/iu

/** Where a meeting takes place; null as long as that isn't known. */
export function meetingPlace({ meetVia, meetingUrl, location }: Meeting): MeetingPlace | null {
  const label = locationLabels[meetVia]
  const text = meetingUrl ?? (label === null ? '' : location)
  if (text === '') return null
  return { label: label ?? 'Meeting link', text, url: WEB_ADDRESS.test(text) ? text : null }
}

/** The same for a booking as the interface returns it; null as well once it is canceled. */
export const bookingPlace = ({ bookingData, eventData }: BookingAnswer): MeetingPlace | null =>
  bookingData.status === 'canceled'
    ? null
    : meetingPlace({ ...eventData, meetingUrl: bookingData.meetingUrl })
