import type { Event } from '../../../contract/event.ts'
import { eventDefaults, type MeetVia } from '../../../contract/event-options.ts'
import type { EventStart } from '../../../contract/settings-options.ts'
import type { WeeklyAvailability } from '../../../contract/weekly-availability.ts'
import { type DraftField, eventFields, fieldNames, type SentEvent, type SentPath } from './event-fields.ts'
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

/** A draft with what `valueOf` gives for each of its fields. */
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

/** What is saved of a draft that has no errors. */
export function inputFrom(draft: EventDraft, calendarId: string | null): SentEvent {
  const chosen = { ...draft, calendarId }
  const parts = fieldNames.flatMap((field) => {
    const description = eventFields[field]
    if (!('path' in description)) return []
    return [[description.path, 'toInput' in description ? description.toInput(chosen) : chosen[field]]]
  })
  // Here the compiler finds an input that no field is sent as.
  return Object.fromEntries(parts) as { [Path in SentPath]: SentEvent[Path] }
}
