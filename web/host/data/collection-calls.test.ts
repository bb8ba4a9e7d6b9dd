import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Collection } from '../../../contract/custom-fields/collection.schema.ts'
import {
  archiveListed,
  collectionQuery,
  deleteEdited,
  deleteListed,
  restoreListed,
} from './collection-calls.ts'
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

it.each([
  { name: 'a refusal', status: 429, error: 'Too many requests', description: 'Too many requests' },
  { name: 'a deletion', status: 404, error: 'Not found', description: 'This isn’t available anymore.' },
  { name: 'no reason', status: 500, error: 'Request failed', description: null },
])('says why a collection could not be archived: $name', async ({ status, error, description }) => {
  vi.stubGlobal('fetch', async () => Response.json({ success: false, error }, { status }))
  await archiveListed({ id: 'a' } as Collection, true)
  expect(toast.error).toHaveBeenCalledExactlyOnceWith(
    'Failed to archive collection.',
    expect.objectContaining({ description }),
  )
})

it('says that it is too late to restore a collection', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: false, error: 'Not found' }, { status: 404 }))
  await restoreListed({ id: 'a' } as Collection)
  expect(toast.error).toHaveBeenCalledExactlyOnceWith('It’s too late to restore this.', expect.anything())
})
