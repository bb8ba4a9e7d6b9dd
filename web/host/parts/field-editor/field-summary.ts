import type { SummaryItem } from '../../../ui/error-summary.tsx'
import { errorsOf, type FieldDraft, type FieldErrors, hasErrors } from './field-draft.ts'
import { type FieldList, presentFields } from './field-list.ts'
import { partId } from './field-panel.tsx'
import { editButtonId } from './field-row.tsx'

export const fieldIds = (fields: FieldList): ReadonlySet<string> => new Set(fields.map(({ id }) => id))

export const firstWrongField = (fields: FieldList): FieldDraft | null =>
  presentFields(fields).find((field) => hasErrors(errorsOf(field))) ?? null

/**
 * The errors of the fields in the last attempt to save, by position. Each links into the open panel, or to the button
 * that opens the field.
 */
export function fieldSummary(
  fields: FieldList,
  submitted: ReadonlySet<string>,
  refusals: ReadonlyMap<FieldDraft, FieldErrors>,
  openId: string | null,
): SummaryItem[] {
  return presentFields(fields).flatMap((field, position) => {
    const errors = refusals.get(field) ?? (submitted.has(field.id) ? errorsOf(field) : {})
    return (Object.keys(errors) as (keyof FieldErrors)[]).map((part) => ({
      fieldId: field.id === openId ? partId(field.id, part) : editButtonId(field.id),
      message: `Field ${position + 1}: ${errors[part]}`,
    }))
  })
}
