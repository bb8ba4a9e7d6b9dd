import type { EventInput } from '../../../../contract/events/event.schema.ts'
import { meetViaLabels } from '../../../../contract/events/event-options.ts'
import { counted } from '../../../../contract/events/rules-text.ts'
import type { TimeFormat } from '../../../../contract/time/time-formats.ts'
import { rulesLine } from '../../parts/rules/rule-fields.ts'
import { formatTimeZone } from '../../data/format-time-zone.ts'
import { clockText } from '../../../fields/clock-text.ts'
import type { DraftField, EventDraft } from './event-draft.ts'

interface EventField<Field extends DraftField> {
  /** Its label and formatted value in the conflict dialog. */
  label: string
  words: (value: EventDraft[Field], timeFormat: TimeFormat) => string
  /** The input property it is sent as, which the server's errors refer to. Times are sent with their dates. */
  path?: keyof EventInput
}

const text = (value: string | null) => value || 'None'
const onOrOff = (value: boolean) => (value ? 'On' : 'Off')
const minutes = (value: number | null) => `${value ?? '–'} minutes`
const timeOfDay = (value: string, timeFormat: TimeFormat) =>
  value === '' ? 'None' : clockText(value, timeFormat)

/** The definition of each event field, in the form's order. */
export const eventFields: { [Field in DraftField]: EventField<Field> } = {
  title: {
    label: 'Event title',
    words: text,
    path: 'title',
  },
  description: {
    label: 'Description',
    words: text,
    path: 'description',
  },
  duration: {
    label: 'Duration',
    words: minutes,
    path: 'duration',
  },
  bufferTime: {
    label: 'Buffer time',
    words: minutes,
    path: 'bufferTime',
  },
  meetVia: {
    label: 'Meet via',
    words: (value) => meetViaLabels[value],
    path: 'meetVia',
  },
  location: {
    label: 'Where',
    words: text,
    path: 'location',
  },
  calendarId: {
    label: 'Calendar',
    words: () => 'A different calendar',
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
    path: 'checkedCalendars',
  },
  timezone: {
    label: 'Time zone',
    words: formatTimeZone,
    path: 'timezone',
  },
  allowUsersToCancel: {
    label: 'Allow invitees to cancel',
    words: onOrOff,
    path: 'allowUsersToCancel',
  },
  allowUsersToEdit: {
    label: 'Allow invitees to edit their booking',
    words: onOrOff,
    path: 'allowUsersToEdit',
  },
  allowGuestsToChange: {
    label: 'Guests can change or cancel',
    words: onOrOff,
    path: 'allowGuestsToChange',
  },
  showUsersTheBookingStartDate: {
    label: 'Show invitees when booking opens',
    words: onOrOff,
    path: 'showUsersTheBookingStartDate',
  },
  isEnabled: { label: 'Active', words: onOrOff, path: 'isEnabled' },
  isArchived: { label: 'Archived', words: onOrOff, path: 'isArchived' },
  eventStartDate: {
    label: 'Event start date',
    words: text,
    path: 'eventStartUtc',
  },
  eventStartTime: { label: 'Event start time', words: timeOfDay },
  eventEndDate: {
    label: 'Event end date',
    words: text,
    path: 'eventEndUtc',
  },
  eventEndTime: { label: 'Event end time', words: timeOfDay },
  bookingStartDate: {
    label: 'Booking start date',
    words: text,
    path: 'bookingStartUtc',
  },
  bookingStartTime: { label: 'Booking start time', words: timeOfDay },
  bookingEndDate: {
    label: 'Booking end date',
    words: text,
    path: 'bookingEndUtc',
  },
  bookingEndTime: { label: 'Booking end time', words: timeOfDay },
  scheduleId: {
    label: 'Hours',
    words: (value) => (value === null ? 'The event’s own' : 'A schedule'),
    path: 'scheduleId',
  },
  rules: {
    label: 'More rules',
    words: (value) => rulesLine(value) || 'None',
    path: 'rules',
  },
  week: {
    label: 'Weekly Availability',
    words: () => 'Different hours',
    path: 'weeklyAvailabilitySlots',
  },
  collections: {
    label: 'Custom fields',
    words: (value) => value.map(({ name }) => name).join(', ') || 'None',
    path: 'customFieldsCollections',
  },
  labels: {
    label: 'Labels',
    words: (value) => String(value.length),
    path: 'labelIds',
  },
}

export const fieldNames = Object.keys(eventFields) as DraftField[]
