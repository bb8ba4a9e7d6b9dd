import { queryOptions } from '@tanstack/react-query'
import type { Collection, CollectionShare } from '../../../contract/custom-fields/collection.schema.ts'
import { api, isGone, SessionExpired, wordsOf } from './api.ts'
import { deleteIfThere, queryClient } from './query-client.ts'
import { toasts } from './toasts.ts'

const LISTS = 'collections'

/** Both lists of collections. */
export const collectionLists = { queryKey: [LISTS] }

/** A collection may be named by its `collectionId` alone. */
const withId = (collection: Collection): Collection => ({
  ...collection,
  id: collection.id || collection.collectionId,
})

/** The library's collections: only deleted ones, or all others. */
export const collectionsQuery = (which: 'deleted' | 'present') =>
  queryOptions({
    queryKey: [LISTS, which],
    queryFn: ({ signal }) =>
      api
        .listCollections({
          query: { type: 'generic', ...(which === 'deleted' && { status: 'deleted' }) },
          signal,
        })
        .then((collections) => collections.map(withId)),
    meta: { onFailure: toasts.collectionsNotLoaded },
  })

export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['collection', id],
    queryFn: ({ signal }) => api.getCollection({ params: { id }, signal }).then(withId),
    meta: { onFailure: toasts.collectionNotLoaded },
    // A form is filled from it once, so it must be fresh and must not change afterward.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The same for a list URL with a collection id. */
export const namedCollectionQuery = (id: string) =>
  queryOptions({
    ...collectionQuery(id),
    queryKey: ['named-collection', id],
    meta: { onFailure: toasts.namedCollectionNotLoaded },
  })

export async function reloadCollections(): Promise<void> {
  await queryClient.invalidateQueries(collectionLists)
}

type Which = Parameters<typeof collectionsQuery>[0]

/** Shows a change in the loaded lists. */
async function changeList(which: Which, change: (collections: Collection[]) => Collection[]): Promise<void> {
  const { queryKey } = collectionsQuery(which)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (collections) => collections && change(collections))
}

const takeOut = (which: Which, { id }: Collection) =>
  changeList(which, (collections) => collections.filter((listed) => listed.id !== id))

/** Puts a collection back in its place: most recently updated first. */
const putBack = (which: Which, collection: Collection) =>
  changeList(which, (collections) =>
    [...collections.filter(({ id }) => id !== collection.id), collection].toSorted(
      (a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt),
    ),
  )

/** Archives or unarchives a collection from a list, with an optimistic update. */
export async function archiveListed(collection: Collection, isArchived: boolean) {
  const status = isArchived ? 'archived' : 'active'
  await changeList('present', (collections) =>
    collections.map((listed) => (listed.id === collection.id ? { ...listed, isArchived, status } : listed)),
  )
  try {
    await api.updateCollection({ params: { id: collection.id }, body: { isArchived } })
    toasts.collectionArchived(isArchived)
  } catch (error) {
    await putBack('present', collection)
    if (!(error instanceof SessionExpired)) toasts.collectionNotArchived(isArchived, wordsOf(error))
  }
  await reloadCollections()
}

export async function deleteListed(collection: Collection) {
  const { id } = collection
  await takeOut('present', collection)
  try {
    await deleteIfThere(() => api.deleteCollection({ params: { id } }))
    toasts.collectionDeleted(() => void restoreCollection(id))
  } catch (error) {
    await putBack('present', collection)
    if (!(error instanceof SessionExpired)) toasts.collectionNotDeleted(wordsOf(error))
  }
  await reloadCollections()
}

/** Deletes the collection in the editor and shows a toast; false if the server rejects it. */
export async function deleteEdited(id: string): Promise<boolean> {
  try {
    await deleteIfThere(() => api.deleteCollection({ params: { id } }))
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.collectionNotDeleted(wordsOf(error))
    return false
  }
  toasts.editedCollectionDeleted(() => void restoreCollection(id))
  void reloadCollections()
  return true
}

async function restoreCollection(id: string) {
  try {
    await api.updateCollection({ params: { id }, body: { isDeleted: false } })
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.notUndone(() => void restoreCollection(id))
  }
  await reloadCollections()
}

export async function restoreListed(collection: Collection) {
  await takeOut('deleted', collection)
  try {
    await api.updateCollection({ params: { id: collection.id }, body: { isDeleted: false } })
    toasts.collectionRestored()
  } catch (error) {
    await putBack('deleted', collection)
    if (isGone(error)) toasts.tooLateToRestore()
    else if (!(error instanceof SessionExpired)) toasts.collectionNotRestored()
  }
  await reloadCollections()
}

/** Shows an open collection's current shares. */
export function showShares(id: string, change: (shares: CollectionShare[]) => CollectionShare[]) {
  queryClient.setQueryData(
    collectionQuery(id).queryKey,
    (collection) => collection && { ...collection, shares: change(collection.shares) },
  )
}
