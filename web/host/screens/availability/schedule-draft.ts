import { overlappingDates, ruleMessages } from '../../../../contract/events/event-rules.ts'
import { type DateOverride, type Travel } from '../../../../contract/hours/hours.ts'
import { overrideText } from '../../../../contract/events/rules-text.ts'
import { type Holidays, scheduleMessages } from '../../../../contract/schedules/schedule.ts'
import type { Schedule, ScheduleInput } from '../../../../contract/schedules/schedule.schema.ts'
import type { TimeFormat } from '../../../../contract/time/time-formats.ts'
import { isTimeZone } from '../../../../contract/time/time-zones.ts'
import {
  defaultWeek,
  type WeeklyAvailability,
  weekdays,
} from '../../../../contract/hours/weekly-availability.ts'
import { hoursText } from '../../../fields/hours-text.ts'
import { UNFINISHED_DATE } from '../../../ui/date-field.tsx'
import { hasShapeOf } from '../../parts/drafts/draft-storage.ts'
import type { SavedDraft } from '../../parts/drafts/use-draft.ts'
import { differencesBetween, isSame, merged } from '../../parts/editor/merge-drafts.ts'
import type { TypedHours } from '../../parts/hours/day-line.tsx'
import { firstRangeError, WEEK_INVALID } from '../../parts/hours/week-errors.ts'

export interface ScheduleDraft {
  name: string
  timezone: string
  week: WeeklyAvailability
  /** Isn't saved with the schedule. */
  typedHours: TypedHours
  overrides: DateOverride[]
  travels: Travel[]
  holidays: Holidays | null
}

type SavedPart = Omit<ScheduleDraft, 'typedHours'>
export type ScheduleField = keyof SavedPart
export type ScheduleErrors = Partial<Record<ScheduleField, string>>

export const fieldId = (field: ScheduleField) => `schedule-${field}`

export const newSchedule = (timezone: string): SavedDraft<ScheduleDraft> => ({
  draft: {
    name: '',
    timezone,
    week: defaultWeek(),
    typedHours: {},
    overrides: [],
    travels: [],
    holidays: null,
  },
  version: null,
})

export const savedFrom = (schedule: Schedule): SavedDraft<ScheduleDraft> => ({
  draft: {
    name: schedule.name,
    timezone: schedule.timezone,
    week: schedule.weeklyAvailabilitySlots,
    typedHours: {},
    overrides: schedule.overrides,
    travels: schedule.travels,
    holidays: schedule.holidays,
  },
  version: schedule.version,
})

export const inputFrom = ({
  name,
  timezone,
  week,
  overrides,
  travels,
  holidays,
}: ScheduleDraft): ScheduleInput => ({
  name,
  timezone,
  weeklyAvailabilitySlots: week,
  overrides,
  travels,
  holidays,
})

const model = newSchedule('UTC').draft
export const isScheduleDraft = (value: unknown): value is ScheduleDraft =>
  hasShapeOf(model, value) &&
  weekdays.every((day) => Array.isArray(value.week[day]?.slots)) &&
  Array.isArray(value.overrides) &&
  Array.isArray(value.travels)

/** The errors that prevent saving. */
export function scheduleErrors(draft: ScheduleDraft): ScheduleErrors {
  const travels = travelErrors(draft.travels).find((error) => error !== null)
  return {
    ...(draft.name.trim() === '' && { name: scheduleMessages.name }),
    ...(!isTimeZone(draft.timezone) && { timezone: 'This time zone isn’t available. Choose another one.' }),
    ...(firstRangeError(draft.week) && { week: WEEK_INVALID }),
    ...(travels && { travels }),
  }
}

/** A trip of which nothing is chosen yet. */
export const newTravel: Travel = { from: '', to: '', timezone: '' }

/** What is wrong with each trip, or null. */
export function travelErrors(travels: readonly Travel[]): (string | null)[] {
  const overlapping = overlappingDates(travels)
  return travels.map(({ from, to, timezone }, index) => {
    if ([from, to].some((date) => date === '' || date === UNFINISHED_DATE)) return 'Enter both dates'
    if (from > to) return ruleMessages.dateOrder
    if (timezone === '') return 'Choose the time zone there'
    return overlapping.includes(index) ? ruleMessages.overlap : null
  })
}

const fieldOfPath: Readonly<Record<string, ScheduleField>> = {
  name: 'name',
  timezone: 'timezone',
  weeklyAvailabilitySlots: 'week',
  overrides: 'overrides',
  travels: 'travels',
  holidays: 'holidays',
}

/** Assigns the `fields` of a server error to the form's. Messages without a place are returned as `rest`. */
export function errorsFromServer(fields: Readonly<Record<string, string>>) {
  const errors: ScheduleErrors = {}
  const rest: string[] = []
  for (const [path, message] of Object.entries(fields)) {
    const field = fieldOfPath[path.split('.')[0] ?? '']
    if (field) errors[field] ??= message
    else rest.push(message)
  }
  return { errors, rest }
}

const labels: Record<ScheduleField, string> = {
  name: 'Name',
  timezone: 'Time zone',
  week: 'Weekly hours',
  overrides: 'Date overrides',
  travels: 'Travel',
  holidays: 'Holidays',
}
export const fieldNames = Object.keys(labels) as ScheduleField[]

/** Whether saving can change slots. */
export const changesHours = (base: ScheduleDraft, draft: ScheduleDraft) =>
  fieldNames.some((field) => field !== 'name' && !isSame(base[field], draft[field]))

export const mergeSchedules = (base: ScheduleDraft, mine: ScheduleDraft, theirs: ScheduleDraft) => ({
  ...merged(fieldNames, { base, mine, theirs }),
  typedHours: mine.typedHours,
})

/** The changes that `theirs` made to `base` and `mine` didn't. */
export const differencesOf = (
  base: ScheduleDraft,
  mine: ScheduleDraft,
  theirs: ScheduleDraft,
  timeFormat: TimeFormat,
) =>
  differencesBetween<SavedPart>(
    {
      names: fieldNames,
      labelOf: (field) => labels[field],
      wordsOf: (field, draft) => wordsOf(field, draft, timeFormat),
    },
    { base, mine, theirs },
  )

function wordsOf(field: ScheduleField, draft: SavedPart, timeFormat: TimeFormat): string {
  const listed = (lines: readonly string[]) => lines.join('; ') || 'None'
  switch (field) {
    case 'name':
    case 'timezone':
      return draft[field]
    case 'week':
      return weekText(draft.week, timeFormat)
    case 'overrides':
      return listed(draft.overrides.map((each) => `${datesOf(each)}: ${overrideText(each)}`))
    case 'travels':
      return listed(draft.travels.map((each) => `${datesOf(each)}: ${each.timezone}`))
    case 'holidays':
      return draft.holidays
        ? [draft.holidays.country, draft.holidays.region].filter(Boolean).join('-')
        : 'None'
  }
}

const datesOf = ({ from, to }: { from: string; to: string }) => (from === to ? from : `${from} to ${to}`)

const shortNames = {
  monday: 'Mon',
  tuesday: 'Tue',
  wednesday: 'Wed',
  thursday: 'Thu',
  friday: 'Fri',
  saturday: 'Sat',
  sunday: 'Sun',
}

/** A week in a line, with days of the same hours together: `Mon–Fri 9 AM–5 PM`. */
export function weekText(week: WeeklyAvailability, timeFormat: TimeFormat): string {
  const groups: { first: string; last: string; hours: string }[] = []
  for (const day of weekdays) {
    const { enabled, slots } = week[day]
    const hours = enabled && slots.length > 0 ? hoursText(slots, timeFormat) : ''
    const group = groups.at(-1)
    if (group?.hours === hours) group.last = shortNames[day]
    else groups.push({ first: shortNames[day], last: shortNames[day], hours })
  }
  const open = groups.filter(({ hours }) => hours !== '')
  if (open.length === 0) return 'Closed all week'
  return open
    .map(({ first, last, hours }) => `${first === last ? first : `${first}–${last}`} ${hours}`)
    .join(' · ')
}
