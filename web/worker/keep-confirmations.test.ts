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
  match: ({ url }: Request) =>
    Promise.resolve([...stored.values()].flatMap((one) => one.get(new URL(url).pathname)?.clone() ?? [])[0]),
  open: (name: string) => {
    const files = stored.get(name) ?? new Map<string, Response>()
    stored.set(name, files)
    return Promise.resolve({
      addAll: (paths: string[]) => paths.forEach((path) => files.set(path, new Response(`file ${path}`))),
      put: (path: string, response: Response) => files.set(path, response),
    })
  },
})
const server = vi.fn<(request: Request | string) => Promise<Response>>()
vi.stubGlobal('fetch', server)
await import('./keep-confirmations.ts')

beforeEach(() => {
  stored.clear()
  vi.useFakeTimers({ now: Date.parse('2027-01-04T12:00Z') })
  server.mockImplementation(() => Promise.resolve(new Response('<html lang="en">now</html>')))
})

/** What a browser gets for a request, or undefined if the worker leaves it alone. */
function ask(url: string, mode = 'navigate', method = 'GET'): Promise<Response> | undefined {
  let answer: Promise<Response> | undefined
  const respondWith = (response: Promise<Response>) => (answer = response)
  listeners.get('fetch')!({ request: { url, mode, method }, respondWith })
  return answer
}

const textOf = async (url: string) => (await ask(url))!.text()

async function keep(until: string | null, path = '/booking-confirmation/b1'): Promise<void> {
  let work: unknown
  const data = { path, files: ['/public-assets/client.js'], until }
  listeners.get('message')!({ data, waitUntil: (promise: unknown) => (work = promise) })
  await work
}

test('a page is what the server says as long as it answers', async () => {
  await keep('2027-01-05T10:00:00.000Z')
  server.mockResolvedValue(new Response('later'))
  expect(await textOf(PAGE)).toBe('later')
  server.mockResolvedValue(new Response('gone', { status: 404 }))
  expect(await textOf(PAGE)).toBe('gone')
})

test('its copy is shown if the server can’t be reached, has a problem or takes too long', async () => {
  await keep('2027-01-05T10:00:00.000Z')
  const copy = '<html data-copy lang="en">now</html>'
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await textOf(`${PAGE}?bookingJustCreated=true`)).toBe(copy)
  expect(await (await ask('https://book.example/public-assets/client.js', 'cors'))!.text()).toBe(
    'file /public-assets/client.js',
  )
  server.mockResolvedValue(new Response('Bad gateway', { status: 502 }))
  expect(await textOf(PAGE)).toBe(copy)
  server.mockReturnValue(new Promise(() => {}))
  const late = textOf(PAGE)
  await vi.advanceTimersByTimeAsync(PATIENCE_MS)
  expect(await late).toBe(copy)
})

test('pages without a copy, calls and other sites are left alone', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(ask(PAGE)).rejects.toThrow('Failed to fetch')
  expect(ask('https://book.example/api/webapp/x', 'cors')).toBeUndefined()
  expect(ask('https://elsewhere.example/', 'navigate')).toBeUndefined()
  expect(ask(PAGE, 'navigate', 'POST')).toBeUndefined()
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
  expect(await textOf(PAGE)).toContain('now')
})
