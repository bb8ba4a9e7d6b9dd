import { bookingUid } from '../booking-uid.ts'
import { isOurs, parseBookingFile } from './booking-file.ts'
import type { DavClient } from './dav-client.ts'
import { entryUrl } from './entry-id.ts'
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
    const headers = { destination: own.href, overwrite: 'F' }
    const moved = await client.send(found, { method: 'MOVE', headers })
    if (moved.status < 300 && moved.status !== 207) return true
  }
  return false
}

const inComponent = (name: string, filter: object) => ({
  'c:comp-filter': { _attributes: { name }, ...filter },
})

const withUid = (uid: string) => ({
  'c:prop-filter': {
    _attributes: { name: 'UID' },
    'c:text-match': { _attributes: { collation: 'i;octet' }, _text: uid },
  },
})
