import { Link } from '@tanstack/react-router'
import { Archive, ArchiveRestore, ListChecks, Pencil, Trash2, Undo2, Users } from 'lucide-react'
import type { Collection } from '../../../../contract/custom-fields/collection.schema.ts'
import { isLayout, nameFieldType } from '../../../../contract/custom-fields/field-types.ts'
import { TypeIcon } from '../../../fields/type-icon.tsx'
import { labelCollections } from '../../data/label-calls.ts'
import { Labeling } from '../../parts/labels/labeling.tsx'
import { paths } from '../../../../contract/pages/pages.ts'
import { shortDateText } from '../../../../contract/time/time-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { useHostTime } from '../../parts/time/use-host-time.ts'

interface CollectionCardProps {
  collection: Collection
  onArchive: () => void
  onDelete: () => void
  onRestore: () => void
}

export function CollectionCard({ collection, onArchive, onDelete, onRestore }: CollectionCardProps) {
  const { id, name, description, status, isArchived, entityRole, updatedAt, shares } = collection
  const { viewer } = useHostTime()
  const isOwner = entityRole === 'owner'
  const fields = collection.fields.filter((field) => !field.isDeleted)
  const isDeleted = status === 'deleted'
  return (
    <article
      aria-label={name}
      className={`flex h-full flex-col gap-3 rounded-lg border border-line bg-surface px-4 pt-5 pb-3 shadow-sm sm:px-5 ${
        status === 'active' ? '' : 'border-dashed'
      }`}
    >
      <div className="flex items-start gap-1">
        <div className="flex min-h-6 flex-1 flex-wrap gap-1.5">
          {isOwner ? <Badge tone="brand">Owned by me</Badge> : <Badge tone="success">Shared with me</Badge>}
          {isArchived && <Badge>Archived</Badge>}
          {isDeleted && <Badge tone="danger">Deleted</Badge>}
        </div>
        {!isDeleted && (
          <Link
            to={paths.editCollection}
            params={{ collectionId: id }}
            aria-label={`Edit ${name}`}
            className={`${buttonClass({ variant: 'quiet', size: 'icon' })} -mt-1.5 -mr-2.5`}
          >
            <Pencil aria-hidden="true" />
          </Link>
        )}
      </div>
      <div className="min-w-0">
        <h2 className="text-lg leading-snug font-semibold wrap-anywhere">{name}</h2>
        {description && (
          <p className="mt-1 line-clamp-2 text-muted text-pretty wrap-anywhere">{description}</p>
        )}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted tabular-nums [&_svg]:size-4 [&>li]:flex [&>li]:items-center [&>li]:gap-1.5">
        <li>
          <ListChecks aria-hidden="true" /> {fields.length} {fields.length === 1 ? 'field' : 'fields'}
        </li>
        {!isOwner && (
          <li className="wrap-anywhere">
            <Users aria-hidden="true" /> By {collection.ownerName}
          </li>
        )}
        {shares.length > 0 && (
          <li>
            <Users aria-hidden="true" /> Shared with {shares.length}
          </li>
        )}
        <li>
          <span>
            Updated <time dateTime={updatedAt}>{shortDateText(updatedAt, viewer)}</time>
          </span>
        </li>
      </ul>
      <Types types={fields.map(({ type }) => type).filter((type) => !isLayout(type))} />
      {!isDeleted && (
        <Labeling
          name={name}
          labelIds={collection.labelIds}
          onChange={(change) => void labelCollections([id], change)}
        />
      )}
      {/* Aligns the icons of these quiet buttons with the text above. */}
      <div className="-mx-4 mt-auto flex flex-wrap gap-1 border-t border-line px-1.5 pt-3 sm:-mx-5 sm:px-2.5">
        {isDeleted ? (
          <Button size="sm" variant="quiet" onClick={onRestore}>
            <Undo2 aria-hidden="true" />
            Restore
          </Button>
        ) : (
          <>
            <Button size="sm" variant="quiet" onClick={onArchive}>
              {isArchived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
              {isArchived ? 'Unarchive' : 'Archive'}
            </Button>
            {isOwner && (
              <Button
                size="sm"
                variant="quiet-danger"
                className="ml-auto pointer-coarse:min-w-11"
                onClick={onDelete}
              >
                <Trash2 aria-hidden="true" />
                <span className="max-sm:sr-only">Delete</span>
              </Button>
            )}
          </>
        )}
      </div>
    </article>
  )
}

const MAX_TYPES_SHOWN = 4

/** The field types, most frequent first. */
function Types({ types }: { types: readonly string[] }) {
  const counted = [...Map.groupBy(types, (type) => type)]
    .map(([type, all]) => ({ type, count: all.length }))
    .toSorted((a, b) => b.count - a.count)
  const more = counted.length - MAX_TYPES_SHOWN
  if (counted.length === 0) return null
  return (
    <ul aria-label="Field types" className="flex flex-wrap gap-1.5 text-xs">
      {counted.slice(0, MAX_TYPES_SHOWN).map(({ type, count }) => (
        <li
          key={type}
          className="flex h-6 items-center gap-1.5 rounded-md border border-line px-2 text-muted tabular-nums"
        >
          <TypeIcon type={type} className="size-3.5" />
          {nameFieldType(type)}
          {count > 1 && (
            <span>
              <span aria-hidden="true">×</span>
              <span className="sr-only">times </span>
              {count}
            </span>
          )}
        </li>
      ))}
      {more > 0 && <li className="flex h-6 items-center px-1 text-muted">and {more} more</li>}
    </ul>
  )
}
