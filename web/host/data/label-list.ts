import {
  type LabelColor,
  labelColors,
  labelFilterNames,
  labelKey,
} from '../../../contract/labels/label-options.ts'
import type { Label } from '../../../contract/labels/label.schema.ts'

/** The labels whose name contains what was typed, ignoring case. */
export const searched = (labels: readonly Label[], typed: string) =>
  labels.filter(({ name }) => labelKey(name).includes(labelKey(typed.trim())))

/** A label with the typed name. */
export const named = (labels: readonly Label[], typed: string) =>
  labels.find(({ name }) => labelKey(name) === labelKey(typed.trim().replaceAll(/\s+/g, ' ')))

/** The first color that fewest labels have. Gray looks like no color, so it is the last choice. */
export function nextColor(labels: readonly Label[]): LabelColor {
  const [gray, ...colors] = labelColors
  const count = (color: LabelColor) => labels.filter((label) => label.color === color).length
  return [...colors, gray].toSorted((a, b) => count(a) - count(b))[0]!
}

/** Label ids after a change. */
export const changedLabels = (
  labelIds: readonly string[],
  { add = [], remove = [] }: LabelsChange,
): string[] => [...new Set([...labelIds, ...add])].filter((id) => !remove.includes(id))

export interface LabelsChange {
  add?: string[]
  remove?: string[]
}

/** The labels that all or only some of several things have. */
export function labelStates(things: readonly { labelIds: readonly string[] }[]): LabelStates {
  const ids = things.flatMap(({ labelIds }) => labelIds)
  const counts = Map.groupBy(ids, (id) => id)
  const isOnAll = (id: string) => counts.get(id)!.length === things.length
  return {
    all: new Set([...counts.keys()].filter(isOnAll)),
    some: new Set([...counts.keys()].filter((id) => !isOnAll(id))),
  }
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Whether a text in the URL can be a label's id. */
export const isId = (text: string) => ID.test(text)

export interface LabelStates {
  all: ReadonlySet<string>
  some: ReadonlySet<string>
}

export type LabelSearch = Partial<Record<(typeof labelFilterNames)[number], string | undefined>>

/** A screen's filters without labels that don't exist, once the labels are known. */
export function withKnownLabels<Search extends LabelSearch>(
  search: Search,
  labels: readonly Label[] | undefined,
): Search {
  if (labels === undefined) return search
  const known = { ...search }
  for (const name of labelFilterNames) {
    const ids = search[name]?.split(',').filter((id) => labels.some((label) => label.id === id)) ?? []
    if (ids.length > 0) known[name] = ids.join() as Search[typeof name]
    else delete known[name]
  }
  return known
}
