import { fullSyncRequired } from './api-call.ts'
import type { ApiContext } from './api-call.ts'
import { entriesAt, latestChange } from './entries.ts'
import type { Entries, Entry } from './entry.ts'
import { text } from '../fields.ts'
import { cancelledItem, viewItems } from './instances.ts'
import type { CancelledItem } from './instances.ts'
import { filteredBy, parseListQuery } from './list-query.ts'
import type { ListQuery } from './list-query.ts'
import { readPageToken, readSyncToken, writeToken } from './list-tokens.ts'
import type { ListPosition } from './list-tokens.ts'
import { storeName } from '../store.ts'
import { toMs } from './when.ts'

/** How long a sync token is valid. */
const SYNC_TOKEN_LIFE = 28 * 86_400_000

/** `events.list`: a full list, or the changes since a sync token, in pages. */
export function listEvents({ sandbox, request, calendar: find }: ApiContext): unknown {
  const { db, now } = sandbox
  const calendar = find()
  const query = parseListQuery(request.query, now())
  const position = startPosition(query, calendar.id)
  const items = position.since === undefined ? everything(position) : increment(position)
  const sorted = items
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .filter(({ key }) => position.after === undefined || key > position.after)
  const page = sorted.slice(0, query.maxResults)
  const isLast = page.length === sorted.length
  return {
    kind: 'calendar#events',
    etag: `"${position.upTo}"`,
    summary: calendar.summary,
    description: '',
    updated: new Date(now()).toISOString(),
    timeZone: calendar.timeZone,
    accessRole: 'owner',
    defaultReminders: [{ method: 'popup', minutes: 10 }],
    ...(isLast ? lastPage() : { nextPageToken: writeToken({ ...position, after: page.at(-1)!.key }) }),
    items: page.map(({ item }) => item),
  }

  function startPosition(asked: ListQuery, calendarId: string): ListPosition {
    const pageToken = text(request.query, 'pageToken')
    const fresh = { calendarId, store: storeName(db), upTo: latestChange(db, calendarId), at: now() }
    if (pageToken !== undefined) return readPageToken(pageToken, calendarId)
    if (asked.syncToken === undefined) return { ...fresh, window: asked.window }
    const token = readSyncToken(asked.syncToken)
    if (
      token?.calendarId !== calendarId ||
      token.store !== fresh.store ||
      now() - token.at > SYNC_TOKEN_LIFE
    ) {
      throw fullSyncRequired()
    }
    return { ...fresh, window: token.window, since: token.upTo, horizonFrom: token.horizonFrom ?? token.at }
  }

  function view(entries: Entries, showDeleted: boolean): Entry[] {
    return viewItems(entries, {
      window: position.window,
      singleEvents: query.singleEvents,
      showDeleted,
      calendarZone: calendar.timeZone,
      at: position.horizonFrom ?? position.at,
    })
  }

  function everything({ upTo }: ListPosition): Keyed[] {
    return view(entriesAt(db, calendar.id, upTo).entries, query.showDeleted)
      .filter((item) => filteredBy(query, item))
      .map((item) => ({ item, key: sortKey(item) }))
  }

  function increment({ upTo, since }: ListPosition): Keyed[] {
    const { entries } = entriesAt(db, calendar.id, upTo)
    const { entries: old, changed } = entriesAt(db, calendar.id, since!)
    const families = new Set(
      [...changed].map((id) => (entries.get(id) ?? old.get(id))?.recurringEventId ?? id),
    )
    const family = (all: Entries) =>
      new Map([...all].filter(([id, entry]) => families.has(entry.recurringEventId ?? id)))
    const before = new Map(view(family(old), false).map((item) => [item.id, item]))
    const after = new Map(view(family(entries), false).map((item) => [item.id, item]))
    const news = [...after.values()].filter(
      (item) => JSON.stringify(before.get(item.id)) !== JSON.stringify(item),
    )
    const gone = [...before.values()].filter((item) => !after.has(item.id)).map((item) => left(item, entries))
    const shortLived = [...changed]
      .filter((id) => (old.get(id)?.status ?? 'cancelled') === 'cancelled')
      .map((id) => entries.get(id))
      .filter((entry) => entry?.status === 'cancelled' && !entry.recurringEventId)
      .map((entry) => cancelledItem(entry!))
    return [...news, ...gone, ...shortLived].map((item) => ({ item, key: item.id }))
  }

  /** An item that left the window is returned in full; a deleted item only with its id. */
  function left(item: Entry, entries: Entries): Entry | CancelledItem {
    const entry = entries.get(item.id)
    const alive = entry && entry.status !== 'cancelled' && !(entry.recurrence && query.singleEvents)
    const master = item.recurringEventId ? entries.get(item.recurringEventId) : entry
    return alive && master?.status !== 'cancelled' ? entry : cancelledItem(item)
  }

  function lastPage(): Record<string, string> {
    if (!query.syncable) return {}
    const { since: _, after: __, ...rest } = position
    return {
      nextSyncToken: writeToken({ ...rest, at: now(), horizonFrom: position.horizonFrom ?? position.at }),
    }
  }

  function sortKey(item: Entry): string {
    if (query.orderBy === 'updated') return `${item.updated} ${item.id}`
    if (query.orderBy === undefined) return item.id
    return `${new Date(toMs(item.start, calendar.timeZone)).toISOString()} ${item.id}`
  }
}

/** An item with its sort key for paging. */
interface Keyed {
  item: Entry | CancelledItem
  key: string
}
