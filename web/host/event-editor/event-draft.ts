import { localDateTimeToInstant } from '../../../availability/wall-time.ts'
import type { Event, EventInput } from '../../../contract/event.ts'
import { eventDefaults, locationLabels, type MeetVia } from '../../../contract/event-options.ts'
import type { EventStart } from '../../../contract/settings-options.ts'
import {
  defaultWeek,
  timeSlotErrors,
  type WeeklyAvailability,
  weekdays,
} from '../../../contract/weekly-availability.ts'
import { type UsedDraft, usedDraftFrom, usedInput } from './used-collections.ts'

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

export function newDraft({
  duration,
  bufferTime,
  meetVia,
  timezone,
}: EventStart = eventDefaults): EventDraft {
  const { startTime, endTime } = eventDefaults
  return {
    title: '',
    description: '',
    duration,
    meetVia,
    location: '',
    timezone,
    calendarId: null,
    bufferTime,
    allowUsersToCancel: true,
    allowUsersToEdit: true,
    showUsersTheBookingStartDate: true,
    isEnabled: true,
    isArchived: false,
    eventStartDate: null,
    eventStartTime: startTime,
    eventEndDate: null,
    eventEndTime: endTime,
    bookingStartDate: null,
    bookingStartTime: startTime,
    bookingEndDate: null,
    bookingEndTime: endTime,
    week: defaultWeek(),
    collections: [],
  }
}

export function draftFrom(event: Event): EventDraft {
  return {
    title: event.title,
    description: event.description,
    duration: event.duration,
    meetVia: event.meetVia,
    location: event.location,
    timezone: event.timezone,
    calendarId: event.calendarId,
    bufferTime: event.bufferTime,
    allowUsersToCancel: event.allowUsersToCancel,
    allowUsersToEdit: event.allowUsersToEdit,
    showUsersTheBookingStartDate: event.showUsersTheBookingStartDate,
    isEnabled: event.isEnabled,
    isArchived: event.isArchived,
    eventStartDate: event.eventStartDate,
    eventStartTime: event.eventStartTime,
    eventEndDate: event.eventEndDate,
    eventEndTime: event.eventEndTime,
    bookingStartDate: event.bookingStartDate,
    bookingStartTime: event.bookingStartTime,
    bookingEndDate: event.bookingEndDate,
    bookingEndTime: event.bookingEndTime,
    week: event.weeklyAvailabilitySlots,
    collections: event.customFieldsCollections.map((used) => usedDraftFrom(used, used.collectionStage)),
  }
}

/** The four bounds of a draft as UTC instants. A 23:59 is sent as it stands: the server reads it as the end of its day. */
export function boundsOf(draft: EventDraft) {
  const { startTime, endTime } = eventDefaults
  const at = (date: string | null, time: string, whenEmpty: string) =>
    // Empty while it is no whole date yet.
    !date
      ? null
      : new Date(localDateTimeToInstant(date, time || whenEmpty, draft.timezone, 'start')).toISOString()
  return {
    eventStartUtc: at(draft.eventStartDate, draft.eventStartTime, startTime),
    eventEndUtc: at(draft.eventEndDate, draft.eventEndTime, endTime),
    bookingStartUtc: at(draft.bookingStartDate, draft.bookingStartTime, startTime),
    bookingEndUtc: at(draft.bookingEndDate, draft.bookingEndTime, endTime),
  }
}

/** What is saved of a draft that has no errors. */
export function inputFrom(draft: EventDraft, calendarId: string | null): EventInput {
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    duration: draft.duration ?? eventDefaults.duration,
    meetVia: draft.meetVia,
    location: locationLabels[draft.meetVia] === null ? '' : draft.location.trim(),
    timezone: draft.timezone,
    calendarId,
    isEnabled: draft.isEnabled,
    ...boundsOf(draft),
    bufferTime: draft.bufferTime,
    allowUsersToCancel: draft.allowUsersToCancel,
    allowUsersToEdit: draft.allowUsersToEdit,
    showUsersTheBookingStartDate: draft.showUsersTheBookingStartDate,
    isArchived: draft.isArchived,
    weeklyAvailabilitySlots: soundWeek(draft.week),
    customFieldsCollections: usedInput(draft.collections),
  }
}

/** A day that is off keeps its slots for when it comes back, but not those with errors: nobody sees them to mend them. */
function soundWeek(week: WeeklyAvailability): WeeklyAvailability {
  const sound = { ...week }
  for (const day of weekdays) {
    const { enabled, slots } = week[day]
    if (enabled) continue
    const errors = timeSlotErrors(slots)
    sound[day] = { enabled, slots: slots.filter((_, index) => errors[index] === null) }
  }
  return sound
}
