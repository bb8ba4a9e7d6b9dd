import type { Collection } from '../../../../contract/custom-fields/collection.schema.ts'
import type { Choice } from '../../../ui/select.tsx'

export const statusChoices = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
  { value: 'deleted', label: 'Deleted' },
] as const satisfies readonly Choice<string>[]

export const ownershipChoices = [
  { value: 'all', label: 'All' },
  { value: 'owned', label: 'Owned by Me' },
  { value: 'shared', label: 'Shared with Me' },
] as const satisfies readonly Choice<string>[]

export interface CollectionsFilters {
  status?: 'active' | 'archived' | 'deleted' | undefined
  ownership?: 'owned' | 'shared' | undefined
  includeArchived?: 'true' | undefined
}

export interface CollectionsSearch extends CollectionsFilters {
  /** Opens this collection's editor. */
  collectionId?: string
}

/** The filters in the URL, without unknown values. The Archived status implies showing archived collections. */
export function collectionsSearch(search: Record<string, unknown>): CollectionsSearch {
  const filters: CollectionsSearch = {}
  const status = statusChoices.find(({ value }) => value === search['status'])?.value
  if (status !== undefined && status !== 'all') filters.status = status
  const ownership = ownershipChoices.find(({ value }) => value === search['ownership'])?.value
  if (ownership !== undefined && ownership !== 'all') filters.ownership = ownership
  if (search['includeArchived'] === 'true' || status === 'archived') filters.includeArchived = 'true'
  const id = search['collectionId']
  if (typeof id === 'string' && id !== '') filters.collectionId = id
  return filters
}

/** The collections that match the filters: deleted ones, or all others. */
export const matching = (
  collections: readonly Collection[],
  { status, ownership, includeArchived }: CollectionsFilters,
) =>
  collections.filter(
    (collection) =>
      (status === undefined || collection.status === status) &&
      (includeArchived === 'true' || collection.status !== 'archived') &&
      (ownership === undefined || (ownership === 'owned') === (collection.entityRole === 'owner')),
  )
