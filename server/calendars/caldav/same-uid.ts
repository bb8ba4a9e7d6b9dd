import { bookingUid } from '../booking-uid.ts'
import { isOurs, parseBookingFile } from './booking-file.ts'
import type { DavClient } from './dav-client.ts'
import { entryUrl } from './entry-id.ts'
import type { DavResource } from './multistatus.ts'
import { DavRefusal } from './problems.ts'
import { textOf } from './xml.ts'

/**
 * A calendar can't have two entries with one UID. If the one that is in the way of a booking's new entry is that very
 * entry under another name, as after an import or a move by the host, it gets the name that we know it by. Another UID
 * wouldn't do, because the invitation has this one. False if there is none, or what is there isn't ours.
 */
export async function takeBack(
  { client, url }: { client: DavClient; url: URL },
  id: string,
): Promise<boolean> {
  const uid = bookingUid(id)
  const body = {
    'c:calendar-query': {
      prop: { getetag: {}, 'c:calendar-data': {} },
      'c:filter': inComponent('VCALENDAR', inComponent('VEVENT', withUid(uid))),
    },
  }
  const { resources } = await client.read(url, { method: 'REPORT', depth: '1', body })
  const own = entryUrl(url, id)
  for (const { url: found, status, props } of resources) {
    const file = status < 300 ? parseBookingFile(textOf(props['calendarData']) ?? '') : null
    if (file === null || found.origin !== url.origin || found.pathname === own.pathname) continue
    // Not every server filters by properties.
    if (!isOurs(file, uid)) continue
    if (await rename(client, found, own, props)) return true
  }
  return false
}

/** Of servers that move no entries, such as Xandikos, or none within a calendar. */
const CANT_MOVE: ReadonlySet<number> = new Set([400, 403, 405, 409, 501])

/** What the host added stays also where the entry is removed and written again. */
async function rename(
  client: DavClient,
  from: URL,
  to: URL,
  { calendarData, getetag }: DavResource['props'],
): Promise<boolean> {
  const moved = await move(client, from, to)
  if (!CANT_MOVE.has(moved)) return isDone(moved)
  const etag = textOf(getetag)
  const condition: Record<string, string> = etag === null ? {} : { 'if-match': etag.replace(/^W\//, '') }
  const removed = await client.send(from, { method: 'DELETE', headers: condition })
  if (!isDone(removed.status)) return false
  const text = textOf(calendarData)!
  let isRenamed = false
  try {
    isRenamed = await store(client, to, text)
    return isRenamed
  } finally {
    // The next write would create a plain one, without what the host added.
    if (!isRenamed) await store(client, from, text).catch(() => false)
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
