import { beforeEach, expect, test, vi } from 'vitest'
import { HOUR } from '../../availability/units.ts'
import { openLostBooking } from './open-lost-booking.ts'

const START = '2027-01-05T10:00:00.000Z'
const PLACE = 'bookingAttempts:e1'
const replace = vi.fn<(address: string) => void>()
const sent = vi.fn<(url: string, init: RequestInit) => void>()
let answers: Record<'GET' | 'POST', { status: number; json: object }>

const refused = { status: 403, json: { success: false, error: 'Used up', code: 'link_used_up' } }
const slots = (...starts: string[]) => ({
  status: 200,
  json: { success: true, data: starts.map((startUtc) => ({ startUtc, endUtc: startUtc })) },
})
const attemptAt = (
  bookingUrlId: string,
  { at = Date.now(), path, ...more }: { at?: number; path?: string; byHost?: boolean } = {},
) => ({
  key: 'k1',
  at,
  path,
  asked: JSON.stringify({ query: { bookingUrlId }, body: { startUTC: START, ...more } }),
})
const store = (...attempts: object[]) =>
  vi.stubGlobal('sessionStorage', storage({ [PLACE]: JSON.stringify(attempts) }))
const storage = (values: Record<string, string>) =>
  Object.defineProperties(values, {
    getItem: { value: (key: string) => values[key] ?? null },
    setItem: { value: (key: string, value: string) => (values[key] = value) },
    removeItem: { value: (key: string) => delete values[key] },
  })
const show = (page: object) =>
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(page) }) })

beforeEach(() => {
  replace.mockReset()
  sent.mockReset()
  answers = { GET: refused, POST: { status: 201, json: { success: true, data: { id: 'b1' } } } }
  vi.stubGlobal('location', { pathname: '/book/link_x', replace })
  show({ kind: 'message', isClosed: true })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent(url, init)
    const { status, json } = answers[init.method === 'POST' ? 'POST' : 'GET']
    return Response.json(json, { status })
  })
})

test('opens what was booked with the link, and forgets that its answer was lost', async () => {
  store(attemptAt('link_x'))
  await openLostBooking()
  expect(replace).toHaveBeenCalledExactlyOnceWith('/booking-confirmation/b1?bookingJustCreated=true')
  expect(sent).toHaveBeenLastCalledWith(
    expect.stringContaining('bookingUrlId=link_x'),
    expect.objectContaining({ headers: expect.objectContaining({ 'idempotency-key': 'k1' }) }),
  )
  expect(sessionStorage).toEqual({})
})

test('keeps the attempts with other links of the event', async () => {
  const other = attemptAt('link_y')
  store(other, attemptAt('link_x'))
  await openLostBooking()
  expect(replace).toHaveBeenCalledOnce()
  expect(JSON.parse(sessionStorage.getItem(PLACE)!)).toEqual([other])
})

test.each(['/maya/intro-call', '/book/event_x'])(
  'at %s, opens what was booked with a readable link',
  async (pathname) => {
    vi.stubGlobal('location', { pathname, replace })
    store(attemptAt('event_x', { path: '/maya/intro-call' }))
    await openLostBooking()
    expect(replace).toHaveBeenCalledOnce()
  },
)

test('books nothing if the link can be used again', async () => {
  store(attemptAt('link_x'))
  answers.GET = slots(START)
  await openLostBooking()
  expect(sent.mock.calls.map(([, { method }]) => method)).not.toContain('POST')
  expect(replace).not.toHaveBeenCalled()
})

test('stays if the server refuses, or nothing is known', async () => {
  store(attemptAt('link_x'))
  answers.POST = refused
  await openLostBooking()
  answers.POST = { status: 500, json: { success: false, error: 'Broken' } }
  await openLostBooking()
  expect(sent).toHaveBeenCalledTimes(4)
  expect(replace).not.toHaveBeenCalled()
  expect(sessionStorage).toHaveProperty(PLACE)
})

test('sends nothing where the link may still work', async () => {
  store(attemptAt('link_x'))
  show({ kind: 'message', isClosed: false })
  await openLostBooking()
  show({ kind: 'confirmation' })
  await openLostBooking()
  expect(sent).not.toHaveBeenCalled()
})

test('sends nothing for old attempts, other links or a host', async () => {
  store(
    attemptAt('link_x', { at: Date.now() - HOUR }),
    attemptAt('link_y'),
    attemptAt('link_x', { byHost: true }),
  )
  await openLostBooking()
  vi.stubGlobal('sessionStorage', undefined)
  await openLostBooking()
  expect(sent).not.toHaveBeenCalled()
})
