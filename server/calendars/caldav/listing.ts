import type { Interval } from '../../../availability/interval.ts'
import type { CalendarOwner, EntryListing } from '../../adapters/calendar-provider.ts'
import { type Collection, type EntryUrls, listEtags, readCollection, syncCollection } from './collection.ts'
import type { DavClient } from './dav-client.ts'
import { fetchEntries, parseEntries, removedEntry } from './read-entries.ts'
import { etagDigest, formatState, parseState, type SyncState, zoneOf } from './sync-state.ts'
import { commonZone } from './zone.ts'

export interface ListedCalendar {
  client: DavClient
  url: URL
  owner: CalendarOwner
}

/** All entries within `range`. What changes while they are read is among the next changes. */
export async function listEntries(
  { client, url, owner }: ListedCalendar,
  range: Interval,
): Promise<EntryListing> {
  const collection = await readCollection(client, url)
  const { urls, etags } = await listEtags(client, collection.url)
  const { files, unreadable: hidden } = await fetchEntries(client, collection.url, urls)
  const own = { timeZone: collection.timeZone, commonZone: commonZone(files.map(({ text }) => text)) }
  const timeZone = zoneOf(own, owner.timeZone)
  const { entries, zones, unreadable } = await parseEntries(files, { range, timeZone, self: owner.self })
  const token = collection.syncToken && startToken(collection.syncToken)
  const state = {
    ...own,
    zones: [...new Set(zones)],
    token,
    ctag: collection.ctag,
    etags: token === null ? digestsOf(etags) : {},
  }
  const syncToken = formatState(state)
  return { entries, isComplete: true, timeZone, syncToken, unreadable: [...unreadable, ...hidden] }
}

/**
 * SOGo's token is the second of the last change, in Unix time, and what changes in the rest of that second doesn't come
 * after it.
 */
const startToken = (token: string) => (/^\d{10}$/.test(token) ? String(Number(token) - 1) : token)

/** What changed since an earlier listing; null if that can't be told. */
export async function listChanges(
  calendar: ListedCalendar,
  syncToken: string,
  range: Interval,
): Promise<EntryListing | null> {
  const { client, url, owner } = calendar
  const before = parseState(syncToken)
  const collection = await readCollection(client, url)
  // Without the calendar's own zone or with another one, every all-day entry covers other hours.
  if (before === null || before.timeZone !== collection.timeZone) return null
  const timeZone = zoneOf(before, owner.timeZone)
  const changes = await changesSince(client, collection, before)
  if (changes === null) return null
  const { files, gone, unreadable: hidden } = await fetchEntries(client, collection.url, changes.changed)
  const isZoneKnown = before.timeZone !== null || before.commonZone !== null
  if (!isZoneKnown && commonZone(files.map(({ text }) => text)) !== null) return null
  const { entries, zones, unreadable } = await parseEntries(files, { range, timeZone, self: owner.self })
  return {
    entries: [...entries, ...[...changes.removed, ...gone].map(removedEntry)],
    timeZone,
    unreadable: [...unreadable, ...hidden],
    syncToken: formatState({
      ...before,
      ...changes.state,
      zones: [...new Set([...before.zones, ...zones])],
    }),
  }
}

interface ChangesSince {
  changed: EntryUrls
  removed: string[]
  state: Partial<SyncState>
}

const NOTHING: ChangesSince = { changed: new Map(), removed: [], state: {} }

async function changesSince(
  client: DavClient,
  { url, syncToken, ctag }: Collection,
  before: SyncState,
): Promise<ChangesSince | null> {
  if (before.token !== null) {
    if (syncToken === before.token) return NOTHING
    const changes = syncToken === null ? null : await syncCollection(client, url, before.token)
    return changes && { ...changes, state: { token: changes.syncToken } }
  }
  // A server that has sync tokens now is listed in full, once.
  if (syncToken !== null) return null
  if (ctag !== null && ctag === before.ctag) return NOTHING
  const { urls, etags } = await listEtags(client, url)
  const digests = digestsOf(etags)
  const isChanged = (id: string) => digests[id] === '' || digests[id] !== before.etags[id]
  return {
    changed: new Map([...urls].filter(([id]) => isChanged(id))),
    removed: Object.keys(before.etags).filter((id) => !urls.has(id)),
    state: { ctag, etags: digests },
  }
}

const digestsOf = (etags: ReadonlyMap<string, string>) =>
  Object.fromEntries([...etags].map(([id, etag]) => [id, etagDigest(etag)]))
