// The service worker of the confirmation pages: those that were opened can be read without a connection until the meeting is over.
// It imports nothing, because not every browser runs a worker that does.

const worker = self as unknown as ServiceWorkerGlobalScope

/** What a confirmation page asks for. */
export interface Message {
  /** The page's path. */
  path: string
  /** The paths of what it needs. */
  files: string[]
  /** When the meeting ends, ISO 8601; null if nothing is to be kept any longer. */
  until: string | null
}

/** Who waits longer gets the copy. */
const PATIENCE_MS = 5000

worker.addEventListener('install', () => void worker.skipWaiting())

worker.addEventListener('message', (event) => event.waitUntil(keep(event.data as Message)))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate') event.respondWith(open(request))
  else if (pathname.startsWith('/public-assets/') || pathname === '/favicon.svg')
    event.respondWith(copyOf(request).then((copy) => copy ?? fetch(request)))
})

/** The page as it is now, or its copy if the server doesn't answer. */
async function open(request: Request): Promise<Response> {
  const copy = await copyOf(request)
  const answer = fetch(request)
  if (!copy) return answer
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(copy), PATIENCE_MS))
  const current = answer.then(
    (response) => (response.status >= 500 ? copy : response),
    () => copy,
  )
  return Promise.race([current, late])
}

const copyOf = (request: Request) => caches.match(request, { ignoreSearch: true, ignoreVary: true })

/** Each page has a cache with all that it needs, whose name says for how long. */
async function keep({ path, files, until }: Message): Promise<void> {
  const name = `${until} ${path}`
  const isReplaced = until === null || (await store(name, path, files))
  for (const one of await caches.keys()) {
    const [end, pathOfOne] = one.split(' ')
    if ((pathOfOne === path && one !== name && isReplaced) || Date.parse(end!) < Date.now())
      await caches.delete(one)
  }
}

/** Returns whether the server had the page. */
async function store(name: string, path: string, files: string[]): Promise<boolean> {
  const response = await fetch(path)
  if (!response.ok) return false
  const html = await response.text()
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
  headers.set('content-security-policy', response.headers.get('content-security-policy') ?? '')
  const cache = await caches.open(name)
  await cache.addAll(files)
  await cache.put(path, new Response(html.replace('<html', '<html data-copy'), { headers }))
  return true
}
