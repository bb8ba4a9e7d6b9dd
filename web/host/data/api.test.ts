import { beforeEach, expect, it, vi } from 'vitest'
import { api, onSessionExpired, UNREACHABLE } from './api.ts'

let token: string | null
const answer = (status: number, body: unknown) => () => Promise.resolve(Response.json(body, { status }))
const cutOff = () =>
  new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }))

beforeEach(() => {
  token = 'token'
  vi.stubGlobal('localStorage', { getItem: () => token })
})

it('fills in the path, omits missing values, and sends the content type, client header and token', async () => {
  const fetch = vi.fn<(url: string, request: RequestInit) => Promise<Response>>(async () =>
    Response.json({ success: true, data: [] }),
  )
  vi.stubGlobal('fetch', fetch)
  await api.listSlots({
    params: { id: 'a/b' },
    query: { dateFrom: '2027-01-01', dateTo: '2027-01-02', timezone: 'UTC' },
  })
  await api.listEvents({ query: { status: undefined } })
  const [url, request] = fetch.mock.calls[0]!
  expect(url).toBe('/api/webapp/boomEvents/a%2Fb/slots?dateFrom=2027-01-01&dateTo=2027-01-02&timezone=UTC')
  expect(request.headers).toEqual({
    'x-boomtime-client': 'webapp',
    'content-type': 'application/json',
    authorization: 'Bearer token',
  })
  expect(fetch.mock.calls[1]![0]).toBe('/api/webapp/boomEvents')
})

it('throws the text, status, code and fields of an error response', async () => {
  vi.stubGlobal(
    'fetch',
    answer(400, { success: false, error: 'No', code: 'validation_failed', fields: { title: 'No' } }),
  )
  await expect(api.createEvent({ body: { title: '' } })).rejects.toMatchObject({
    message: 'No',
    status: 400,
    code: 'validation_failed',
    fields: { title: 'No' },
  })
})

it.each([
  ['an error without a text', () => vi.stubGlobal('fetch', answer(500, {})), 'Request failed'],
  [
    'a success that says false',
    () => vi.stubGlobal('fetch', answer(200, { success: false })),
    'Request failed',
  ],
  [
    'a page in place of JSON',
    () => vi.stubGlobal('fetch', async () => new Response('<html>')),
    'Request failed',
  ],
  ['an answer that is cut off', () => vi.stubGlobal('fetch', async () => cutOff()), UNREACHABLE],
  ['no answer', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('x'))), UNREACHABLE],
])('has a message for people on %s', async (_, stub, message) => {
  stub()
  await expect(api.getUser()).rejects.toThrow(message)
})

it('sends no host’s call without a token, and ends the session instead', async () => {
  const ended = vi.fn<() => void>()
  onSessionExpired(ended)
  const fetch = vi.fn<() => Promise<Response>>(async () => Response.json({ success: true, data: [] }))
  vi.stubGlobal('fetch', fetch)
  token = null
  await expect(api.getSettings()).rejects.toThrow('Session expired')
  expect(ended).toHaveBeenCalledOnce()
  // Without their session, the server would take the host for an invitee.
  await expect(api.getBooking({ params: { id: 'a' } })).rejects.toThrow('Session expired')
  expect(fetch).not.toHaveBeenCalled()
  await api.getMeta()
  expect(fetch).toHaveBeenCalledOnce()
})

it('ends the session on an invalid token, unless a new session has started', async () => {
  const ended = vi.fn<() => void>()
  onSessionExpired(ended)
  vi.stubGlobal('fetch', answer(403, { success: false, error: 'Invalid token' }))
  await expect(api.getUser()).rejects.toThrow('Session expired')
  expect(ended).toHaveBeenCalledOnce()

  const late = api.getUser()
  token = 'another'
  await expect(late).rejects.toThrow('Session expired')
  expect(ended).toHaveBeenCalledOnce()
})
