import type { TimeFormat } from '../../../contract/settings-options.ts'
import type { Difference } from '../editor/conflict-dialog.tsx'
import type { EventDraft, DraftField } from './event-draft.ts'
import { eventFields, fieldNames } from './event-fields.ts'

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Merges `mine` into `theirs`: changes that only one of them made to `base` are kept. */
export function mergeDrafts(base: EventDraft, mine: EventDraft, theirs: EventDraft): EventDraft {
  const changed = fieldNames.filter((field) => !isSame(base[field], mine[field]))
  return { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) }
}

/** The changes that `theirs` made to `base` and `mine` didn't, in the form's order. */
export function differencesOf(
  base: EventDraft,
  mine: EventDraft,
  theirs: EventDraft,
  timeFormat: TimeFormat,
): Difference[] {
  return fieldNames
    .filter((field) => !isSame(base[field], theirs[field]) && !isSame(mine[field], theirs[field]))
    .map((field) => ({
      field,
      label: eventFields[field].label,
      there: wordsOf(field, theirs, timeFormat),
      here: isSame(base[field], mine[field]) ? null : wordsOf(field, mine, timeFormat),
    }))
}

function wordsOf(field: DraftField, draft: EventDraft, timeFormat: TimeFormat): string {
  const words = eventFields[field].words as (value: unknown, timeFormat: TimeFormat) => string
  return words(draft[field], timeFormat)
}
