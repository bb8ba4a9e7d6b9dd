import { locationLabels } from '../../contract/event-options.ts'
import type { bookings } from '../db/schema.ts'

export interface MeetingPlace {
  /** `Address`, say. */
  label: string
  text: string
  /** Where the text is a web address. */
  url: string | null
}

/** Where a booking takes place; null while that is not known. */
export function meetingPlace({
  meetVia,
  meetingUrl,
  location,
}: Pick<typeof bookings.$inferSelect, 'meetVia' | 'meetingUrl' | 'location'>): MeetingPlace | null {
  const label = locationLabels[meetVia]
  const text = meetingUrl ?? (label === null ? '' : location)
  if (text === '') return null
  const isAddress = /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text)
  return { label: label ?? 'Meeting link', text, url: isAddress ? text : null }
}
