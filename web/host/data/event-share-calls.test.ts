import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventShare } from '../../../contract/events/event-shares.schema.ts'
import { eventSharesQuery, unshareEvent } from './event-share-calls.ts'
import { queryClient } from './query-client.ts'

type Toast = (title: string) => void
vi.mock('sonner', () => ({ toast: Object.assign(vi.fn<Toast>(), { error: vi.fn<Toast>() }) }))

const share = (name: string): EventShare => ({ userId: name, email: `${name}@example.com`, role: 'view' })
const { queryKey } = eventSharesQuery('event')
const shown = () => queryClient.getQueryData(queryKey)!.map(({ userId }) => userId)
const json = (data: unknown) => Response.json({ success: true, data })
const gone = () => Response.json({ success: false, error: 'Not found', code: 'not_found' }, { status: 404 })
const refusal = () => Response.json({ success: false, error: 'Broken' }, { status: 500 })

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('window', new EventTarget())
  queryClient.setQueryData(queryKey, ['ann', 'bo', 'cy'].map(share))
})
afterEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a list that was asked for before somebody was removed doesn’t bring them back', async () => {
  const list = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (_url: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET' ? list.promise : Promise.resolve(json(null)),
  )
  const asked = queryClient.fetchQuery(eventSharesQuery('event')).catch(() => null)
  expect(await unshareEvent('event', share('bo'))).toBe(true)
  list.resolve(json(['ann', 'bo', 'cy'].map(share)))
  await asked
  expect(shown()).toEqual(['ann', 'cy'])
})

test('somebody who couldn’t be removed is listed once, in their place', async () => {
  vi.stubGlobal('fetch', (_url: string, { method = 'GET' }: RequestInit = {}) => {
    // The list is loaded again before the answer.
    if (method !== 'GET') queryClient.setQueryData(queryKey, ['ann', 'bo', 'cy'].map(share))
    return Promise.resolve(method === 'GET' ? json(['ann', 'bo', 'cy'].map(share)) : refusal())
  })
  const lists: string[][] = []
  const stop = queryClient.getQueryCache().subscribe(() => lists.push(shown()))
  expect(await unshareEvent('event', share('bo'))).toBe(false)
  stop()
  expect(shown()).toEqual(['ann', 'bo', 'cy'])
  for (const list of lists) expect(list.filter((one) => one === 'bo').length).toBeLessThan(2)
})

test('somebody who was removed although the answer got lost stays removed', async () => {
  const answers = [() => Promise.reject(new TypeError('lost')), () => Promise.resolve(gone())]
  vi.stubGlobal('fetch', (_url: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET' ? Promise.resolve(json(['ann', 'cy'].map(share))) : answers.shift()!(),
  )
  expect(await unshareEvent('event', share('bo'))).toBe(true)
  expect(answers).toEqual([])
  expect(shown()).toEqual(['ann', 'cy'])
  expect(toast.error).not.toHaveBeenCalled()
})
