import type { SummaryItem } from '../../../ui/error-summary.tsx'
import type { EventDraft } from './event-draft.ts'
import { firstRangeError, rangeId } from '../../parts/hours/week-errors.ts'
import { type EventRules, noRules } from '../../../../contract/events/event-rules.ts'
import { type DraftErrors, fieldId, type FormField } from './event-errors.ts'
import { fieldNames } from './event-fields.ts'

/** What the form calls the rules: their messages alone don't say which number is wrong. */
const ruleLabels: Record<keyof EventRules, string> = {
  durations: 'Other durations',
  minimumNotice: 'Minimum notice',
  bookingWindow: 'How far ahead people can book',
  bufferBefore: 'Buffer before',
  bufferAfter: 'Buffer after',
  startTimes: 'Start times',
  limits: 'Limits',
  bookingsPerPerson: 'Upcoming bookings per person',
  overrides: 'Date overrides',
  linksOnly: 'Only with one-off links',
}

const ruleFields = (Object.keys(noRules) as (keyof EventRules)[]).map((rule) => `rules.${rule}` as const)
const labels: Partial<Record<FormField, string>> = Object.fromEntries(
  Object.entries(ruleLabels).map(([rule, label]) => [`rules.${rule}`, label]),
)

const formFields: readonly FormField[] = fieldNames.flatMap((field) =>
  field === 'rules' ? [field, ...ruleFields] : field,
)

/**
 * The errors in the form's order with the control each links to. The weekly error links to its first invalid range.
 */
export function summaryOf(errors: DraftErrors, draft: EventDraft): SummaryItem[] {
  return formFields.flatMap((field) => {
    const message = errors[field]
    if (message === undefined) return []
    if (field !== 'week') {
      const label = labels[field]
      return [{ fieldId: fieldId(field), message: label ? `${label}: ${message}` : message }]
    }
    const range = firstRangeError(draft.week)
    return [range ? { fieldId: rangeId(range.day, range.index), message } : { message }]
  })
}
