import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListedEvent } from '../../../contract/events/event.schema.ts'
import type { BookingAnswer } from '../../../contract/bookings/booking.schema.ts'
import type { Label } from '../../../contract/labels/label.schema.ts'
import { bookingQuery, bookingsQuery } from './booking-calls.ts'
import { eventsQuery } from './event-calls.ts'
import { createLabel, knownLabels, labelBookings, labelEvents, labelsQuery } from './label-calls.ts'
import { changeLabel, countLabelUses, deleteLabel, moveLabel } from './label-list-calls.ts'
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

test('says that what was labeled is gone', async () => {
  answer(() => refusal(404, 'Not found'))
  await labelEvents(['1'], { add: ['b'] })
  const described: unknown = expect.objectContaining({ description: 'This isn’t available anymore.' })
  expect(toast.error).toHaveBeenCalledExactlyOnceWith('Failed to change labels.', described)
})

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

const unreachable = () => Promise.reject<Response>(new TypeError('Failed to fetch'))
const broken = () => refusal(500, 'Broken')

test.each([unreachable, broken])(
  'undoes only what a failed change did, without a reload: %o',
  async (reply) => {
    const reached = Promise.withResolvers<void>()
    const { promise, resolve } = Promise.withResolvers<Response>()
    answer(() => (reached.resolve(), promise), reply, reply, reply)
    const labeled = labelEvents(['1', '2'], { add: ['a', 'b'] })
    await reached.promise
    expect(shownOn()).toEqual([['a', 'b'], ['a', 'b'], []])
    const { queryKey } = eventsQuery()
    queryClient.setQueryData(queryKey, (events) =>
      events!.map((one) => ({ ...one, labelIds: [...one.labelIds, 'c'] })),
    )
    resolve(reply())
    await labeled
    expect(shownOn()).toEqual([['a', 'c'], ['c'], ['c']])
  },
)

test('undoes a failed change in an open booking and in lists', async () => {
  const list = bookingsQuery({})
  const { queryKey } = bookingQuery('x')
  queryClient.setQueryData(list.queryKey, { bookings: [event('x', 'a'), event('y', 'a')] } as never)
  queryClient.setQueryData(queryKey, { bookingData: event('x', 'a') } as unknown as BookingAnswer)
  answer(unreachable)
  await labelBookings(['x', 'y'], { add: ['b'], remove: ['a'] })
  expect(queryClient.getQueryData(list.queryKey)!.bookings.map(({ labelIds }) => labelIds)).toEqual([
    ['a'],
    ['a'],
  ])
  expect(queryClient.getQueryData(queryKey)!.bookingData.labelIds).toEqual(['a'])
})

test('changes that fail one after the other end where they began', async () => {
  answer(unreachable, unreachable)
  await Promise.all([labelEvents(['1'], { remove: ['a'] }), labelEvents(['1'], { add: ['a'] })])
  expect(shownOn()[0]).toEqual(['a'])
  answer(unreachable, unreachable)
  await Promise.all([labelEvents(['2'], { add: ['b'] }), labelEvents(['2'], { remove: ['b'] })])
  expect(shownOn()[1]).toEqual([])
})

test('a later change that is saved stays when an earlier one fails', async () => {
  answer(unreachable, () => json(null))
  await Promise.all([
    labelEvents(['1'], { remove: ['a'] }),
    labelEvents(['1', '2'], { remove: ['a'], add: ['b'] }),
  ])
  expect(shownOn()).toEqual([['b'], ['b'], []])
})

test.each([unreachable, broken])(
  'undoes a failed name, color and order, without a reload: %o',
  async (reply) => {
    const labels = queryClient.getQueryData(labelsQuery.queryKey)!
    answer(reply, reply, reply, reply, reply)
    expect(await changeLabel('b', { name: 'New' })).toBeNull()
    expect(
      await Promise.all([changeLabel('b', { color: 'blue' }), changeLabel('b', { color: 'green' })]),
    ).toEqual([null, null])
    await moveLabel(labels, 0, 2)
    expect(queryClient.getQueryData(labelsQuery.queryKey)).toEqual(labels)
  },
)

test('an order that couldn’t be saved leaves other changes', async () => {
  const labels = queryClient.getQueryData(labelsQuery.queryKey)!
  answer(() => json(label('d')), unreachable)
  const moved = moveLabel(labels, 0, 2)
  await createLabel({ name: 'd', color: 'red' })
  await moved
  expect(shown()).toEqual(['a', 'b', 'c', 'd'])
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
  expect(knownLabels(['a', 'b'])).toEqual(['a'])
  expect(knownLabels(['a', 'b'], ['a', 'b'])).toEqual(['a', 'b'])
})

test('a label that another tab deleted goes before the question whether to delete it', async () => {
  answer(() => refusal(404, 'Not found'))
  expect(await countLabelUses('b')).toBe('gone')
  expect(shown()).toEqual(['a', 'c'])
  expect(toast.error).not.toHaveBeenCalled()
})

test('a label that couldn’t be deleted stays', async () => {
  answer(broken, broken)
  expect(await deleteLabel('b')).toBe(false)
  expect(shown()).toEqual(['a', 'b', 'c'])
  expect(toast.error).toHaveBeenCalled()
})
