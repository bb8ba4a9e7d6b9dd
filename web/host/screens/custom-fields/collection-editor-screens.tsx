import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { SessionExpired } from '../../data/api.ts'
import { collectionQuery } from '../../data/collection-calls.ts'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import { Card } from '../../../ui/card.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useDraftKey } from '../../parts/drafts/use-draft.ts'
import { CollectionForm } from './collection-form.tsx'

const editRoute = getRouteApi('/shell/custom-fields/edit/$collectionId')

export function CreateCollectionScreen() {
  usePageTitle(pages.createCollection.title)
  return <CollectionForm collection={null} storageKey={useDraftKey('collection', null)} />
}

export function EditCollectionScreen() {
  usePageTitle(pages.editCollection.title)
  const { collectionId } = editRoute.useParams()
  const storageKey = useDraftKey('collection', collectionId)
  const { data: collection, error } = useQuery(collectionQuery(collectionId))
  if (collection !== undefined) {
    return <CollectionForm key={collectionId} collection={collection} storageKey={storageKey} />
  }
  // An expired session redirects to sign-in and back.
  if (error === null || error instanceof SessionExpired) return <FormSkeleton />
  return <Navigate to={paths.customFields} replace />
}

function FormSkeleton() {
  return (
    <div role="status">
      <h1 className="mb-6 text-2xl font-semibold">Edit Collection</h1>
      <span className="sr-only">Loading collection...</span>
      <div className="grid gap-6 lg:grid-cols-[1fr_23rem]">
        <div className="grid gap-6">
          {['h-40', 'h-80'].map((height) => (
            <Card key={height} className="p-6">
              <Skeleton className="mb-6 h-5 w-40" />
              <Skeleton className={`w-full ${height}`} />
            </Card>
          ))}
        </div>
        <Card className="hidden p-6 lg:block">
          <Skeleton className="mb-6 h-5 w-24" />
          <Skeleton className="h-60 w-full" />
        </Card>
      </div>
    </div>
  )
}
