import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Collection } from '../../../../contract/custom-fields/collection.schema.ts'
import { SessionExpired } from '../../data/api.ts'
import {
  archiveListed,
  collectionsQuery,
  deleteListed,
  namedCollectionQuery,
  restoreListed,
} from '../../data/collection-calls.ts'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { NoFieldsPicture } from './no-fields-picture.tsx'
import { FullPageSpinner, LoadingLine } from '../../../ui/spinner.tsx'
import { CollectionCard } from './collection-card.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { FilterCard } from './filter-card.tsx'
import { type CollectionsFilters, collectionsSearch, matching } from './filters.ts'

const route = getRouteApi('/shell/custom-fields')

export function CollectionsScreen() {
  usePageTitle(pages.customFields.title)
  // The router passes other query parameters too.
  const { collectionId, ...filters } = collectionsSearch(route.useSearch())
  const navigate = route.useNavigate()
  if (collectionId !== undefined) return <ToCollection id={collectionId} />
  return (
    <>
      <PageHeader
        title="Custom Fields"
        description="Reusable sets of questions for your booking forms."
        action={
          <Link to={paths.createCollection} className={buttonClass({ variant: 'primary' })}>
            <Plus aria-hidden="true" />
            New Collection
          </Link>
        }
      />
      <FilterCard
        filters={filters}
        onChange={(change) =>
          void navigate({
            search: (current) => ({ ...collectionsSearch(current), ...change }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <CollectionList filters={filters} />
    </>
  )
}

/** The URL contains a collection id: opens its editor if the collection exists. */
function ToCollection({ id }: { id: string }) {
  const { data, error } = useQuery(namedCollectionQuery(id))
  if (data !== undefined) return <Navigate to={paths.editCollection} params={{ collectionId: id }} replace />
  // An expired session redirects to sign-in and back.
  if (error === null || error instanceof SessionExpired) return <FullPageSpinner />
  return <Navigate to={paths.customFields} search={{}} replace />
}

function CollectionList({ filters }: { filters: CollectionsFilters }) {
  const which = filters.status === 'deleted' ? 'deleted' : 'present'
  const { data: collections, isError, isFetching, refetch } = useQuery(collectionsQuery(which))
  const [toDelete, setToDelete] = useState<Collection | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const root = useRef<HTMLElement>(null)

  if (collections === undefined) {
    return (
      <Card className="grid min-h-72 place-items-center">
        {isError ? (
          <LoadError
            title="We couldn’t load your collections"
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <LoadingLine>Loading custom fields...</LoadingLine>
        )}
      </Card>
    )
  }

  const shown = matching(collections, filters)
  /** Called before the focused card disappears, perhaps the last one. */
  const focusRoot = () => root.current?.focus({ preventScroll: true })

  function archive(collection: Collection) {
    const isArchived = !collection.isArchived
    const changed: Collection = { ...collection, status: isArchived ? 'archived' : 'active' }
    if (matching([changed], filters).length === 0) focusRoot()
    void archiveListed(collection, isArchived)
  }

  return (
    <section ref={root} tabIndex={-1} aria-label="Collections" className="outline-none">
      {shown.length === 0 ? (
        <NoCollections filters={filters} hasOthers={collections.length > 0} />
      ) : (
        <ul
          aria-label="Collections"
          className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2 xl:grid-cols-3"
        >
          {shown.map((collection) => (
            <li key={collection.id} className="min-w-0">
              <CollectionCard
                collection={collection}
                onArchive={() => archive(collection)}
                onRestore={() => {
                  focusRoot()
                  void restoreListed(collection)
                }}
                onDelete={() => {
                  setToDelete(collection)
                  setIsAsking(true)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <DeleteDialog
        isOpen={isAsking}
        name={toDelete?.name ?? ''}
        orElse={root}
        onCancel={() => setIsAsking(false)}
        onDelete={() => {
          setIsAsking(false)
          if (toDelete) void deleteListed(toDelete)
        }}
      />
    </section>
  )
}

function NoCollections({ filters, hasOthers }: { filters: CollectionsFilters; hasOthers: boolean }) {
  const isFiltered = filters.status !== undefined || filters.ownership !== undefined
  return (
    <Card>
      <EmptyState
        picture={<NoFieldsPicture />}
        title="No collections match your filters."
        action={
          <Link to={paths.createCollection} className={buttonClass()}>
            <Plus aria-hidden="true" />
            New Collection
          </Link>
        }
      >
        {filters.status === 'deleted'
          ? 'Deleted collections can be restored for 24 hours.'
          : isFiltered
            ? 'Try clearing a filter, or create a new collection.'
            : hasOthers
              ? 'All your collections are archived. Turn on “Show archived” to see them.'
              : 'A collection is a reusable set of questions. Create one and add it to any event.'}
      </EmptyState>
    </Card>
  )
}
