import { expect, it, vi } from 'vitest'
import { collectionQuery } from './collection-calls.ts'
import { queryClient } from './query-client.ts'

it('reads a collection that is named by its collectionId alone', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, data: { collectionId: 'a', name: 'Intake' } }),
  )
  expect(await queryClient.fetchQuery(collectionQuery('a'))).toMatchObject({ id: 'a', name: 'Intake' })
})
