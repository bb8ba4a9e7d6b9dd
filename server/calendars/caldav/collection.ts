import { percentDecoded } from '../../adapters/outgoing/percent-decoded.ts'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import { isCalendar } from './calendar-list.ts'
import type { DavClient } from './dav-client.ts'
import { brokenAnswer, type DavResource } from './multistatus.ts'
import { entryIdOf } from './entry-id.ts'
import { DavRefusal } from './problems.ts'
import { namedZone } from './zone.ts'
import { fieldsOf, textOf } from './xml.ts'

/** What a calendar says about itself. */
export interface Collection {
  /** Where redirects led to. */
  url: URL
  /** Null if the server has no sync-collection (RFC 6578). */
  syncToken: string | null
  /** Changes whenever an entry does; null if the server doesn't tell. */
  ctag: string | null
  /** IANA name; null if the calendar has none. */
  timeZone: string | null
}

const PROPERTIES = {
  resourcetype: {},
  'supported-report-set': {},
  'sync-token': {},
  'cs:getctag': {},
  'c:supported-calendar-component-set': {},
  'c:calendar-timezone': {},
  'c:calendar-timezone-id': {},
}

/** Throws `calendar_gone` if the calendar no longer exists. */
export async function readCollection(client: DavClient, url: URL): Promise<Collection> {
  const body = { propfind: { prop: PROPERTIES } }
  const { resources, url: found } = await client.read(url, { method: 'PROPFIND', depth: '0', body })
  const [resource] = resources
  if (!resource) throw brokenAnswer('about the calendar')
  if (resource.status === 404 || (resource.status === 200 && !isCalendar(resource) && !resource.hasFailed))
    throw new CalendarError('calendar_gone', 'There is no calendar')
  if (resource.status !== 200 || resource.hasFailed) throw brokenAnswer('about the calendar')
  const { props } = resource
  return {
    url: found,
    syncToken: hasSync(props['supportedReportSet']) ? textOf(props['syncToken']) : null,
    ctag: textOf(props['getctag']),
    timeZone: namedZone(textOf(props['calendarTimezoneId']), textOf(props['calendarTimezone'])),
  }
}

function hasSync(reports: unknown): boolean {
  const supported = [fieldsOf(reports)['supportedReport'] ?? []].flat()
  // Xandikos leaves out the element between the two.
  return supported.some((each) => 'syncCollection' in fieldsOf(fieldsOf(each)['report'] ?? each))
}

/** Of a list of 30,000 entries, each with 600 bytes of URL, ETag and XML. */
const MAX_LIST_BYTES = 20_000_000

/** An entry's URL by its id. */
export type EntryUrls = Map<string, URL>

/**
 * Everything in a calendar with its ETag, by the ids of the entries. Servers could be asked for a time range instead,
 * but some then leave out series that began before it.
 */
export async function listEtags(
  client: DavClient,
  url: URL,
): Promise<{ urls: EntryUrls; etags: Map<string, string> }> {
  const body = { propfind: { prop: { getetag: {}, resourcetype: {} } } }
  const { resources } = await client.read(url, {
    method: 'PROPFIND',
    depth: '1',
    body,
    maxBytes: MAX_LIST_BYTES,
  })
  if (!resources.some((resource) => isSame(resource.url, url))) throw brokenAnswer('about the calendar')
  const listed = resources.filter((resource) => isWithin(resource.url, url))
  // A list that a server cut short says so of the collection.
  const isShortened = resources.some((each) => each.status >= 500 && isSame(each.url, url))
  if (isShortened || listed.some(({ status, hasFailed }) => hasFailed || status >= 500))
    throw brokenAnswer('a complete list')
  const entries = listed.filter(
    (each) => mayBeEntry(each) && !('collection' in fieldsOf(each.props['resourcetype'])),
  )
  return {
    urls: new Map(entries.map((entry) => [entryIdOf(entry.url), entry.url])),
    etags: new Map(entries.map((entry) => [entryIdOf(entry.url), textOf(entry.props['getetag']) ?? ''])),
  }
}

const GONE: ReadonlySet<number> = new Set([404, 410])

/** What is refused here is asked for again, by which its host hears of it. Only collections end with a slash. */
const mayBeEntry = ({ status, url }: DavResource): boolean =>
  status < 300 || (!GONE.has(status) && !url.pathname.endsWith('/'))

const withoutSlash = ({ origin, pathname }: URL) => origin + percentDecoded(pathname).replace(/\/+$/, '')

export const isSame = (one: URL, other: URL): boolean => withoutSlash(one) === withoutSlash(other)

/** Whether a resource is an entry of a collection. */
export const isWithin = (url: URL, collection: URL): boolean =>
  withoutSlash(url).startsWith(`${withoutSlash(collection)}/`)

export interface Changes {
  changed: EntryUrls
  removed: string[]
  syncToken: string
}

const MAX_PAGES = 200

/** What changed since a sync token; null if the server no longer accepts it. */
export async function syncCollection(client: DavClient, url: URL, since: string): Promise<Changes | null> {
  const changed: EntryUrls = new Map()
  const removed = new Set<string>()
  let token = since
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await readChanges(client, url, token)
    if (answer === null) return null
    const { resources, syncToken } = answer
    if (syncToken === null) throw brokenAnswer('a complete list of changes')
    for (const resource of resources.filter((each) => isWithin(each.url, url))) {
      const id = entryIdOf(resource.url)
      if (resource.status >= 500) throw brokenAnswer('a complete list of changes')
      changed.delete(id)
      removed.delete(id)
      if (mayBeEntry(resource)) changed.set(id, resource.url)
      else if (GONE.has(resource.status)) removed.add(id)
    }
    const isTruncated = resources.some((each) => each.status === 507 && isSame(each.url, url))
    if (!isTruncated) return { changed, removed: [...removed], syncToken }
    if (syncToken === token) throw brokenAnswer('another page of changes')
    token = syncToken
  }
  // So many changes are faster listed in full.
  return null
}

async function readChanges(client: DavClient, url: URL, token: string) {
  const body = { 'sync-collection': { 'sync-token': token, 'sync-level': '1', prop: { getetag: {} } } }
  try {
    return await client.read(url, { method: 'REPORT', depth: '0', body })
  } catch (error) {
    if (error instanceof DavRefusal && (error.isAboutToken || isRefusedToken(error))) return null
    throw error
  }
}

/** Servers that predate RFC 6578 or don't follow it answer an old token with one of these. */
const isRefusedToken = ({ status }: DavRefusal) => [400, 403, 409, 410, 412, 415, 501, 507].includes(status)
