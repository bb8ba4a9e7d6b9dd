import { meetViaLabels } from '../../../contract/event-options.ts'
import type { TimeFormat } from '../../../contract/settings-options.ts'
import type { Difference } from '../../ui/conflict-dialog.tsx'
import type { EventDraft } from './event-draft.ts'
import { zoneLabel } from '../time/zone-label.ts'
import { clockText } from './clock-text.ts'

type Field = keyof EventDraft

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** `theirs`, with what `mine` changed of `base`: what only one of the two changed is kept either way. */
export function mergeDrafts(base: EventDraft, mine: EventDraft, theirs: EventDraft): EventDraft {
  const changed = (Object.keys(base) as Field[]).filter((field) => !isSame(base[field], mine[field]))
  return { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) }
}

/** What `theirs` changed of `base` and `mine` does not say as well, in the order of the form. */
export function differencesOf(
  base: EventDraft,
  mine: EventDraft,
  theirs: EventDraft,
  timeFormat: TimeFormat,
): Difference[] {
  return (Object.keys(labels) as Field[])
    .filter((field) => !isSame(base[field], theirs[field]) && !isSame(mine[field], theirs[field]))
    .map((field) => ({
      field,
      label: labels[field],
      there: textOf(field, theirs, timeFormat),
      here: isSame(base[field], mine[field]) ? null : textOf(field, mine, timeFormat),
    }))
}

const labels: Record<Field, string> = {
  title: 'Event title',
  description: 'Description',
  duration: 'Duration',
  bufferTime: 'Buffer time',
  meetVia: 'Meet via',
  location: 'Where',
  calendarId: 'Calendar',
  timezone: 'Time zone',
  allowUsersToCancel: 'Allow invitees to cancel',
  allowUsersToEdit: 'Allow invitees to edit their booking',
  showUsersTheBookingStartDate: 'Show invitees when booking opens',
  isEnabled: 'Active',
  isArchived: 'Archived',
  eventStartDate: 'Event start date',
  eventStartTime: 'Event start time',
  eventEndDate: 'Event end date',
  eventEndTime: 'Event end time',
  bookingStartDate: 'Booking start date',
  bookingStartTime: 'Booking start time',
  bookingEndDate: 'Booking end date',
  bookingEndTime: 'Booking end time',
  week: 'Weekly Availability',
  collections: 'Custom fields',
}

const timeFields = new Set<Field>(['eventStartTime', 'eventEndTime', 'bookingStartTime', 'bookingEndTime'])

function textOf(field: Field, draft: EventDraft, timeFormat: TimeFormat): string {
  if (field === 'week') return 'Different hours'
  if (field === 'collections') return draft.collections.map(({ name }) => name).join(', ') || 'None'
  if (field === 'calendarId') return 'A different calendar'
  if (field === 'timezone') return zoneLabel(draft.timezone)
  if (field === 'meetVia') return meetViaLabels[draft.meetVia]
  if (field === 'duration' || field === 'bufferTime') return `${draft[field] ?? '–'} minutes`
  const value = draft[field]
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (value === null || value === '') return 'None'
  return timeFields.has(field) ? clockText(value, timeFormat) : value
}
