import type { SummaryItem } from '../../ui/error-summary.tsx'
import { errorsOf, type FieldDraft, type FieldErrors, hasErrors } from './field-draft.ts'
import { type FieldList, presentFields } from './field-list.ts'
import { partId } from './field-panel.tsx'
import { editButtonId } from './field-row.tsx'

export const firstWrongField = (fields: FieldList): FieldDraft | null =>
  presentFields(fields).find((field) => hasErrors(errorsOf(field))) ?? null

/** The fields' errors by position. Each links into the open panel, or to the button that opens the field. */
export function fieldSummary(
  fields: FieldList,
  refusals: ReadonlyMap<FieldDraft, FieldErrors>,
  openId: string | null,
): SummaryItem[] {
  return presentFields(fields).flatMap((field, position) => {
    const errors = refusals.get(field) ?? errorsOf(field)
    return (Object.keys(errors) as (keyof FieldErrors)[]).map((part) => ({
      fieldId: field.id === openId ? partId(field.id, part) : editButtonId(field.id),
      message: `Field ${position + 1}: ${errors[part]}`,
    }))
  })
}
