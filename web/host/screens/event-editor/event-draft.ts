import type { MeetVia } from '../../../../contract/events/event-options.ts'
import type { EventRules } from '../../../../contract/events/event-rules.ts'
import type { WeeklyAvailability } from '../../../../contract/hours/weekly-availability.ts'
import type { UsedDraft } from './used-collections.ts'

/** An event in the form, with dates and times in the event's own zone. */
export interface EventDraft {
  title: string
  description: string
  /** Minutes; null if the field is empty. */
  duration: number | null
  meetVia: MeetVia
  /** The location as the host wrote it; kept while the meeting type doesn't use it. */
  location: string
  timezone: string
  /** Null until one is chosen; the primary calendar is the default. */
  calendarId: string | null
  /** The calendars it checks besides that one; null: the usual ones. */
  checkedCalendars: string[] | null
  bufferTime: number
  allowUsersToCancel: boolean
  allowUsersToEdit: boolean
  allowGuestsToChange: boolean
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
  /** The schedule whose hours replace the week; null: none. */
  scheduleId: string | null
  rules: EventRules
  /** Of both stages, in order. */
  collections: UsedDraft[]
  /** The ids of a new event's labels. */
  labels: string[]
}

export type DraftField = keyof EventDraft
