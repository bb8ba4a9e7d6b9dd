import type { ApiContext } from './api-call.ts'
import type { Channels } from './channels.ts'
import { readEntries, writeEntry } from './entries.ts'
import type { Entry } from './entry.ts'
import { ApiError, notFound } from '../errors.ts'
import { newEntry, patchedEntry, replacedEntry } from './event-input.ts'
import type { Writing } from './event-input.ts'
import { text } from '../fields.ts'
import { findInstance } from './instances.ts'
import { personFor } from '../people.ts'
import type { CalendarInfo } from '../people.ts'
import type { Sandbox } from '../sandbox.ts'

/** `events.get`: deleted entries still exist, with status `cancelled`. */
export function getEvent(context: ApiContext): Entry {
  return findEntry(context.sandbox, context.calendar(), context.eventId)
}

/** `events.insert`: 409 if the id was ever used. */
export function insertEvent(context: ApiContext, channels: Channels): Entry {
  const { sandbox, request } = context
  const calendar = context.calendar()
  const entry = newEntry(request.body, writingOf(context, calendar))
  if (readEntries(sandbox.db, calendar.id).has(entry.id)) {
    throw new ApiError(409, 'duplicate', 'The requested identifier already exists.')
  }
  return store(context, calendar, entry, channels)
}

/** `events.patch` and `events.update`. */
export function changeEvent(context: ApiContext, channels: Channels, how: 'patch' | 'update'): Entry {
  const calendar = context.calendar()
  const before = findEntry(context.sandbox, calendar, context.eventId)
  checkMatch(context, before)
  const change = how === 'patch' ? patchedEntry : replacedEntry
  return store(
    context,
    calendar,
    change(before, context.request.body, writingOf(context, calendar)),
    channels,
  )
}

/** `events.delete`: 410 the second time. */
export function deleteEvent(context: ApiContext, channels: Channels): undefined {
  const calendar = context.calendar()
  const entry = findEntry(context.sandbox, calendar, context.eventId)
  if (entry.status === 'cancelled') {
    throw new ApiError(410, 'deleted', 'Resource has been deleted', { status: 'FAILED_PRECONDITION' })
  }
  checkMatch(context, entry)
  store(context, calendar, { ...entry, status: 'cancelled' }, channels)
}

/** The entry, or instance of a recurring entry, with that id; 404 if there is none. */
export function findEntry(sandbox: Sandbox, calendar: CalendarInfo, id: string): Entry {
  const entries = readEntries(sandbox.db, calendar.id)
  const entry = entries.get(id) ?? findInstance(entries, id, calendar.timeZone)
  if (!entry) throw notFound()
  const master = entry.recurringEventId ? entries.get(entry.recurringEventId) : undefined
  return master?.status === 'cancelled' ? { ...entry, status: 'cancelled' } : entry
}

function store(context: ApiContext, calendar: CalendarInfo, entry: Entry, channels: Channels): Entry {
  const { sandbox, request } = context
  const stored = writeEntry(sandbox.db, sandbox.now(), calendar.id, entry, text(request.query, 'sendUpdates'))
  channels.notify(calendar.id)
  return stored
}

function writingOf({ sandbox, request, email }: ApiContext, calendar: CalendarInfo): Writing {
  return {
    calendar,
    person: personFor(sandbox.db, email),
    now: sandbox.now(),
    issuer: sandbox.issuer(),
    conferences: text(request.query, 'conferenceDataVersion') === '1',
    meetFault: sandbox.faults.meet(email),
  }
}

function checkMatch({ request }: ApiContext, entry: Entry): void {
  const wanted = request.headers['if-match']
  if (wanted === undefined || wanted === '*' || wanted === entry.etag) return
  throw new ApiError(412, 'conditionNotMet', 'Precondition Failed', {
    locationType: 'header',
    location: 'If-Match',
  })
}
