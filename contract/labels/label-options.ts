/** What labels can be. Free of schemas so that screens can import it cheaply. */
export const labelColors = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'indigo',
  'purple',
  'pink',
] as const
export type LabelColor = (typeof labelColors)[number]

export const labelLimits = { name: 40, labeledAtOnce: 200 } as const

export const labelMessages = {
  name: 'Enter a name',
  nameTooLong: `A label’s name can have at most ${labelLimits.name} characters`,
  nameTaken: 'You already have a label with this name',
  color: `Choose a color: ${labelColors.join(', ')}`,
  gone: 'One of these labels no longer exists.',
  contradiction: 'A label can’t be both added and removed',
  tooMany: `You can label at most ${labelLimits.labeledAtOnce} at once`,
} as const

/** How names are compared: two names that differ only in case are the same. */
export const labelKey = (name: string) => name.normalize('NFC').toLowerCase()

/** Label ids that something must have any of, all of or none of; undefined if it doesn't matter. */
export interface LabelFilters {
  labels_any?: readonly string[] | undefined
  labels_all?: readonly string[] | undefined
  labels_none?: readonly string[] | undefined
}

export const labelFilterNames = ['labels_any', 'labels_all', 'labels_none'] as const

export function matchesLabels(labelIds: readonly string[], filters: LabelFilters): boolean {
  const has = (id: string) => labelIds.includes(id)
  return (
    (filters.labels_any?.some(has) ?? true) &&
    (filters.labels_all?.every(has) ?? true) &&
    !filters.labels_none?.some(has)
  )
}

/** The labels with these ids, in the host's order. */
export const labelsWith = <Label extends { id: string }>(labels: readonly Label[], ids: readonly string[]) =>
  labels.filter(({ id }) => ids.includes(id))
