import type { Difference } from './conflict-dialog.tsx'

/** Three versions of a draft: as loaded, as edited here, and as saved elsewhere since. */
export interface Versions<Draft> {
  base: Draft
  mine: Draft
  theirs: Draft
}

/** The fields of a draft in the form's order, and how the conflict dialog shows them. */
export interface ShownFields<Draft> {
  names: readonly (keyof Draft & string)[]
  labelOf: (name: keyof Draft & string) => string
  wordsOf: (name: keyof Draft & string, draft: Draft) => string
}

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Merges `mine` into `theirs`: changes that only one of them made to `base` are kept. */
export function merged<Draft extends object>(
  names: readonly (keyof Draft & string)[],
  { base, mine, theirs }: Versions<Draft>,
): Draft {
  const changed = names.filter((name) => !isSame(base[name], mine[name]))
  return { ...theirs, ...Object.fromEntries(changed.map((name) => [name, mine[name]])) }
}

/** The changes that `theirs` made to `base` and `mine` didn't. */
export const differencesBetween = <Draft extends object>(
  { names, labelOf, wordsOf }: ShownFields<Draft>,
  { base, mine, theirs }: Versions<Draft>,
): Difference[] =>
  names
    .filter((name) => !isSame(base[name], theirs[name]) && !isSame(mine[name], theirs[name]))
    .map((field) => ({
      field,
      label: labelOf(field),
      there: wordsOf(field, theirs),
      here: isSame(base[field], mine[field]) ? null : wordsOf(field, mine),
    }))
