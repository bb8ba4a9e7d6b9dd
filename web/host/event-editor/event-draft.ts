import type { Event } from '../../../contract/event.schema.ts'
import { eventDefaults, type MeetVia } from '../../../contract/event-options.ts'
import type { EventStart } from '../../../contract/settings-options.ts'
import type { WeeklyAvailability } from '../../../contract/weekly-availability.ts'
import { type DraftField, eventFields, fieldNames, type SentEvent, type SentPath } from './event-fields.ts'
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
  /** Of both stages, in order. */
  collections: UsedDraft[]
}

/** Builds a draft by calling `valueOf` for each field. */
const makeDraft = (valueOf: (field: DraftField) => unknown) =>
  Object.fromEntries(fieldNames.map((field) => [field, valueOf(field)])) as unknown as EventDraft

export const newDraft = (start: EventStart = eventDefaults): EventDraft =>
  makeDraft((field) => eventFields[field].initial(start))

export function draftFrom(event: Event): EventDraft {
  const saved: Partial<Record<DraftField, unknown>> = event
  return makeDraft((field) => {
    const description = eventFields[field]
    return 'read' in description ? description.read(event) : saved[field]
  })
}

/** The input of a draft without errors. */
export function inputFrom(draft: EventDraft, calendarId: string | null): SentEvent {
  const chosen = { ...draft, calendarId }
  const parts = fieldNames.flatMap((field) => {
    const description = eventFields[field]
    if (!('path' in description)) return []
    return [[description.path, 'toInput' in description ? description.toInput(chosen) : chosen[field]]]
  })
  // The compiler reports input properties that no field is sent as.
  return Object.fromEntries(parts) as { [Path in SentPath]: SentEvent[Path] }
}
