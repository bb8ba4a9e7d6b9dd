import type { TimeFormat } from '../../../contract/settings-options.ts'
import type { Difference } from '../editor/conflict-dialog.tsx'
import type { EventDraft, DraftField } from './event-draft.ts'
import { eventFields, fieldNames } from './event-fields.ts'

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** `theirs`, with what `mine` changed of `base`: what only one of the two changed is kept either way. */
export function mergeDrafts(base: EventDraft, mine: EventDraft, theirs: EventDraft): EventDraft {
  const changed = fieldNames.filter((field) => !isSame(base[field], mine[field]))
  return { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) }
}

/** What `theirs` changed of `base` and `mine` does not say as well, in the order of the form. */
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
