const LOOPBACK = new Set(['127.0.0.1', 'localhost'])

/**
 * The origin of the Boomtime at an address as people type it (`meet.example.com`,
 * `https://meet.example.com/dashboard`); null if that can't be one. Only this computer may use plain HTTP, because the
 * token would travel unencrypted.
 */
export function serverOrigin(typed: string): string | null {
  const text = typed.trim()
  if (text === '' || /[\s@]/.test(text)) return null
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : `${isLoopback(text) ? 'http' : 'https'}://${text}`
  if (!URL.canParse(address)) return null
  const { protocol, hostname, origin } = new URL(address)
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))) return origin
  return null
}

const isLoopback = (text: string) => LOOPBACK.has(text.replace(/[:/].*$/, '').toLowerCase())

/** The match pattern of the permission that calls to an origin need. It can't have a port. */
export function permissionFor(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname}/*`
}
