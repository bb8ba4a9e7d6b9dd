import type { calendar_v3 } from '@googleapis/calendar'
import type { AnonymousEntry, BookingEntry, EntryListing } from '../../adapters/calendar-provider.ts'
import { BrokenAnswer, eventPage, eventWithId, type StoredEvent } from './answers.ts'
import { anonymousEvent, bookingEvent, sequenceOf, showsBooking, withoutNewPeople } from './booking-event.ts'
import { changeOfCall } from './conference.ts'
import { calendarEntry, unreadableEvents } from './entry.ts'
import { arePeopleRefused, googleProblem, isCallRefused, isGone, isZoneRefused } from './problems.ts'

type GoogleEvent = calendar_v3.Schema$Event

/** The client of one account, and the options of each of its calls. */
export interface EventCalls {
  api: calendar_v3.Calendar
  callOptions: { rootUrl: string; timeout: number }
}

interface EventKey {
  calendarId: string
  eventId: string
}

const ENTRY_PAGE_SIZE = 2500
/** More than any calendar has, even if Google fills few of them. */
const MAX_PAGES = 1000
/** How often a write starts over because the event changed while we wrote. */
const MAX_ROUNDS = 4
const NO_CONTENT = 204
const UTC = 'UTC'

export async function listEvents(
  { api, callOptions }: EventCalls,
  which: { calendarId: string; syncToken: string } | { calendarId: string; timeMin: string; timeMax: string },
): Promise<EntryListing> {
  const pages = await readPages(async (pageToken) => {
    const query = { singleEvents: true, maxResults: ENTRY_PAGE_SIZE, ...which, ...pageToken }
    return eventPage((await api.events.list(query, callOptions)).data)
  })
  const { timeZone, nextSyncToken } = pages.at(-1)!
  const events = pages.flatMap(({ items }) => items)
  return {
    entries: events.map((event) => calendarEntry(event, timeZone)),
    unreadable: unreadableEvents(events, timeZone),
    timeZone,
    syncToken: nextSyncToken ?? null,
  }
}

/** All pages of a list. Throws `BrokenAnswer` if one leads back to an earlier one, or there are too many to end. */
export async function readPages<Page extends { nextPageToken?: string | null }>(
  read: (pageToken: { pageToken?: string }) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = []
  const tokens = new Set<string>()
  let next: string | null | undefined
  do {
    const page = await read(next ? { pageToken: next } : {})
    pages.push(page)
    next = page.nextPageToken
    if (next && (tokens.has(next) || pages.length >= MAX_PAGES)) throw new BrokenAnswer('a list that ends')
    if (next) tokens.add(next)
  } while (next)
  return pages
}

/** Null if it never existed, or no longer does. Removed events are kept for a while, with status `cancelled`. */
export async function findEvent(
  { api, callOptions }: EventCalls,
  which: EventKey,
): Promise<StoredEvent | null> {
  try {
    return eventWithId((await api.events.get(which, callOptions)).data, which.eventId)
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/**
 * Writes a booking's event, without the video call if the calendar refuses it, without people that Google refuses, and
 * in UTC if Google doesn't know its zone. A write that arrives late changes nothing: it names the version of the event
 * that it was made for (`If-Match`). An event that shows a later change of the booking is left alone, and so is one
 * that already shows this change: the host may have moved it since.
 */
export async function writeEvent(
  calls: EventCalls,
  calendarId: string,
  entry: BookingEntry,
): Promise<{ event: StoredEvent; isCallRefused: boolean }> {
  const key = { calendarId, eventId: entry.id }
  let isRefused = false
  let arePeopleWanted = true
  let { timeZone } = entry
  let before = entry.isNew ? null : await findEvent(calls, key)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (isWritten(before, entry)) return { event: before!, isCallRefused: isRefused }
    try {
      const wanted = { isCallWanted: !isRefused, arePeopleWanted, timeZone }
      const event = await writeOver(calls, key, entry, { before, ...wanted })
      return { event, isCallRefused: isRefused }
    } catch (error) {
      const isCalendarGone = before === null && googleProblem(error) === 'not_found'
      if (isCallRefused(error)) isRefused = true
      else if (isZoneRefused(error) && timeZone !== UTC) timeZone = UTC
      else if (arePeopleRefused(error) && arePeopleWanted) arePeopleWanted = false
      else if (isCalendarGone || !hasChanged(error)) throw error
      else before = await findEvent(calls, key)
    }
  }
  throw new Error('The event kept changing while it was written')
}

/** Takes everyone but the host off an event. One that was removed stays so: writing would bring it back. */
export async function anonymizeEvent(
  calls: EventCalls,
  key: EventKey,
  entry: AnonymousEntry,
): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = await findEvent(calls, key)
    if (before === null || before.status === 'cancelled') return false
    if (isNewer(before, entry.sequence)) return true
    try {
      await patch(calls, key, anonymousEvent(entry, before), before)
      return true
    } catch (error) {
      if (!hasChanged(error)) throw error
    }
  }
  throw new Error('The event kept changing while it was written')
}

/** False if there was none. */
export async function deleteEvent({ api, callOptions }: EventCalls, key: EventKey): Promise<boolean> {
  try {
    const { status } = await api.events.delete({ ...key, sendUpdates: 'none' }, callOptions)
    if (status !== NO_CONTENT) throw new BrokenAnswer('the confirmation of a removal')
    return true
  } catch (error) {
    if (!isGone(error)) throw error
    return false
  }
}

/** Whether the event isn't as it was when we read it: it exists, no longer does, or was changed. */
const hasChanged = (error: unknown): boolean =>
  ['duplicate', 'gone', 'not_found', 'changed'].includes(googleProblem(error))

const isNewer = (event: GoogleEvent | null, sequence: number): boolean =>
  event !== null && (sequenceOf(event) ?? 0) > sequence

const isWritten = (event: StoredEvent | null, entry: BookingEntry): boolean =>
  isNewer(event, entry.sequence) ||
  (event !== null && event.status !== 'cancelled' && showsBooking(event, entry))

interface Writing {
  before: StoredEvent | null
  isCallWanted: boolean
  /** Whether people are added to those who are in the event. */
  arePeopleWanted: boolean
  timeZone: string
}

async function writeOver(
  calls: EventCalls,
  key: EventKey,
  entry: BookingEntry,
  { before, isCallWanted, arePeopleWanted, timeZone }: Writing,
): Promise<StoredEvent> {
  const { conferenceData, ...written } = bookingEvent(entry, before, timeZone)
  const plain = arePeopleWanted ? written : withoutNewPeople(written, before)
  if (before !== null) {
    const { id: _, ...changes } = plain
    const call = isCallWanted ? changeOfCall(entry, before) : {}
    return patch(calls, key, { ...changes, ...call }, before)
  }
  const { data } = await calls.api.events.insert(
    {
      ...OPTIONS,
      calendarId: key.calendarId,
      requestBody: { ...plain, ...(isCallWanted && conferenceData && { conferenceData }) },
    },
    calls.callOptions,
  )
  return eventWithId(data, key.eventId)
}

/** Participants hear from us, not from Google. */
const OPTIONS = { sendUpdates: 'none', conferenceDataVersion: 1 }

async function patch(
  { api, callOptions }: EventCalls,
  key: EventKey,
  requestBody: GoogleEvent,
  { etag }: StoredEvent,
): Promise<StoredEvent> {
  const { data } = await api.events.patch(
    { ...OPTIONS, ...key, requestBody },
    { ...callOptions, headers: { 'if-match': etag } },
  )
  return eventWithId(data, key.eventId)
}
