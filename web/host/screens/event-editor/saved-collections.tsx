import { useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import type { Collection } from '../../../../contract/custom-fields/collection.schema.ts'
import { collectionsQuery } from '../../data/collection-calls.ts'
import { Button } from '../../../ui/button.tsx'

interface SavedCollectionsProps {
  /** Tells the two lists apart. */
  label: string
  isInserted: (collection: Collection) => boolean
  isFull: boolean
  onInsert: (collection: Collection) => void
}

/** The host's library of collections to insert. */
export function SavedCollections({ label, isInserted, isFull, onInsert }: SavedCollectionsProps) {
  const { data, isError, isFetching, refetch } = useQuery(collectionsQuery('present'))
  if (data === undefined) {
    return isError ? (
      <p className="flex flex-wrap items-center gap-3 text-muted">
        We couldn’t load your saved collections.
        <Button size="sm" isBusy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    ) : (
      <p className="text-muted">Loading saved collections...</p>
    )
  }
  const collections = data.filter((collection) => collection.id && !collection.isArchived)
  if (collections.length === 0) {
    return <p className="text-muted">Collections you create under Custom Fields will appear here.</p>
  }
  return (
    <ul aria-label={label} className="grid max-h-72 gap-2 overflow-y-auto">
      {collections.map((collection) => {
        const count = collection.fields.filter((field) => !field.isDeleted).length
        const isThere = isInserted(collection)
        return (
          <li
            key={collection.id}
            className="flex items-center justify-between gap-3 rounded-md bg-sunken py-1.5 pr-1.5 pl-3"
          >
            <span className="min-w-0">
              <span className="block font-medium wrap-anywhere">{collection.name}</span>
              <span className="text-xs text-muted">
                {count} {count === 1 ? 'field' : 'fields'}
                {collection.entityRole === 'shared' && ` · shared by ${collection.ownerName}`}
              </span>
            </span>
            <Button
              size="sm"
              aria-label={`${isThere ? 'Inserted' : 'Insert'} ${collection.name}`}
              disabled={isFull && !isThere}
              isOff={isThere}
              onClick={() => onInsert(collection)}
            >
              {isThere ? <Check aria-hidden="true" /> : <Plus aria-hidden="true" />}
              {isThere ? 'Inserted' : 'Insert'}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
