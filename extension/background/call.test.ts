import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../testing/browsers/fake-browser.ts'
import { call } from './call.ts'

const ORIGIN = 'https://meet.example.com'
const connection = {
  origin: ORIGIN,
  token: 'boomtime_ext_secret',
  revocationEndpoint: `${ORIGIN}/oauth/revoke`,
}
const request = { params: { id: 'abc' } }

let browser: ReturnType<typeof fakeBrowser>
let requests: { url: string; init: RequestInit }[]
let respond: () => Response | Promise<Response>

beforeEach(async () => {
  browser = fakeBrowser()
  requests = []
  respond = () => Response.json({ success: true, data: { id: requests.length } })
  vi.stubGlobal('chrome', browser.chrome)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    return respond()
  })
  await browser.chrome.storage.local.set({ connection })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const stored = async () => (await browser.chrome.storage.local.get())['connection']
const cached = async () =>
  Object.entries(await browser.chrome.storage.session.get()).map(([key, value]) => [
    key,
    (value as { answer: unknown }).answer,
  ])
const refusal = (status: number, code: string) =>
  Response.json({ success: false, error: 'No', code }, { status })

test('sends the token, and no cookies', async () => {
  await call('getBooking', request)
  expect(requests[0]!.url).toBe(`${ORIGIN}/api/webapp/boomEventsBookings/abc`)
  expect(requests[0]!.init).toMatchObject({
    credentials: 'omit',
    redirect: 'error',
    headers: { authorization: 'Bearer boomtime_ext_secret', 'x-boomtime-client': 'webapp' },
  })
})

test('remembers answers to show at once the next time, but no searches or slots', async () => {
  await call('getBooking', request)
  await call('listBookings', { query: { booking_q: 'bob' } })
  await call('listSlots', { ...request, query: { dateFrom: '2027-01-04', dateTo: '2027-01-05' } })
  expect(await cached()).toEqual([['answer:getBooking {"params":{"id":"abc"}}', { id: 1 }]])
})

test('remembers thirty answers, for an hour', async () => {
  vi.useFakeTimers()
  await call('getBooking', { params: { id: 'first' } })
  vi.advanceTimersByTime(3_600_001)
  await call('getBooking', { params: { id: 'second' } })
  expect(await cached()).toHaveLength(1)
  for (let index = 0; index < 40; index++) {
    vi.advanceTimersByTime(1)
    await call('getBooking', { params: { id: `id${index}` } })
  }
  const keys = (await cached()).map(([key]) => key)
  expect(keys).toHaveLength(30)
  expect(keys).toContain('answer:getBooking {"params":{"id":"id39"}}')
  expect(keys).not.toContain('answer:getBooking {"params":{"id":"second"}}')
})

test('equal reads at the same time are one request', async () => {
  const [first, second] = await Promise.all([call('getBooking', request), call('getBooking', request)])
  expect(first).toEqual(second)
  expect(requests).toHaveLength(1)
  await Promise.all([call('fillPostBookingFields', request), call('fillPostBookingFields', request)])
  expect(requests).toHaveLength(3)
})

test('another server doesn’t get the answer that the last one is asked for', async () => {
  const moved = { ...connection, origin: 'https://new.example.com' }
  const { promise, resolve } = Promise.withResolvers<Response>()
  respond = () => promise.then((response) => response.clone())
  const answers = [call('getBooking', request)]
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  await browser.chrome.storage.local.set({ connection: moved })
  answers.push(call('getBooking', request))
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  resolve(Response.json({ success: true, data: {} }))
  await Promise.all(answers)
  expect(requests.map(({ url }) => new URL(url).origin)).toEqual([ORIGIN, moved.origin])
})

test('changes of a kind follow one another, also after one that failed', async () => {
  const first = Promise.withResolvers<Response>()
  respond = () => first.promise
  const change = (add: string) => call('labelBookings', { body: { bookingIds: ['abc'], add: [add] } })
  const [vip, old] = [change('vip'), change('old')]
  await expect.poll(() => requests.length).toBe(1)
  // Other kinds don't wait.
  respond = () => Response.json({ success: true, data: null })
  await call('fillPostBookingFields', request)
  expect(requests.map(({ url }) => url.endsWith('/labels'))).toEqual([true, false])
  first.reject(new TypeError('offline'))
  await expect(vip).rejects.toMatchObject({ status: 0 })
  await old
  expect(requests.map(({ init }) => init.body).at(-1)).toContain('old')
})

test('an answer that may be older than a change isn’t shown', async () => {
  const stale = Promise.withResolvers<Response>()
  respond = () => stale.promise
  const first = call('getBooking', request)
  await expect.poll(() => requests.length).toBe(1)
  respond = () => Response.json({ success: true, data: 'current' })
  await call('labelBookings', { body: { bookingIds: ['abc'], add: ['vip'] } })
  expect(await call('getBooking', request)).toBe('current')
  stale.resolve(Response.json({ success: true, data: 'stale' }))
  expect(await first).toBe('current')
  expect((await cached()).map(([, answer]) => answer)).toEqual(['current'])
})

test.each([
  [403, 'forbidden'],
  [404, 'booking_not_found'],
])('forgets an answer that the host may no longer see: %i %s', async (status, code) => {
  await call('getBooking', { params: { id: 'other' } })
  await call('getBooking', request)
  respond = () => refusal(status, code)
  await expect(call('getBooking', request)).rejects.toMatchObject({ status })
  expect((await cached()).map(([key]) => key)).toEqual(['answer:getBooking {"params":{"id":"other"}}'])
})

test('keeps an answer if the server is unreachable', async () => {
  await call('getBooking', request)
  respond = () => Promise.reject(new TypeError('offline'))
  await expect(call('getBooking', request)).rejects.toMatchObject({ status: 0 })
  expect(await cached()).toHaveLength(1)
})

test('a full cache loses its answers, not the new one', async () => {
  await call('getBooking', request)
  vi.spyOn(browser.chrome.storage.session, 'set').mockRejectedValue(new Error('QUOTA_BYTES quota exceeded'))
  expect(await call('getBooking', request)).toEqual({ id: 2 })
  expect(await cached()).toEqual([])
})

test.each([
  [401, 'authentication_required'],
  [403, 'invalid_token'],
])('forgets a token that is rejected with %i %s, and what it showed', async (status, code) => {
  await call('getBooking', request)
  respond = () => refusal(status, code)
  await expect(call('getBooking', request)).rejects.toMatchObject({ status, code })
  expect(await stored()).toEqual({ ...connection, token: null })
  expect(await cached()).toEqual([])
  await expect(call('getBooking', request)).rejects.toMatchObject({ status: 401 })
  expect(requests).toHaveLength(2)
})

test('keeps the token after other failures', async () => {
  for (const response of [
    refusal(403, 'forbidden'),
    refusal(404, 'booking_not_found'),
    new Response('', { status: 502 }),
  ]) {
    respond = () => response
    await expect(call('getBooking', request)).rejects.toMatchObject({ status: response.status })
  }
  respond = () => Promise.reject(new TypeError('offline'))
  await expect(call('getBooking', request)).rejects.toMatchObject({ status: 0 })
  expect(await stored()).toEqual(connection)
})

test('a rejected token doesn’t end the connection that replaced it', async () => {
  respond = async () => {
    await browser.chrome.storage.local.set({ connection: { ...connection, token: 'newer' } })
    return refusal(401, 'authentication_required')
  }
  await expect(call('getBooking', request)).rejects.toMatchObject({ status: 401 })
  expect(await stored()).toEqual({ ...connection, token: 'newer' })
})

test('an answer that arrives after disconnecting isn’t remembered', async () => {
  respond = async () => {
    await browser.chrome.storage.local.clear()
    return Response.json({ success: true, data: 'secret' })
  }
  await call('getBooking', request)
  expect(await cached()).toEqual([])
})
