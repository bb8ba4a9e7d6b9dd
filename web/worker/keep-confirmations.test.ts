import { beforeEach, expect, test, vi } from 'vitest'

const PAGE = 'https://book.example/booking-confirmation/b1'
const PATIENCE_MS = 5000

type Listener = (event: Record<string, unknown>) => void
const listeners = new Map<string, Listener>()
vi.stubGlobal('self', {
  addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  location: new URL(PAGE),
})
const stored = new Map<string, Map<string, Response>>()
vi.stubGlobal('caches', {
  keys: () => Promise.resolve([...stored.keys()]),
  delete: (name: string) => Promise.resolve(stored.delete(name)),
  match: ({ url }: Request, { ignoreSearch = false, ignoreVary = false } = {}) => {
    const { pathname, search } = new URL(url)
    const key = ignoreSearch ? pathname : pathname + search
    return Promise.resolve(
      ignoreVary ? [...stored.values()].flatMap((one) => one.get(key)?.clone() ?? [])[0] : undefined,
    )
  },
  open: (name: string) => {
    const files = stored.get(name) ?? new Map<string, Response>()
    stored.set(name, files)
    const add = (path: string) => {
      files.set(path, new Response(`file ${path}`))
      return Promise.resolve()
    }
    return Promise.resolve({
      add,
      addAll: (paths: string[]) => Promise.all(paths.map(add)),
      put: (path: string, response: Response) => files.set(path, response),
    })
  },
})
const server = vi.fn<(request: Request | string) => Promise<Response>>()
vi.stubGlobal('fetch', server)
await import('./keep-confirmations.ts')

const POLICY = "default-src 'self'"
const page = (text: string) =>
  new Response(`<html lang="en"><link href="/public-assets/page.css"><p>${text}</p></html>`, {
    headers: { 'content-security-policy': POLICY },
  })

beforeEach(() => {
  stored.clear()
  vi.useFakeTimers({ now: Date.parse('2027-01-04T12:00Z') })
  server.mockImplementation(() => Promise.resolve(page('now')))
})

/** What a browser gets for a request of a page, or undefined if the worker leaves it alone. */
function ask(
  url: string,
  mode = 'navigate',
  { method = 'GET', clientId = '' } = {},
): Promise<Response> | undefined {
  let answer: Promise<Response> | undefined
  const respondWith = (response: Promise<Response>) => (answer = response)
  const event = { request: { url, mode, method }, clientId, resultingClientId: clientId }
  listeners.get('fetch')!({ ...event, respondWith, waitUntil: () => {} })
  return answer
}

const textOf = async (url: string) => (await ask(url))!.text()

function keep(until: string | null, path = '/booking-confirmation/b1'): Promise<unknown> {
  let work: unknown
  const data = { path, files: ['/public-assets/font.woff2'], until }
  listeners.get('message')!({ data, waitUntil: (promise: unknown) => (work = promise) })
  return Promise.resolve(work)
}

test('a page is what the server says as long as it answers', async () => {
  await keep('2027-01-05T10:00:00.000Z')
  server.mockResolvedValue(new Response('later'))
  expect(await (await ask(PAGE, 'navigate', { clientId: 'current' }))!.text()).toBe('later')
  expect(ask('https://book.example/public-assets/page.css', 'cors', { clientId: 'current' })).toBeUndefined()
})

test('its copy is shown if the server can’t be reached, has a problem or takes too long', async () => {
  await keep('2027-01-05T10:00:00.000Z')
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  const copy = (await ask(`${PAGE}?bookingJustCreated=true`, 'navigate', { clientId: 'copy' }))!
  expect(copy.headers.get('content-security-policy')).toBe(POLICY)
  const html = await copy.text()
  expect(html).toMatch(/^<html data-copy lang="en">.*now/)
  for (const file of ['/public-assets/page.css', '/public-assets/font.woff2'])
    expect(await (await ask(`https://book.example${file}`, 'cors', { clientId: 'copy' }))!.text()).toBe(
      `file ${file}`,
    )
  for (const status of [500, 502, 503]) {
    server.mockResolvedValue(new Response('Problem', { status }))
    expect(await textOf(PAGE)).toBe(html)
  }
  server.mockReturnValue(new Promise(() => {}))
  const late = textOf(PAGE)
  await vi.advanceTimersByTimeAsync(PATIENCE_MS)
  expect(await late).toBe(html)
})

test.each([404, 410])('a page that is gone (%i) leaves no copy', async (status) => {
  await keep('2027-01-05T10:00:00.000Z')
  server.mockImplementation(() => Promise.resolve(new Response('gone', { status })))
  expect(await textOf(PAGE)).toBe('gone')
  expect([...stored.keys()]).toEqual([])

  server.mockImplementation(() => Promise.resolve(page('now')))
  await keep('2027-01-05T10:00:00.000Z')
  server.mockImplementation(() => Promise.resolve(new Response('gone', { status })))
  await keep('2027-01-05T10:00:00.000Z')
  expect([...stored.keys()]).toEqual([])
})

test('the latest message counts, however long an earlier one takes', async () => {
  const slow = Promise.withResolvers<Response>()
  server.mockReturnValueOnce(slow.promise)
  const work = [keep('2027-01-05T10:00:00.000Z'), keep(null)]
  slow.resolve(page('with their data'))
  await Promise.all(work)
  expect([...stored.keys()]).toEqual([])
})

test('pages without a copy, calls and other sites are left alone', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(ask(PAGE)).rejects.toThrow('Failed to fetch')
  expect(ask('https://book.example/api/webapp/x', 'cors', { clientId: 'current' })).toBeUndefined()
  expect(ask('https://elsewhere.example/', 'navigate')).toBeUndefined()
  expect(ask(PAGE, 'navigate', { method: 'POST' })).toBeUndefined()
})

test('a page has one copy, until its meeting is over or it asks for none', async () => {
  await keep('2027-01-05T10:00:00.000Z')
  await keep('2027-01-06T10:00:00.000Z')
  expect([...stored.keys()]).toEqual(['2027-01-06T10:00:00.000Z /booking-confirmation/b1'])
  vi.setSystemTime(Date.parse('2027-01-06T10:00:01Z'))
  await keep('2027-01-07T10:00:00.000Z', '/booking-confirmation/b2')
  expect([...stored.keys()]).toEqual(['2027-01-07T10:00:00.000Z /booking-confirmation/b2'])
  await keep(null, '/booking-confirmation/b2')
  expect([...stored.keys()]).toEqual([])
})

test('a page that can’t be loaded again keeps the copy that it has', async () => {
  await keep('2027-01-05T10:00:00.000Z')
  server.mockResolvedValue(new Response('Too many requests', { status: 429 }))
  await keep('2027-01-06T10:00:00.000Z')
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  await keep('2027-01-06T10:00:00.000Z')
  expect(await textOf(PAGE)).toContain('now')
})
