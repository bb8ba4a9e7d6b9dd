import type { SummaryItem } from '../../ui/error-summary.tsx'
import type { EventDraft } from './event-draft.ts'
import { firstSlotError, slotId } from '../hours/week-errors.ts'
import { type EventRules, noRules } from '../../../contract/event-rules.ts'
import { type DraftErrors, fieldId, type FormField } from './event-errors.ts'
import { fieldNames } from './event-fields.ts'

const ruleFields = (Object.keys(noRules) as (keyof EventRules)[]).map((rule) => `rules.${rule}` as const)

const formFields: readonly FormField[] = fieldNames.flatMap((field) =>
  field === 'rules' ? [field, ...ruleFields] : field,
)

/**
 * The errors in the form's order with the control each links to. The weekly error links to its first invalid slot.
 */
export function summaryOf(errors: DraftErrors, draft: EventDraft): SummaryItem[] {
  return formFields.flatMap((field) => {
    const message = errors[field]
    if (message === undefined) return []
    if (field !== 'week') return [{ fieldId: fieldId(field), message }]
    const slot = firstSlotError(draft.week)
    return [slot ? { fieldId: slotId(slot.day, slot.index), message } : { message }]
  })
}
