import { instantToLocalDateTime, localDateTimeToInstant } from '../../../../availability/wall-time.ts'
import { isTimeZone, zoneTable } from '../../../../contract/time/time-zones.ts'
import { type EventRules, noRules } from '../../../../contract/events/event-rules.ts'
import { ruleErrors, type RuleErrors } from '../../../../contract/events/rule-errors.ts'
import { eventLimits, eventMessages, isInYears } from '../../../../contract/events/event-options.ts'
import { periodErrors, periodMessages } from '../../../../contract/events/event-periods.ts'
import { isUnreadable, UNREADABLE_TIME } from '../../../fields/clock-text.ts'
import { firstRangeError, WEEK_INVALID } from '../../parts/hours/week-errors.ts'
import { UNFINISHED_DATE } from '../../../ui/date-field.tsx'
import { usedError } from './used-collections.ts'
import { boundsOf } from './event-bounds.ts'
import type { EventDraft, DraftField } from './event-draft.ts'
import { eventFields, fieldNames } from './event-fields.ts'

/** A field of the form. Each rule has a field of its own. */
export type FormField = DraftField | `rules.${keyof EventRules}`

export type DraftErrors = Partial<Record<FormField, string>>

export const fieldId = (field: FormField) => `event-${field}`

/** The errors of the rules. */
export const ruleErrorsIn = (errors: DraftErrors): RuleErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) =>
      field.startsWith(RULE) ? [[field.slice(RULE.length), message]] : [],
    ),
  )

const RULE = 'rules.'

const UNKNOWN_ZONE = 'This time zone isn’t available. Choose another one.'

const bounds = [
  ['eventStartDate', 'eventStartTime'],
  ['eventEndDate', 'eventEndTime'],
  ['bookingStartDate', 'bookingStartTime'],
  ['bookingEndDate', 'bookingEndTime'],
] as const

/** The errors that prevent saving, in the form's order. */
export function draftErrors(draft: EventDraft): DraftErrors {
  const errors: DraftErrors = {}
  if (draft.title.trim() === '') errors.title = eventMessages.title
  const { duration } = draft
  if (
    duration === null ||
    !Number.isInteger(duration) ||
    duration < eventLimits.duration.min ||
    duration > eventLimits.duration.max
  ) {
    errors.duration = eventMessages.duration
  }
  if (isTimeZone(draft.timezone)) Object.assign(errors, dateErrors(draft))
  else errors.timezone = UNKNOWN_ZONE
  // A schedule's hours replace the week.
  if (draft.scheduleId === null && firstRangeError(draft.week)) errors.week = WEEK_INVALID
  for (const [rule, message] of Object.entries(ruleErrors(draft.rules))) {
    errors[`rules.${rule as keyof EventRules}`] = message
  }
  const wrong = usedError(draft.collections)
  if (wrong) errors.collections = wrong
  return errors
}

function dateErrors(draft: EventDraft): DraftErrors {
  const unreadable: DraftErrors = {}
  for (const [dateField, timeField] of bounds) {
    const date = draft[dateField]
    if (date === null) continue
    if (date === UNFINISHED_DATE) unreadable[dateField] = eventMessages.unfinishedDate
    else if (!/^20\d\d-\d\d-\d\d$/.test(date)) unreadable[dateField] = eventMessages.date
    const time = draft[timeField]
    if (isUnreadable(time)) unreadable[timeField] = UNREADABLE_TIME
  }
  if (Object.keys(unreadable).length > 0) return unreadable

  const instants = boundsOf(draft)
  const errors: DraftErrors = {}
  for (const [bound, at] of Object.entries(instants)) {
    // The very first and last day can be out of range in UTC.
    if (at !== null && !isInYears(at)) errors[fieldOfPath[`${bound}Utc`]!] = eventMessages.date
  }
  const { eventStartUtc, bookingStartUtc } = periodErrors({ timezone: draft.timezone, ...instants })
  if (eventStartUtc || bookingStartUtc) {
    // The error is about the time that it was moved to, which the form doesn't show.
    const skipped = bounds.find(([date, time]) => isSkipped(draft[date], draft[time], draft.timezone))
    if (skipped) return { ...errors, [skipped[1]]: eventMessages.skippedTime }
  }
  if (eventStartUtc === periodMessages.eventStartTime) errors.eventStartTime = eventStartUtc
  else if (eventStartUtc) errors.eventStartDate = eventStartUtc
  if (bookingStartUtc === periodMessages.bookingStartTime) errors.bookingStartTime = bookingStartUtc
  else if (bookingStartUtc) errors.bookingStartDate = bookingStartUtc
  return errors
}

/** Whether the zone's clock skips a time on a date. */
function isSkipped(date: string | null, time: string, timezone: string): boolean {
  if (date === null || time === '') return false
  const zone = zoneTable(timezone)
  const instant = localDateTimeToInstant(date, time, zone, 'start')
  return instantToLocalDateTime(instant, zone, 'start').time !== time
}

/** The field behind each input property. */
const fieldOfPath: Readonly<Record<string, DraftField>> = Object.fromEntries(
  fieldNames.flatMap((field) => {
    const { path } = eventFields[field]
    return path === undefined ? [] : [[path, field]]
  }),
)

function formFieldOf(path: string): FormField | undefined {
  const [property = '', part = ''] = path.split('.')
  const field = fieldOfPath[property]
  return field === 'rules' && part in noRules ? `rules.${part as keyof EventRules}` : field
}

/** Assigns the `fields` of a server error to the form's fields. Messages without a place are returned as `rest`. */
export function errorsFromServer(fields: Readonly<Record<string, string>>) {
  const errors: DraftErrors = {}
  const rest: string[] = []
  for (const [path, message] of Object.entries(fields)) {
    const field = formFieldOf(path)
    if (field) errors[field] ??= message
    else rest.push(message)
  }
  return { errors, rest }
}
