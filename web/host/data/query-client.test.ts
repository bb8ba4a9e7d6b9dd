import { expect, test, vi } from 'vitest'
import { queryClient } from './query-client.ts'

test('a load that keeps failing in the background is reported once', async () => {
  const onFailure = vi.fn<() => void>()
  const load = (queryFn: () => Promise<string>) =>
    queryClient
      .fetchQuery({ queryKey: ['list'], queryFn, staleTime: 0, meta: { onFailure } })
      .catch(() => null)
  const loaded = () => load(async () => 'loaded')
  const failed = () => load(() => Promise.reject(new Error('failed')))

  // Without anything to show, each attempt is the host's own.
  await failed()
  await failed()
  expect(onFailure).toHaveBeenCalledTimes(2)
  await loaded()
  await failed()
  await failed()
  expect(onFailure).toHaveBeenCalledTimes(3)
  await loaded()
  await failed()
  expect(onFailure).toHaveBeenCalledTimes(4)
})
