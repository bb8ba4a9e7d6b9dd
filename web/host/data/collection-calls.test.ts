import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Collection } from '../../../contract/custom-fields/collection.schema.ts'
import { collectionQuery, deleteEdited, deleteListed } from './collection-calls.ts'
import { queryClient } from './query-client.ts'

type Toast = (title: string, more?: unknown) => void
const toast = vi.hoisted(() =>
  Object.assign(vi.fn<Toast>(), { success: vi.fn<Toast>(), error: vi.fn<Toast>() }),
)
vi.mock('sonner', () => ({ toast }))

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => 'token' }))
afterEach(() => {
  queryClient.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

it('reads a collection that is named by its collectionId alone', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, data: { collectionId: 'a', name: 'Intake' } }),
  )
  expect(await queryClient.fetchQuery(collectionQuery('a'))).toMatchObject({ id: 'a', name: 'Intake' })
})

it('counts a collection that was deleted elsewhere as deleted, and can restore it', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: false, error: 'Not found' }, { status: 404 }))
  const undo: unknown = expect.objectContaining({ action: expect.objectContaining({ label: 'Undo' }) })
  await deleteListed({ id: 'a' } as Collection)
  expect(toast).toHaveBeenCalledExactlyOnceWith('Deleted', undo)
  expect(await deleteEdited('a')).toBe(true)
  expect(toast.success).toHaveBeenCalledExactlyOnceWith('Success', undo)
  expect(toast.error).not.toHaveBeenCalled()
})
