import { bookingUid } from '../booking-uid.ts'
import { isOurs, parseBookingFile } from './booking-file.ts'
import type { DavClient } from './dav-client.ts'
import { entryUrl } from './entry-id.ts'
import { DavRefusal } from './problems.ts'
import { textOf } from './xml.ts'

/**
 * A calendar can't have two entries with one UID. If the one that is in the way of a booking's new entry is that very
 * entry under another name, as after an import or a move by the host, it gets the name that we know it by. Another UID
 * wouldn't do, because the invitation has this one. False if there is none, or what is there isn't ours.
 */
export async function takeBack(calendar: Calendar, id: string): Promise<boolean> {
  const own = entryUrl(calendar.url, id)
  for (const copy of await findCopies(calendar, id)) {
    if (copy.url.pathname !== own.pathname && (await rename(calendar, copy, id))) return true
  }
  return false
}

interface Calendar {
  client: DavClient
  url: URL
}

interface Copy {
  url: URL
  text: string
  etag: string | null
}

async function findCopies({ client, url }: Calendar, id: string): Promise<Copy[]> {
  const uid = bookingUid(id)
  const body = {
    'c:calendar-query': {
      prop: { getetag: {}, 'c:calendar-data': {} },
      'c:filter': inComponent('VCALENDAR', inComponent('VEVENT', withUid(uid))),
    },
  }
  const { resources } = await client.read(url, { method: 'REPORT', depth: '1', body })
  return resources.flatMap(({ url: found, status, props }) => {
    const text = status < 300 ? (textOf(props['calendarData']) ?? '') : ''
    const file = parseBookingFile(text)
    // Not every server filters by properties.
    if (file === null || found.origin !== url.origin || !isOurs(file, uid)) return []
    return [{ url: found, text, etag: textOf(props['getetag']) }]
  })
}

/** Of servers that move no entries, such as Xandikos, or none within a calendar. */
const CANT_MOVE: ReadonlySet<number> = new Set([400, 403, 405, 409, 501])

async function rename(calendar: Calendar, copy: Copy, id: string): Promise<boolean> {
  const { client, url } = calendar
  const to = entryUrl(url, id)
  const moved = await move(client, copy.url, to)
  if (CANT_MOVE.has(moved)) return replace(client, copy, to)
  if (!isDone(moved)) return false
  const { status } = await client.send(to, { method: 'GET', headers: { accept: 'text/calendar' } })
  if (isDone(status)) return true
  // SOGo names it after its UID instead. One that already has that name is lost, also if nothing can be found right now.
  const [left] = await findCopies(calendar, id).catch(() => [])
  return left ? replace(client, left, to) : storeAgain(client, copy, to)
}

/** What the host added stays also where the entry is removed and written again. */
async function replace(client: DavClient, copy: Copy, to: URL): Promise<boolean> {
  const { url, etag } = copy
  const condition: Record<string, string> = etag === null ? {} : { 'if-match': etag.replace(/^W\//, '') }
  const removed = await client.send(url, { method: 'DELETE', headers: condition })
  return isDone(removed.status) && storeAgain(client, copy, to)
}

async function storeAgain(client: DavClient, { url, text }: Copy, to: URL): Promise<boolean> {
  let isRenamed = false
  try {
    isRenamed = await store(client, to, text)
    return isRenamed
  } finally {
    // The next write would create a plain one, without what the host added.
    if (!isRenamed) await store(client, url, text).catch(() => false)
  }
}

async function store(client: DavClient, url: URL, body: string): Promise<boolean> {
  const { status } = await client.send(url, {
    method: 'PUT',
    headers: { 'if-none-match': '*', 'content-type': 'text/calendar; charset=utf-8' },
    body,
  })
  return isDone(status)
}

async function move(client: DavClient, from: URL, to: URL): Promise<number> {
  const headers = { destination: to.href, overwrite: 'F' }
  try {
    return (await client.send(from, { method: 'MOVE', headers })).status
  } catch (error) {
    if (error instanceof DavRefusal && CANT_MOVE.has(error.status)) return error.status
    throw error
  }
}

const isDone = (status: number) => status < 300 && status !== 207

const inComponent = (name: string, filter: object) => ({
  'c:comp-filter': { _attributes: { name }, ...filter },
})

const withUid = (uid: string) => ({
  'c:prop-filter': {
    _attributes: { name: 'UID' },
    'c:text-match': { _attributes: { collation: 'i;octet' }, _text: uid },
  },
})
