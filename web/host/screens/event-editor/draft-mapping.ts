import type { Event, EventInput } from '../../../../contract/events/event.schema.ts'
import { eventDefaults, locationLabels } from '../../../../contract/events/event-options.ts'
import { noRules } from '../../../../contract/events/event-rules.ts'
import type { EventStart } from '../../../../contract/account/settings-options.ts'
import {
  defaultWeek,
  timeRangeErrors,
  type WeeklyAvailability,
  weekdays,
} from '../../../../contract/hours/weekly-availability.ts'
import { boundsOf } from './event-bounds.ts'
import type { EventDraft } from './event-draft.ts'
import { usedDraftFrom, usedInput } from './used-collections.ts'

/** The form of a new event. `start`: what its host's settings fill in. */
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
    bufferTime,
    meetVia,
    location: '',
    calendarId: null,
    checkedCalendars: null,
    timezone,
    allowUsersToCancel: true,
    allowUsersToEdit: true,
    allowGuestsToChange: true,
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
    scheduleId: null,
    rules: noRules,
    week: defaultWeek(),
    collections: [],
    labels: [],
  }
}

/** The form of a saved event. */
export const draftFrom = (event: Event): EventDraft => ({
  title: event.title,
  description: event.description,
  duration: event.duration,
  bufferTime: event.bufferTime,
  meetVia: event.meetVia,
  location: event.location,
  calendarId: event.calendarId,
  checkedCalendars: event.checkedCalendars,
  timezone: event.timezone,
  allowUsersToCancel: event.allowUsersToCancel,
  allowUsersToEdit: event.allowUsersToEdit,
  allowGuestsToChange: event.allowGuestsToChange,
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
  scheduleId: event.scheduleId,
  rules: event.rules,
  week: event.weeklyAvailabilitySlots,
  collections: event.customFieldsCollections.map((used) => usedDraftFrom(used, used.collectionStage)),
  // They are saved at once, not with the draft.
  labels: [],
})

/** The input of a draft without errors. */
export function inputFrom(draft: EventDraft, calendarId: string | null): Required<EventInput> {
  const bounds = boundsOf(draft)
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    duration: draft.duration ?? eventDefaults.duration,
    bufferTime: draft.bufferTime,
    meetVia: draft.meetVia,
    location: locationLabels[draft.meetVia] === null ? '' : draft.location.trim(),
    calendarId,
    checkedCalendars: draft.checkedCalendars,
    timezone: draft.timezone,
    allowUsersToCancel: draft.allowUsersToCancel,
    allowUsersToEdit: draft.allowUsersToEdit,
    allowGuestsToChange: draft.allowGuestsToChange,
    showUsersTheBookingStartDate: draft.showUsersTheBookingStartDate,
    isEnabled: draft.isEnabled,
    isArchived: draft.isArchived,
    eventStartUtc: inJson(bounds.eventStart),
    eventEndUtc: inJson(bounds.eventEnd),
    bookingStartUtc: inJson(bounds.bookingStart),
    bookingEndUtc: inJson(bounds.bookingEnd),
    scheduleId: draft.scheduleId,
    rules: draft.rules,
    weeklyAvailabilitySlots: soundWeek(draft.week, draft.scheduleId !== null),
    customFieldsCollections: usedInput(draft.collections),
    labelIds: draft.labels,
  }
}

const inJson = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/**
 * A day that is off, or hidden because a schedule replaces the week, keeps its ranges for later, except invalid ones,
 * because nobody could see and fix them.
 */
function soundWeek(week: WeeklyAvailability, isHidden: boolean): WeeklyAvailability {
  const sound = { ...week }
  for (const day of weekdays) {
    const { enabled, slots } = week[day]
    if (enabled && !isHidden) continue
    const errors = timeRangeErrors(slots)
    sound[day] = { enabled, slots: slots.filter((_, index) => errors[index] === null) }
  }
  return sound
}
