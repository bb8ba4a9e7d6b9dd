import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AnswersChanged } from '../../fields/answer-saver.ts'
import { bookingQuery, bookingsQuery } from './booking-calls.ts'
import { savePrivateAnswers } from './private-answer-calls.ts'
import { queryClient } from './query-client.ts'

vi.mock('sonner', () => ({ toast: { error: vi.fn<() => void>() } }))

const booking = {
  id: 'x',
  status: 'confirmed',
  startUtc: '2027-01-04T09:00:00.000Z',
  endUtc: '2027-01-04T09:30:00.000Z',
  fullName: 'Ann',
  email: 'ann@example.com',
}
const list = bookingsQuery({}).queryKey
const open = bookingQuery('x').queryKey
const isOutdated = () => queryClient.getQueryState(list)!.isInvalidated
const load = () => queryClient.fetchQuery({ ...bookingQuery('x'), staleTime: 0 })

/** The server's booking as it shows it to somebody with this role, also in its list. */
function serve(found: object, role = 'host') {
  vi.stubGlobal('fetch', (url: string) => {
    const data = url.endsWith('/x') ? { bookingData: found, access: { role } } : { bookings: [found] }
    return Promise.resolve(Response.json({ success: true, data }))
  })
}

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  queryClient.setQueryData(list, { bookings: [booking] } as never)
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test.each([
  ['status', 'canceled'],
  ['startUtc', '2027-01-04T08:00:00.000Z'],
  ['endUtc', '2027-01-04T10:00:00.000Z'],
  ['fullName', 'Anna'],
  ['email', 'anna@example.com'],
])('an open booking whose %s changed elsewhere reloads the lists', async (name, value) => {
  queryClient.setQueryData(open, { bookingData: booking } as never)
  serve(booking)
  await load()
  expect(isOutdated()).toBe(false)
  serve({ ...booking, [name]: value })
  await load()
  expect(isOutdated()).toBe(true)
})

test('a booking that changed before it was opened reloads the list that shows it', async () => {
  const moved = { ...booking, startUtc: '2027-01-04T08:00:00.000Z' }
  const observer = new QueryObserver(queryClient, { ...bookingsQuery({}), staleTime: Infinity })
  const stop = observer.subscribe(() => {})
  serve(moved)
  await load()
  await vi.waitFor(() => expect(queryClient.getQueryData(list)!.bookings[0]).toEqual(moved))
  stop()
})

test('a refused note is compared with what is stored now, not before', async () => {
  const noted = (value: string) => ({
    ...booking,
    customFieldsCollections: [
      { id: 'c', collectionStage: 'postBooking', fields: [{ id: 'f', value, isDeleted: false }] },
    ],
  })
  serve(noted('Old'))
  const before = load()
  vi.stubGlobal('fetch', (_url: string, { method }: RequestInit) =>
    Promise.resolve(
      method === 'GET'
        ? Response.json({ success: true, data: { bookingData: noted('Theirs'), access: { role: 'host' } } })
        : Response.json({ success: false, error: '', code: 'edit_conflict' }, { status: 409 }),
    ),
  )
  const saved = savePrivateAnswers(
    'x',
    [{ id: 'c', fields: [{ id: 'f', value: 'Mine', replaces: ['Old'] }] }],
    false,
  )
  await expect(saved).rejects.toEqual(new AnswersChanged({ 'c.f': 'Theirs' }))
  await before.catch(() => {})
})

test('a booking is open only to its host and their team, not to whom its id makes an invitee', async () => {
  for (const role of ['host', 'member']) {
    serve(booking, role)
    expect(await load()).toMatchObject({ bookingData: booking })
  }
  for (const role of ['invitee', 'guest', 'recipient']) {
    serve(booking, role)
    await expect(load()).rejects.toMatchObject({ status: 404 })
  }
})
