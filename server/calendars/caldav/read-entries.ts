import { readEntries } from '../icalendar/read-entries.ts'
import type { ReadOptions } from '../icalendar/read-files.ts'
import { unreadableEntry, unreadableFile } from '../icalendar/unreadable.ts'
import { type CalendarEntry, CalendarError, type UnreadableEntry } from '../../adapters/calendar-provider.ts'
import type { EntryUrls } from './collection.ts'
import type { DavClient } from './dav-client.ts'
import { entryIdOf } from './entry-id.ts'
import { brokenAnswer } from './multistatus.ts'
import { textOf } from './xml.ts'

/** An entry as the server stores it. */
export interface EntryFile {
  id: string
  text: string
}

const BATCH_SIZE = 100
/** Of all entries that are read at once, in UTF-16 code units. */
const MAX_LENGTH = 30_000_000

export interface FetchedEntries {
  files: EntryFile[]
  /** The ids of those that no longer exist. */
  gone: string[]
  /** Those that the server names, but doesn't show to the host. */
  unreadable: UnreadableEntry[]
}

/** Refusals that say nothing about the entry: too late, too early, locked or too often. */
const PASSING: ReadonlySet<number> = new Set([408, 423, 425, 429])

/** Reads entries of a calendar by their URLs. */
export async function fetchEntries(
  client: DavClient,
  calendar: URL,
  urls: EntryUrls,
): Promise<FetchedEntries> {
  const wanted = [...urls.values()]
  const fetched: FetchedEntries = { files: [], gone: [], unreadable: [] }
  let length = 0
  for (let at = 0; at < wanted.length; at += BATCH_SIZE) {
    const { files, gone, unreadable } = await fetchBatch(client, calendar, wanted.slice(at, at + BATCH_SIZE))
    length += files.reduce((sum, { text }) => sum + text.length, 0)
    if (length > MAX_LENGTH) throw new CalendarError('rejected', 'Too many entries', { trouble: 'too_large' })
    fetched.files.push(...files)
    fetched.gone.push(...gone)
    fetched.unreadable.push(...unreadable)
  }
  return fetched
}

async function fetchBatch(client: DavClient, calendar: URL, urls: readonly URL[]): Promise<FetchedEntries> {
  try {
    return await multiget(client, calendar, urls)
  } catch (error) {
    // Perhaps one entry has a large attachment, which a shorter list doesn't share a response with.
    if (!(error instanceof CalendarError) || error.trouble !== 'too_large' || urls.length === 1) throw error
    const half = Math.ceil(urls.length / 2)
    const first = await fetchBatch(client, calendar, urls.slice(0, half))
    const second = await fetchBatch(client, calendar, urls.slice(half))
    return {
      files: [...first.files, ...second.files],
      gone: [...first.gone, ...second.gone],
      unreadable: [...first.unreadable, ...second.unreadable],
    }
  }
}

async function multiget(client: DavClient, calendar: URL, urls: readonly URL[]): Promise<FetchedEntries> {
  const href = urls.map(({ pathname, search }) => pathname + search)
  const body = { 'c:calendar-multiget': { prop: { getetag: {}, 'c:calendar-data': {} }, href } }
  const { resources } = await client.read(calendar, { method: 'REPORT', depth: '1', body })
  const found = new Map(resources.map((resource) => [entryIdOf(resource.url), resource]))
  const fetched: FetchedEntries = { files: [], gone: [], unreadable: [] }
  for (const id of urls.map(entryIdOf)) {
    const { status, hasFailed, isForbidden, props } = found.get(id) ?? {}
    if (status === undefined || status >= 500 || hasFailed || PASSING.has(status))
      throw brokenAnswer('all requested entries')
    const text = textOf(props?.['calendarData'])
    if (status === 404 || status === 410) fetched.gone.push(id)
    else if (status < 300 && text !== null) fetched.files.push({ id, text })
    // It may well keep its host busy. Other files have no text either.
    else if (isForbidden || status >= 300) fetched.unreadable.push(unreadableEntry(id, '', []))
  }
  return fetched
}

/**
 * What the entries say. One that isn't iCalendar is left out, because it would hide the others; one that is too complex
 * isn't: it may well keep its host busy.
 */
export async function parseEntries(
  files: readonly EntryFile[],
  options: ReadOptions,
): Promise<ParsedEntries> {
  if (files.length === 0) return { entries: [], zones: [], unreadable: [] }
  try {
    return await readEntries(files, options)
  } catch (error) {
    if (!(error instanceof CalendarError) || error.trouble !== 'not_a_calendar') throw error
    if (files.length === 1) return { entries: [], zones: [], unreadable: files.map(unreadableFile) }
    const half = Math.ceil(files.length / 2)
    const first = await parseEntries(files.slice(0, half), options)
    const second = await parseEntries(files.slice(half), options)
    return {
      entries: [...first.entries, ...second.entries],
      zones: [...first.zones, ...second.zones],
      unreadable: [...first.unreadable, ...second.unreadable],
    }
  }
}

interface ParsedEntries {
  entries: CalendarEntry[]
  /** The zones whose rules they depend on. */
  zones: string[]
  unreadable: UnreadableEntry[]
}

/** What is left of an entry that no longer exists. */
export const removedEntry = (id: string): CalendarEntry => ({
  id,
  uid: null,
  title: '',
  isCanceled: true,
  startAt: null,
  endAt: null,
  busy: [],
  bookingSequence: null,
  conferenceUrl: null,
  hasFailedConference: false,
})
