import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bookingQuery, bookingsQuery } from './booking-calls.ts'
import { cancelBooking, moveBooking } from './booking-change-calls.ts'
import { queryClient } from './query-client.ts'

type Toast = (title: string, more?: unknown) => void
const toast = vi.hoisted(() =>
  Object.assign(vi.fn<Toast>(), { error: vi.fn<Toast>(), success: vi.fn<Toast>() }),
)
vi.mock('sonner', () => ({ toast }))

const [nine, ten, eleven] = ['09', '10', '11'].map((hour) => `2027-01-04T${hour}:00:00.000Z`) as [
  string,
  string,
  string,
]
const booking = { id: 'x', startUtc: nine, status: 'confirmed' }
const list = bookingsQuery({}).queryKey
const open = bookingQuery('x').queryKey
const isOutdated = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)!.isInvalidated

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  queryClient.setQueryData(list, { bookings: [booking] } as never)
  queryClient.setQueryData(open, { bookingData: booking } as never)
})
afterEach(() => {
  queryClient.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const json = (data: unknown) => Response.json({ success: true, data })
const refusal = (status: number, code: string) =>
  Response.json({ success: false, error: 'Refused', code }, { status })
const lost = () => Promise.reject<Response>(new TypeError('Failed to fetch'))

/** Answers the changes with `reply`, and says that the booking is at `startUtc`. */
function answer(reply: () => Response | Promise<Response>, startUtc = nine) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return json({ bookingData: { ...booking, startUtc }, access: { role: 'host' } })
    if (typeof body === 'string') sent.push(JSON.parse(body))
    return reply()
  })
  return sent
}

test('a booking moves only from where its host saw it', async () => {
  const sent = answer(() => refusal(409, 'edit_conflict'), eleven)
  expect(await moveBooking(booking, ten)).toEqual({ startUtc: eleven })
  expect(sent).toEqual([{ startUTC: ten, previousStartUTC: nine }])
  expect(toast.error).not.toHaveBeenCalled()
  expect([list, open].map(isOutdated)).toEqual([true, true])
})

test('a lost answer to a move is made up for by what became of it', async () => {
  answer(lost, ten)
  expect(await moveBooking(booking, ten)).toBe('done')
  expect(toast.success).toHaveBeenCalledOnce()
  answer(lost, eleven)
  expect(await moveBooking(booking, ten)).toEqual({ startUtc: eleven })
  expect(toast.error).not.toHaveBeenCalled()
})

test('a lost answer to a move leaves neither the lists nor the booking as they were', async () => {
  answer(lost)
  expect(await moveBooking(booking, ten)).toBe('failed')
  expect(toast.error).toHaveBeenCalledWith('Failed to move the booking.', expect.anything())
  expect([list, open].map(isOutdated)).toEqual([true, true])
})

test('a booking that was canceled in the meantime isn’t offered to be moved again', async () => {
  answer(() => refusal(409, 'booking_not_confirmed'))
  expect(await moveBooking(booking, ten)).toBe('done')
  expect(toast).toHaveBeenCalledWith('Already canceled', expect.anything())
  expect(toast.error).not.toHaveBeenCalled()
  expect([list, open].map(isOutdated)).toEqual([true, true])
})

test('a lost answer to a cancellation leaves neither the lists nor the booking as they were', async () => {
  answer(lost)
  expect(await cancelBooking('x', 'Ill')).toBe(false)
  expect(toast.error).toHaveBeenCalledWith(
    'Error',
    expect.objectContaining({ description: 'Failed to cancel the booking. Please try again.' }),
  )
  expect([list, open].map(isOutdated)).toEqual([true, true])
})

test('people who may not cancel a booking anymore read why', async () => {
  answer(() => refusal(403, 'forbidden'))
  expect(await cancelBooking('x', 'Ill')).toBe(false)
  expect(toast.error).toHaveBeenCalledWith('Error', expect.objectContaining({ description: 'Refused' }))
})
