import { type ComponentType, memo } from 'react'
import type { DraftField, EventDraft } from './event-draft.ts'
import type { DraftErrors } from './event-errors.ts'
import type { ChangeDraft } from './use-event-form.ts'

export interface SectionProps<Part extends DraftField> {
  draft: Pick<EventDraft, Part>
  errors: DraftErrors
  change: ChangeDraft
}

/** A section that shows these parts of the draft and renders only if it looks different: the form renders on each key. */
export const sectionOf = <Part extends DraftField, Props extends SectionProps<Part>>(
  parts: readonly Part[],
  section: ComponentType<Props>,
) => memo(section, looksTheSame<Part>(parts))

/** Whether a section with these parts shows the same for both properties. */
export const looksTheSame =
  <Part extends DraftField>(parts: readonly Part[]) =>
  (one: SectionProps<Part>, other: SectionProps<Part>): boolean => {
    const { draft, errors, ...rest } = one
    const { draft: otherDraft, errors: otherErrors, ...otherRest } = other
    return (
      parts.every((part) => draft[part] === otherDraft[part]) &&
      isShallowEqual(errors, otherErrors) &&
      isShallowEqual(rest, otherRest)
    )
  }

function isShallowEqual(one: object, other: object): boolean {
  const entries = Object.entries(one)
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.is(value, (other as Record<string, unknown>)[key]))
  )
}
