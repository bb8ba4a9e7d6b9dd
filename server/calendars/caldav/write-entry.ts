import type { OutgoingAnswer } from '../../adapters/outgoing/outgoing-fetch.ts'
import {
  type AnonymousEntry,
  type BookingEntry,
  CalendarError,
  type CalendarErrorReason,
} from '../../adapters/calendar-provider.ts'
import {
  anonymousFile,
  type BookingFile,
  bookingFile,
  isAnonymous,
  isCanceled,
  parseBookingFile,
  sequenceOf,
  showsBooking,
  type Writing,
} from './booking-file.ts'
import { readCollection } from './collection.ts'
import type { DavClient } from './dav-client.ts'
import { entryUrl } from './entry-id.ts'
import { takeBack } from './same-uid.ts'
import { DavRefusal } from './problems.ts'
import { brokenAnswer } from './multistatus.ts'

/** Where bookings are written. */
export interface WrittenCalendar {
  client: DavClient
  url: URL
}

interface StoredEntry {
  text: string
  etag: string | null
  /** Null if it has no readable event. */
  file: BookingFile | null
}

/** How often a write starts over because the entry changed while we wrote. */
const MAX_ROUNDS = 4
/** An entry that its host attached files to. */
const MAX_ENTRY_BYTES = 2_000_000

const MISSING: ReadonlySet<number> = new Set([404, 410])
/** The calendar is gone, or its server doesn't search. */
const CANT_SEARCH: ReadonlySet<CalendarErrorReason> = new Set(['calendar_gone', 'forbidden', 'rejected'])

/** Null if there is none. */
export async function findEntry({ client, url }: WrittenCalendar, id: string): Promise<StoredEntry | null> {
  const { status, headers, text } = await client.send(entryUrl(url, id), {
    method: 'GET',
    headers: { accept: 'text/calendar' },
    maxBytes: MAX_ENTRY_BYTES,
  })
  if (MISSING.has(status)) return null
  const found = text()
  if (status !== 200 || !/^\s*BEGIN:VCALENDAR\b/i.test(found)) throw brokenAnswer('the requested entry')
  return { text: found, etag: headers.get('etag'), file: parseBookingFile(found) }
}

/** Also under another name: not every server refuses to store a UID twice, and none to remove what isn't there. */
async function findByUid(calendar: WrittenCalendar, id: string): Promise<StoredEntry | null> {
  const found = await findEntry(calendar, id)
  if (found !== null) return found
  try {
    return (await takeBack(calendar, id)) ? await findEntry(calendar, id) : null
  } catch (error) {
    if (error instanceof CalendarError && CANT_SEARCH.has(error.reason)) return null
    throw error
  }
}

/**
 * Writes a booking's entry and returns its text. A write that arrives late changes nothing: it names the version of the
 * entry that it was made for (`If-Match`). An entry that shows a later change of the booking is left alone, and so is
 * one that already shows this change: the host may have moved it since.
 */
export async function writeEntry(
  calendar: WrittenCalendar,
  entry: BookingEntry,
  writing: Writing,
): Promise<string> {
  let before = entry.isNew ? null : await findByUid(calendar, entry.id)
  let refused: StoredEntry | null = null
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (before !== null && isUpToDate(before, entry)) return before.text
    const text = bookingFile(entry, before?.text ?? null, writing)
    const outcome = await put(calendar, { id: entry.id, text }, before, refused)
    if (outcome === 'written') return text
    refused = before
    before = await findEntry(calendar, entry.id)
    if (outcome === 'unconfirmed') {
      if (before !== null && isUpToDate(before, entry)) return before.text
      throw brokenAnswer('the entry that was written')
    }
  }
  throw keptChanging()
}

/** Takes everyone but the host off an entry. One that was removed stays so: writing would bring it back. */
export async function anonymizeEntry(
  calendar: WrittenCalendar,
  entry: AnonymousEntry,
  writing: Writing,
): Promise<boolean> {
  let refused: StoredEntry | null = null
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = await findByUid(calendar, entry.id)
    if (!before?.file || isCanceled(before.file)) return false
    if ((sequenceOf(before.file) ?? 0) > entry.sequence) return true
    const text = anonymousFile(entry, before.file, writing)
    const outcome = await put(calendar, { id: entry.id, text }, before, refused)
    if (outcome === 'written') return true
    if (outcome === 'unconfirmed') {
      const after = await findEntry(calendar, entry.id)
      if (!after?.file || isAnonymous(after.file)) return after !== null
      throw brokenAnswer('the entry that was written')
    }
    refused = before
  }
  throw keptChanging()
}

/** False if there was none. */
export async function removeEntry(calendar: WrittenCalendar, id: string): Promise<boolean> {
  let refused: StoredEntry | null = null
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = await findByUid(calendar, id)
    if (before === null) return false
    const headers = ifMatch(before, refused)
    const answer = await calendar.client.send(entryUrl(calendar.url, id), { method: 'DELETE', headers })
    if (MISSING.has(answer.status)) return false
    if (answer.status < 300) {
      if (isPage(answer) || answer.status === 207) throw brokenAnswer('the confirmation of a removal')
      return true
    }
    refused = before
  }
  throw keptChanging()
}

const keptChanging = () => new CalendarError('unreachable', 'The entry kept changing while it was written')

/** RFC 4791, 5.3.2.1. Xandikos answers 207, with the status inside. */
const isUidConflict = ({ status, text }: OutgoingAnswer) =>
  (status === 412 || status === 207) && text().includes('no-uid-conflict')

/** PHP calls answers without a body HTML, too. */
const isPage = ({ headers, bytes }: OutgoingAnswer) =>
  bytes.length > 0 && /html/i.test(headers.get('content-type') ?? '')

/**
 * A weak ETag is the strong one of a response that a proxy compressed. If the server refuses the very version that it
 * still has, it can't compare versions.
 */
function ifMatch({ etag, text }: StoredEntry, refused: StoredEntry | null): Record<string, string> {
  const isIncomparable = refused !== null && refused.etag === etag && refused.text === text
  return etag === null || isIncomparable ? {} : { 'if-match': etag.replace(/^W\//, '') }
}

function isUpToDate({ file }: StoredEntry, entry: BookingEntry): boolean {
  if (file === null) return false
  return (sequenceOf(file) ?? 0) > entry.sequence || (!isCanceled(file) && showsBooking(file, entry))
}

/**
 * Stores an entry over `before`. `unconfirmed`: the server doesn't say that it stored just this, so it has to be read.
 */
async function put(
  { client, url }: WrittenCalendar,
  { id, text }: { id: string; text: string },
  before: StoredEntry | null,
  refused: StoredEntry | null,
): Promise<'written' | 'unconfirmed' | 'changed'> {
  const condition = before === null ? { 'if-none-match': '*' } : ifMatch(before, refused)
  let answer: OutgoingAnswer
  try {
    answer = await client.send(entryUrl(url, id), {
      method: 'PUT',
      headers: { ...condition, 'content-type': 'text/calendar; charset=utf-8' },
      body: text,
    })
  } catch (error) {
    // Nextcloud answers 400 if the UID is taken.
    const mayBeTaken = error instanceof DavRefusal && (error.status === 400 || error.status === 403)
    if (mayBeTaken && before === null && (await takeBack({ client, url }, id))) return 'changed'
    throw error
  }
  const { status, headers } = answer
  const isConflict = status === 409 || isUidConflict(answer)
  if (isConflict && before === null && (await takeBack({ client, url }, id))) return 'changed'
  if (isConflict || (before === null && MISSING.has(status))) {
    // Usually because there is no such calendar.
    await readCollection(client, url)
    throw new CalendarError('rejected', `The server refused the entry (${status})`)
  }
  if (status >= 300) return 'changed'
  return headers.get('etag')?.startsWith('"') && !isPage(answer) ? 'written' : 'unconfirmed'
}
