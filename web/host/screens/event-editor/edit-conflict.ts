import type { TimeFormat } from '../../../../contract/time/time-formats.ts'
import { differencesBetween, merged } from '../../parts/editor/merge-drafts.ts'
import type { EventDraft, DraftField } from './event-draft.ts'
import { eventFields, fieldNames } from './event-fields.ts'

export const mergeDrafts = (base: EventDraft, mine: EventDraft, theirs: EventDraft) =>
  merged(fieldNames, { base, mine, theirs })

/** The changes that `theirs` made to `base` and `mine` didn't, in the form's order. */
export const differencesOf = (
  base: EventDraft,
  mine: EventDraft,
  theirs: EventDraft,
  timeFormat: TimeFormat,
) =>
  differencesBetween(
    {
      names: fieldNames,
      labelOf: (field) => eventFields[field].label,
      wordsOf: (field, draft) => wordsOf(field, draft, timeFormat),
    },
    { base, mine, theirs },
  )

function wordsOf(field: DraftField, draft: EventDraft, timeFormat: TimeFormat): string {
  const words = eventFields[field].words as (value: unknown, timeFormat: TimeFormat) => string
  return words(draft[field], timeFormat)
}
