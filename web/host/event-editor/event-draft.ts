import type { MeetVia } from '../../../contract/event-options.ts'
import type { WeeklyAvailability } from '../../../contract/weekly-availability.ts'
import type { UsedDraft } from './used-collections.ts'

/** An event as the form holds it: dates and times as the clock of the event's own zone shows them. */
export interface EventDraft {
  title: string
  description: string
  /** Minutes; null while the field is empty. */
  duration: number | null
  meetVia: MeetVia
  /** Where, in the host's words; kept while the way to meet needs none. */
  location: string
  timezone: string
  /** Null as long as none has been chosen: the primary one stands in. */
  calendarId: string | null
  bufferTime: number
  allowUsersToCancel: boolean
  allowUsersToEdit: boolean
  showUsersTheBookingStartDate: boolean
  isEnabled: boolean
  isArchived: boolean
  eventStartDate: string | null
  eventStartTime: string
  eventEndDate: string | null
  eventEndTime: string
  bookingStartDate: string | null
  bookingStartTime: string
  bookingEndDate: string | null
  bookingEndTime: string
  week: WeeklyAvailability
  /** Of both stages, in their order. */
  collections: UsedDraft[]
}

export type DraftField = keyof EventDraft
