import { createHash } from 'node:crypto'
import type { OutgoingFetch } from '../../adapters/outgoing/outgoing-fetch.ts'
import { type CaldavInput, CalendarError, type NewAccount } from '../../adapters/calendar-provider.ts'
import { listCalendars } from './calendar-list.ts'
import { type CaldavCredential, formatCredential } from './credential.ts'
import { createDavClient, type DavClient } from './dav-client.ts'
import { type DavResource, hrefsOf, resolveUrl } from './multistatus.ts'
import { DavRefusal } from './problems.ts'
import { type Candidate, type DnsResolver, findCandidates } from './server-address.ts'
import { fieldsOf } from './xml.ts'

const MAX_HOMES = 5

const PRINCIPAL_PROPERTIES = {
  'current-user-principal': {},
  resourcetype: {},
  'c:calendar-home-set': {},
  'c:calendar-user-address-set': {},
}

/** Finds a host's calendars by RFC 6764, RFC 5397 and RFC 4791. Throws a `CalendarError` with a `trouble`. */
export async function connect(
  fetch: OutgoingFetch,
  resolver: DnsResolver,
  { server, username, password }: CaldavInput,
): Promise<NewAccount> {
  const client = createDavClient(fetch, { username, password })
  const candidates = await findCandidates(server, resolver)
  let trouble: CalendarError | null = null
  for (const candidate of candidates) {
    try {
      const found = await tryCandidate(fetch, client, candidate)
      if (found) return await accountOf(client, found, { username, password })
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error
      // The first server is the one that DNS named, so its trouble says more than that of the next.
      trouble ??= error
      if (error.reason === 'revoked') break
    }
  }
  throw trouble ?? notCaldav()
}

const notCaldav = () =>
  new CalendarError('rejected', 'No calendars at this address', { trouble: 'not_caldav' })

type Access = Pick<CaldavCredential, 'principal' | 'homes' | 'addresses'>

/** Null if there are no calendars. */
async function tryCandidate(
  fetch: OutgoingFetch,
  client: DavClient,
  { origin, address }: Candidate,
): Promise<Access | null> {
  const root = new URL('/', origin)
  const typed =
    address && ((await tryContext(client, address)) ?? (await trySubfolder(fetch, client, address)))
  if (typed) return typed
  const wellKnown = await findWellKnown(fetch, new URL(WELL_KNOWN, root))
  return (wellKnown && (await tryContext(client, wellKnown))) ?? (await tryContext(client, root))
}

const WELL_KNOWN = '.well-known/caldav'
/** Where Nextcloud and ownCloud are below the address that people know. */
const NEXTCLOUD = 'remote.php/dav/'

/** A server in a folder of a site can only answer below it. */
async function trySubfolder(fetch: OutgoingFetch, client: DavClient, address: URL): Promise<Access | null> {
  const folder = new URL(`${address.pathname.replace(/\/(index\.php\/?.*)?$/, '')}/`, address)
  if (folder.pathname === '/' || folder.pathname.includes('/remote.php/')) return null
  const nextcloud = await tryContext(client, new URL(NEXTCLOUD, folder))
  if (nextcloud) return nextcloud
  const wellKnown = await findWellKnown(fetch, new URL(WELL_KNOWN, folder))
  return wellKnown && tryContext(client, wellKnown)
}

/**
 * Where a server's well-known address leads to. Asked without the password, because that can be another server: it gets
 * the password only if it answers like one that wants it.
 */
async function findWellKnown(fetch: OutgoingFetch, { href: url, origin }: URL): Promise<URL | null> {
  const request = {
    method: 'PROPFIND',
    headers: { depth: '0', 'content-type': 'text/xml;charset=UTF-8' },
    body: '<propfind xmlns="DAV:"><prop><current-user-principal/></prop></propfind>',
  }
  try {
    const first = await fetch(url, { ...request, redirect: 'manual' })
    const location = first.headers.get('location')
    const target = location === null ? null : (resolveUrl(location, new URL(url))?.href ?? url)
    const answer = target === null ? first : await fetch(target, request)
    const found = new URL(answer.url)
    const isDav = answer.status === 207 || answer.status === 401 || answer.headers.has('dav')
    const isRedirect = found.origin === origin && answer.url !== url
    return isDav || isRedirect ? found : null
  } catch (error) {
    const trouble = error instanceof CalendarError ? error.trouble : undefined
    // A redirect within a site that has no such address says nothing about the site.
    if (trouble === 'too_many_redirects' || trouble === 'too_large') return null
    if (trouble === 'insecure' && origin.startsWith('https:')) return null
    throw error
  }
}

/** Null if a URL isn't the context of a CalDAV server. */
async function tryContext(client: DavClient, url: URL): Promise<Access | null> {
  const resource = await readPrincipal(client, url)
  if (resource === null) return null
  if ('unauthenticated' in fieldsOf(resource.props['currentUserPrincipal']))
    throw new CalendarError('revoked', 'The server took no password', { trouble: 'login_refused' })
  const [named] = hrefsOf(resource.props['currentUserPrincipal'], url)
  const principal = named && named.href !== url.href ? await readPrincipal(client, named) : resource
  const homes = principal ? hrefsOf(principal.props['calendarHomeSet'], principal.url) : []
  if (principal && homes.length > 0) return accessOf(principal, homes)
  // Without a principal, the address has to be that of the calendars.
  const calendars = await listCalendars(client, [url])
  return calendars.length > 0 ? accessOf(resource, [url]) : null
}

const accessOf = ({ url, props }: DavResource, homes: readonly URL[]): Access => ({
  principal: url.href,
  homes: homes.slice(0, MAX_HOMES).map(({ href }) => href),
  addresses: hrefsOf(props['calendarUserAddressSet'], url).map(({ href }) => href),
})

async function readPrincipal(client: DavClient, url: URL): Promise<DavResource | null> {
  try {
    const body = { propfind: { prop: PRINCIPAL_PROPERTIES } }
    const { resources } = await client.read(url, { method: 'PROPFIND', depth: '0', body })
    return resources[0] ?? null
  } catch (error) {
    if (isNoContext(error)) return null
    throw error
  }
}

/** Whether a server answered like one that has no calendars there. */
function isNoContext(error: unknown): boolean {
  if (error instanceof DavRefusal) return ![401, 429].includes(error.status) && error.status < 500
  // A web page, or a redirect to another site.
  return error instanceof CalendarError && ['server_error', 'not_caldav'].includes(error.trouble ?? '')
}

async function accountOf(
  client: DavClient,
  access: Access,
  login: Pick<CaldavCredential, 'username' | 'password'>,
): Promise<NewAccount> {
  const { username } = login
  const calendars = await listCalendars(
    client,
    access.homes.map((home) => new URL(home)),
  )
  if (calendars.length === 0) throw notCaldav()
  // SOGo names one principal with and without a slash at its end.
  const principal = access.principal.replace(/\/?$/, '/')
  const account = createHash('sha256').update(`${principal}\n${username}`).digest('base64url')
  return {
    account,
    name: username,
    server: new URL(access.principal).hostname,
    address: access.principal,
    credential: formatCredential({ ...login, ...access }),
    calendars,
  }
}
