import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import type { Collection } from '../../../../contract/custom-fields/collection.schema.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

interface CollectionHeaderProps {
  /** Null for a new collection. */
  collection: Collection | null
  /** The saved name. */
  name: string
  isArchived: boolean
  isArchiving: boolean
  onArchive: () => void
  onDelete: () => void
}

/** The collection's name and owner, with actions for the whole collection. */
export function CollectionHeader(props: CollectionHeaderProps) {
  const { collection, name, isArchived, isArchiving, onArchive, onDelete } = props
  if (collection === null) {
    return (
      <PageHeader title="Create Collection" description="Create a reusable set of questions for any event." />
    )
  }
  const isOwner = collection.entityRole === 'owner'
  return (
    <PageHeader
      title="Edit Collection"
      description={
        <>
          {name}
          {!isOwner && <span className="block">Shared with you by {collection.ownerName}</span>}
          {isArchived && (
            <span className="mt-1 block">
              <Badge>Archived</Badge>
            </span>
          )}
        </>
      }
      action={
        <div className="-mx-2.5 flex flex-wrap gap-1 sm:mx-0">
          <Button size="sm" variant="quiet" isBusy={isArchiving} onClick={onArchive}>
            {isArchived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
            {isArchived ? 'Unarchive' : 'Archive'}
          </Button>
          {isOwner && (
            <Button size="sm" variant="quiet-danger" onClick={onDelete}>
              <Trash2 aria-hidden="true" />
              Delete Collection
            </Button>
          )}
        </div>
      }
    />
  )
}
