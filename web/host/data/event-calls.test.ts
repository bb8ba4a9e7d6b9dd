import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListedEvent } from '../../../contract/events/event.schema.ts'
import { changeEvent, currentEvent, deleteEvent, eventsQuery, restoreEvent } from './event-calls.ts'
import { queryClient } from './query-client.ts'

type Toast = (title: string, more?: unknown) => void
const toast = vi.hoisted(() => Object.assign(vi.fn<Toast>(), { error: vi.fn<Toast>() }))
vi.mock('sonner', () => ({ toast }))

const event = (id: string) =>
  ({ id, title: id, upcomingBookingsCount: 0, createdAt: '' }) as unknown as ListedEvent
const shown = () => queryClient.getQueryData(eventsQuery().queryKey)!.map(({ id }) => id)
const undo: unknown = expect.objectContaining({ label: 'Undo' })

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  queryClient.setQueryData(eventsQuery().queryKey, [event('a'), event('b')])
})
afterEach(() => {
  queryClient.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const done = () => Response.json({ success: true, data: null })
const refusal = (status: number) => () => Response.json({ success: false, error: 'Refused' }, { status })
const lost = () => Promise.reject<Response>(new TypeError('Failed to fetch'))
const gone = refusal(404)

/** Answers the calls in turn. */
const answer = (...replies: (() => Response | Promise<Response>)[]) =>
  vi.stubGlobal('fetch', async () => replies.shift()!())

test.each([
  { name: 'deleted', replies: [done] },
  { name: 'deleted elsewhere', replies: [gone] },
  { name: 'deleted, as the answer that was lost would have said', replies: [lost, gone] },
  { name: 'deleted by a second attempt', replies: [lost, done] },
])('an event is gone, and can come back: $name', async ({ replies }) => {
  answer(...replies)
  await deleteEvent(event('a'))
  expect(shown()).toEqual(['b'])
  expect(toast).toHaveBeenCalledExactlyOnceWith('Event deleted', expect.objectContaining({ action: undo }))
  expect(toast.error).not.toHaveBeenCalled()
})

test.each([
  { name: 'no connection', replies: [lost, lost] },
  { name: 'a refusal', replies: [refusal(409)] },
])('an event that couldn’t be deleted stays: $name', async ({ replies }) => {
  answer(...replies)
  await deleteEvent(event('a'))
  expect(shown().toSorted()).toEqual(['a', 'b'])
  expect(toast.error).toHaveBeenCalledWith('Failed to delete event.', expect.anything())
  expect(toast).not.toHaveBeenCalled()
})

test.each([
  { name: 'a refusal', reply: refusal(429), said: 'Refused' },
  { name: 'no connection', reply: lost, said: null },
])('a change that failed says why, if the server does: $name', async ({ reply, said }) => {
  answer(reply)
  const failed = vi.fn<(words: string | null) => void>()
  await changeEvent(event('a'), { isArchived: true }, { failed })
  expect(failed).toHaveBeenCalledExactlyOnceWith(said)
})

test('a change of an event that was deleted elsewhere says so', async () => {
  answer(gone)
  const failed = vi.fn<() => void>()
  await changeEvent(event('a'), { isArchived: true }, { failed })
  expect(toast).toHaveBeenCalledExactlyOnceWith('Already deleted', expect.anything())
  expect(failed).not.toHaveBeenCalled()
})

test('an event that has been deleted for too long can’t be restored, and trying again isn’t offered', async () => {
  answer(gone)
  await restoreEvent('a', 'Tea')
  const described: unknown = { id: expect.anything(), description: expect.stringContaining('24 hours') }
  expect(toast.error).toHaveBeenCalledExactlyOnceWith('It’s too late to restore this.', described)
})

test('a listed event as it is now, or as it was listed if that can’t be found out', async () => {
  const booked = { ...event('a'), upcomingBookingsCount: 2 }
  answer(() => Response.json({ success: true, data: booked }))
  expect(await currentEvent(event('a'))).toEqual(booked)
  answer(lost)
  expect(await currentEvent(event('a'))).toEqual(event('a'))
})
