// The service worker of the confirmation pages: those that were opened can be read without a connection until the
// meeting is over. It imports only types, because not every browser runs a worker that does more.
import type { KeptPage } from '../data/kept-page.ts'

const worker = self as unknown as ServiceWorkerGlobalScope

/** Who waits longer gets the copy. */
const PATIENCE_MS = 5000

worker.addEventListener('install', () => void worker.skipWaiting())

worker.addEventListener('message', (event) => event.waitUntil(keep(event.data as KeptPage)))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate') event.respondWith(open(event, pathname))
  else if (copies.has(event.clientId))
    event.respondWith(copyOf(request).then((copy) => copy ?? fetch(request)))
})

/** The open pages that are copies. They load what they need at once, so it doesn't matter that this is forgotten. */
const copies = new Set<string>()

/** The page as it is now, or its copy if the server doesn't answer. */
async function open(event: FetchEvent, path: string): Promise<Response> {
  const copy = await copyOf(event.request)
  const answer = fetch(event.request)
  if (!copy) return answer
  const current = answer.then(
    async (response) => {
      if (isGone(response)) await keep({ path, files: [], until: null })
      return response.status >= 500 ? copy : response
    },
    () => copy,
  )
  event.waitUntil(current)
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(copy), PATIENCE_MS))
  const shown = await Promise.race([current, late])
  if (shown === copy) copies.add(event.resultingClientId)
  return shown
}

const copyOf = (request: Request) => caches.match(request, { ignoreSearch: true, ignoreVary: true })

/** The booking was deleted, or its link no longer works. */
const isGone = ({ status }: Response) => status === 404 || status === 410

let lastUpdate: Promise<unknown> = Promise.resolve()

/** One after the other, so that the latest message counts. */
const keep = (page: KeptPage) =>
  (lastUpdate = lastUpdate.then(() => update(page)).catch((error: unknown) => console.warn(error)))

/** Each page has a cache with all that it needs, whose name says for how long. */
async function update({ path, files, until }: KeptPage): Promise<void> {
  const name = until === null ? null : await store(`${until} ${path}`, path, files).catch(() => undefined)
  for (const one of await caches.keys()) {
    const [end, pathOfOne] = one.split(' ')
    const isReplaced = pathOfOne === path && name !== undefined && name !== one
    if (isReplaced || Date.parse(end!) < Date.now()) await caches.delete(one)
  }
}

/** Returns the cache's name, null if there's no such page, and undefined if the server doesn't say. */
async function store(name: string, path: string, files: readonly string[]) {
  const response = await fetch(path)
  if (isGone(response)) return null
  if (!response.ok) return undefined
  const html = await response.text()
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
  headers.set('content-security-policy', response.headers.get('content-security-policy') ?? '')
  const cache = await caches.open(name)
  // The server's version may be newer than that of the page that asked.
  await cache.addAll(
    Array.from(html.matchAll(/(?:href|src)="(\/public-assets\/[^"]+)"/g), ([, file]) => file!),
  )
  await Promise.allSettled(files.map((file) => cache.add(file)))
  // Browsers don't match what they preloaded with what a worker gives them.
  const copy = html.replace('<html', '<html data-copy').replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
  await cache.put(path, new Response(copy, { headers }))
  return name
}
