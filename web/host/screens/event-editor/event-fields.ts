import type { Event, EventInput } from '../../../../contract/events/event.schema.ts'
import { eventDefaults, locationLabels, meetViaLabels } from '../../../../contract/events/event-options.ts'
import { noRules } from '../../../../contract/events/event-rules.ts'
import { counted } from '../../../../contract/events/rules-text.ts'
import type { EventStart } from '../../../../contract/account/settings-options.ts'
import type { TimeFormat } from '../../../../contract/time/time-formats.ts'
import {
  defaultWeek,
  timeRangeErrors,
  type WeeklyAvailability,
  weekdays,
} from '../../../../contract/schedules/weekly-availability.ts'
import { rulesLine } from '../../parts/rules/rule-fields.ts'
import { formatTimeZone } from '../../data/format-time-zone.ts'
import { clockText } from '../../../fields/clock-text.ts'
import { boundsOf } from './event-bounds.ts'
import type { DraftField, EventDraft } from './event-draft.ts'
import { usedDraftFrom, usedInput } from './used-collections.ts'

type SentEvent = Required<EventInput>

/** The event's value; by default, the property of the same name. */
type Read<Field extends DraftField> = Field extends keyof Event
  ? Event[Field] extends EventDraft[Field]
    ? object
    : { read: (event: Event) => EventDraft[Field] }
  : { read: (event: Event) => EventDraft[Field] }

/** The input property it is sent as, which the server's errors refer to. */
type Sent<Field extends DraftField> =
  | { path?: never }
  | {
      [Path in keyof SentEvent]: { path: Path; toInput: (draft: EventDraft) => SentEvent[Path] }
    }[keyof SentEvent]
  | (Field extends keyof SentEvent
      ? EventDraft[Field] extends SentEvent[Field]
        ? { path: Field; toInput?: never }
        : never
      : never)

type EventField<Field extends DraftField> = Read<Field> &
  Sent<Field> & {
    /** Its label and formatted value in the conflict dialog. */
    label: string
    words: (value: EventDraft[Field], timeFormat: TimeFormat) => string
    /** Its value in a new event. */
    initial: (start: EventStart) => EventDraft[Field]
  }

const text = (value: string | null) => value || 'None'
const onOrOff = (value: boolean) => (value ? 'On' : 'Off')
const minutes = (value: number | null) => `${value ?? '–'} minutes`
const timeOfDay = (value: string, timeFormat: TimeFormat) =>
  value === '' ? 'None' : clockText(value, timeFormat)
const { startTime, endTime } = eventDefaults

/** The definition of each event field, in the form's order. */
export const eventFields = {
  title: {
    label: 'Event title',
    words: text,
    initial: () => '',
    path: 'title',
    toInput: ({ title }) => title.trim(),
  },
  description: {
    label: 'Description',
    words: text,
    initial: () => '',
    path: 'description',
    toInput: ({ description }) => description.trim(),
  },
  duration: {
    label: 'Duration',
    words: minutes,
    initial: ({ duration }) => duration,
    path: 'duration',
    toInput: ({ duration }) => duration ?? eventDefaults.duration,
  },
  bufferTime: {
    label: 'Buffer time',
    words: minutes,
    initial: ({ bufferTime }) => bufferTime,
    path: 'bufferTime',
  },
  meetVia: {
    label: 'Meet via',
    words: (value) => meetViaLabels[value],
    initial: ({ meetVia }) => meetVia,
    path: 'meetVia',
  },
  location: {
    label: 'Where',
    words: text,
    initial: () => '',
    path: 'location',
    toInput: ({ meetVia, location }) => (locationLabels[meetVia] === null ? '' : location.trim()),
  },
  calendarId: {
    label: 'Calendar',
    words: () => 'A different calendar',
    initial: () => null,
    path: 'calendarId',
  },
  checkedCalendars: {
    label: 'Also checks',
    words: (ids: readonly string[] | null) =>
      ids === null
        ? 'Your usual calendars'
        : ids.length === 0
          ? 'None'
          : counted(ids.length, 'chosen calendar'),
    initial: () => null,
    path: 'checkedCalendars',
  },
  timezone: {
    label: 'Time zone',
    words: formatTimeZone,
    initial: ({ timezone }) => timezone,
    path: 'timezone',
  },
  allowUsersToCancel: {
    label: 'Allow invitees to cancel',
    words: onOrOff,
    initial: () => true,
    path: 'allowUsersToCancel',
  },
  allowUsersToEdit: {
    label: 'Allow invitees to edit their booking',
    words: onOrOff,
    initial: () => true,
    path: 'allowUsersToEdit',
  },
  allowGuestsToChange: {
    label: 'Guests can change or cancel',
    words: onOrOff,
    initial: () => true,
    path: 'allowGuestsToChange',
  },
  showUsersTheBookingStartDate: {
    label: 'Show invitees when booking opens',
    words: onOrOff,
    initial: () => true,
    path: 'showUsersTheBookingStartDate',
  },
  isEnabled: { label: 'Active', words: onOrOff, initial: () => true, path: 'isEnabled' },
  isArchived: { label: 'Archived', words: onOrOff, initial: () => false, path: 'isArchived' },
  eventStartDate: {
    label: 'Event start date',
    words: text,
    initial: () => null,
    path: 'eventStartUtc',
    toInput: (draft) => boundsOf(draft).eventStartUtc,
  },
  eventStartTime: { label: 'Event start time', words: timeOfDay, initial: () => startTime },
  eventEndDate: {
    label: 'Event end date',
    words: text,
    initial: () => null,
    path: 'eventEndUtc',
    toInput: (draft) => boundsOf(draft).eventEndUtc,
  },
  eventEndTime: { label: 'Event end time', words: timeOfDay, initial: () => endTime },
  bookingStartDate: {
    label: 'Booking start date',
    words: text,
    initial: () => null,
    path: 'bookingStartUtc',
    toInput: (draft) => boundsOf(draft).bookingStartUtc,
  },
  bookingStartTime: { label: 'Booking start time', words: timeOfDay, initial: () => startTime },
  bookingEndDate: {
    label: 'Booking end date',
    words: text,
    initial: () => null,
    path: 'bookingEndUtc',
    toInput: (draft) => boundsOf(draft).bookingEndUtc,
  },
  bookingEndTime: { label: 'Booking end time', words: timeOfDay, initial: () => endTime },
  scheduleId: {
    label: 'Hours',
    words: (value) => (value === null ? 'The event’s own' : 'A schedule'),
    initial: () => null,
    path: 'scheduleId',
  },
  rules: {
    label: 'More rules',
    words: (value) => rulesLine(value) || 'None',
    initial: () => noRules,
    path: 'rules',
  },
  week: {
    label: 'Weekly Availability',
    words: () => 'Different hours',
    initial: defaultWeek,
    read: (event) => event.weeklyAvailabilitySlots,
    path: 'weeklyAvailabilitySlots',
    toInput: ({ week, scheduleId }) => soundWeek(week, scheduleId !== null),
  },
  collections: {
    label: 'Custom fields',
    words: (value) => value.map(({ name }) => name).join(', ') || 'None',
    initial: () => [],
    read: (event) => event.customFieldsCollections.map((used) => usedDraftFrom(used, used.collectionStage)),
    path: 'customFieldsCollections',
    toInput: ({ collections }) => usedInput(collections),
  },
  labels: {
    label: 'Labels',
    words: (value) => String(value.length),
    initial: () => [],
    // An existing event's labels are saved at once, not with the draft.
    read: () => [],
    path: 'labelIds',
    toInput: ({ labels }) => labels,
  },
} satisfies { [Field in DraftField]: EventField<Field> }

export const fieldNames = Object.keys(eventFields) as DraftField[]

type Descriptions = typeof eventFields
/** All input properties that fields are sent as. */
type SentPath = {
  [Field in DraftField]: Descriptions[Field] extends { path: infer Path } ? Path : never
}[DraftField]

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
