import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListedEvent } from '../../../contract/events/event.schema.ts'
import type { Label } from '../../../contract/labels/label.schema.ts'
import { eventsQuery } from './event-calls.ts'
import {
  createLabel,
  deleteLabel,
  labelEvents,
  labelsQuery,
  moveLabel,
  presentLabels,
} from './label-calls.ts'
import { queryClient } from './query-client.ts'

type Toast = (title: string, more?: unknown) => void
const toast = vi.hoisted(() => Object.assign(vi.fn<Toast>(), { error: vi.fn<Toast>() }))
vi.mock('sonner', () => ({ toast }))

const label = (id: string): Label => ({ id, name: id, color: 'red', createdAt: '' })
const event = (id: string, ...labelIds: string[]) => ({ id, labelIds }) as unknown as ListedEvent
const shown = () => queryClient.getQueryData(labelsQuery.queryKey)!.map(({ id }) => id)
const shownOn = () => queryClient.getQueryData(eventsQuery().queryKey)!.map(({ labelIds }) => labelIds)

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('window', new EventTarget())
  queryClient.setQueryData(labelsQuery.queryKey, [label('a'), label('b'), label('c')])
  queryClient.setQueryData(eventsQuery().queryKey, [event('1', 'a'), event('2'), event('3')])
})
afterEach(() => {
  queryClient.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const json = (data: unknown) => Response.json({ success: true, data })
const refusal = (status: number, error: string) =>
  Response.json({ success: false, error, code: 'not_found' }, { status })

/** Answers the calls in turn, and collects what they sent. */
function answer(...replies: (() => Response | Promise<Response>)[]) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit = {}) => {
    if (typeof body === 'string') sent.push(JSON.parse(body))
    return (replies.shift() ?? (() => json([])))()
  })
  return sent
}

test('shows a change at once, and sends several in the order of the clicks', async () => {
  const first = Promise.withResolvers<Response>()
  const sent = answer(
    () => first.promise,
    () => json(null),
  )
  const added = labelEvents(['1', '2'], { add: ['b'] })
  const removed = labelEvents(['1', '2'], { remove: ['b'] })
  await vi.waitFor(() => expect(sent).toEqual([{ eventIds: ['1', '2'], add: ['b'] }]))
  expect(shownOn()).toEqual([['a'], [], []])
  first.resolve(json(null))
  await Promise.all([added, removed])
  expect(sent).toEqual([
    { eventIds: ['1', '2'], add: ['b'] },
    { eventIds: ['1', '2'], remove: ['b'] },
  ])
})

test('sends what still waits in the order of the clicks when the page closes', async () => {
  const first = Promise.withResolvers<Response>()
  const sent = answer(() => first.promise)
  const changes = [{ add: ['b'] }, { add: ['c'] }, { remove: ['b'] }]
  const done = Promise.all(changes.map((change) => labelEvents(['1'], change)))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  window.dispatchEvent(new Event('pagehide'))
  // A page that has closed waits for nothing.
  for (let step = 0; step < 20; step++) await Promise.resolve()
  expect(sent).toEqual(changes.map((change) => ({ eventIds: ['1'], ...change })))
  first.resolve(json(null))
  await done
})

test('says why labels weren’t changed', async () => {
  answer(() => refusal(404, 'One of these labels no longer exists.'))
  await labelEvents(['3'], { add: ['c'] })
  const described = expect.objectContaining({ description: 'One of these labels no longer exists.' })
  expect(toast.error).toHaveBeenCalledWith('Failed to change labels.', described)
})

test('shows a new label last, and a moved one in its place', async () => {
  const sent = answer(
    () => json(label('d')),
    () => json([]),
  )
  expect(await createLabel({ name: 'd', color: 'red' })).toEqual(label('d'))
  expect(shown()).toEqual(['a', 'b', 'c', 'd'])
  await moveLabel(queryClient.getQueryData(labelsQuery.queryKey)!, 0, 2)
  expect(shown()).toEqual(['b', 'c', 'a', 'd'])
  expect(sent.at(-1)).toEqual({ ids: ['b', 'c', 'a', 'd'] })
})

test('a label that another tab deleted counts as deleted', async () => {
  answer(() => refusal(404, 'Not found'))
  expect(await deleteLabel('b')).toBe(true)
  expect(shown()).toEqual(['a', 'c'])
  expect(presentLabels(['a', 'b'])).toEqual(['a'])
})

test('a label that couldn’t be deleted stays', async () => {
  answer(() => refusal(500, 'Broken'))
  expect(await deleteLabel('b')).toBe(false)
  expect(shown()).toEqual(['a', 'b', 'c'])
  expect(toast.error).toHaveBeenCalled()
})
