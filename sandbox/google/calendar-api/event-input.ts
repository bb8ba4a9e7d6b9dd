import { randomInt } from 'node:crypto'
import { withConference } from './conference.ts'
import type { Attendee, Entry } from './entry.ts'
import { ApiError, invalid, missing } from '../errors.ts'
import type { MeetFault } from '../faults.ts'
import { isRecord, text } from '../fields.ts'
import type { CalendarInfo, Person } from '../people.ts'
import { parseRecurrence } from './recurrence.ts'
import { parseWhen, toMs } from './when.ts'

/** The fields a calendar's owner may set; Google controls all others. */
const WRITABLE = new Set(
  `summary description location colorId visibility transparency status eventType attendees extendedProperties
  reminders source guestsCanInviteOthers guestsCanModify guestsCanSeeOtherGuests anyoneCanAddSelf recurrence start
  end workingLocationProperties outOfOfficeProperties focusTimeProperties conferenceData`.split(/\s+/),
)
const EVENT_TYPES = ['default', 'workingLocation', 'outOfOffice', 'focusTime'] as const
const RESPONSES = ['needsAction', 'declined', 'tentative', 'accepted'] as const

/** The calendar, author and time of a write. */
export interface Writing {
  calendar: CalendarInfo
  person: Person
  now: number
  issuer: string
  /** Whether the call includes conferences (`conferenceDataVersion=1`); otherwise they don't change. */
  conferences: boolean
  meetFault?: MeetFault | undefined
}

/** In characters of HTML. */
const MAX_DESCRIPTION = 8192

type Draft = Record<string, unknown>
/** The fields an owner can't change. `updated` and `etag` are set when the entry is stored. */
type Fixed = Pick<Entry, 'id' | 'created' | 'updated' | 'etag' | 'sequence'>

/** Creates an entry from the body of an insert; 400 if the body is invalid. */
export function newEntry(body: unknown, writing: Writing): Entry {
  const id = text(body, 'id') ?? randomId()
  if (!/^[a-v0-9]{5,1024}$/.test(id)) throw invalid('Invalid resource id value.', 'resource.id')
  const { calendar, person, issuer, now } = writing
  const created = new Date(now).toISOString()
  const organizer = calendar.primary
    ? { email: person.email, self: true }
    : { email: calendar.id, displayName: calendar.summary, self: true }
  const bare = {
    kind: 'calendar#event',
    htmlLink: `${issuer}/ui?email=${encodeURIComponent(person.email)}`,
    creator: { email: person.email, ...(calendar.primary ? { self: true } : {}) },
    organizer,
    iCalUID: text(body, 'iCalUID') ?? `${id}@google.com`,
    reminders: { useDefault: true },
  }
  const fixed = { id, created, updated: created, etag: '', sequence: 0 }
  return checked({ ...bare, ...pickWritable(body) }, fixed, undefined, writing)
}

/** Patches an entry: objects are merged, null deletes, lists are replaced. */
export function patchedEntry(entry: Entry, body: unknown, writing: Writing): Entry {
  return checked(mergePatch(entry, pickWritable(body)), entry, entry, writing)
}

/** Replaces all fields that an owner may set with the body's. */
export function replacedEntry(entry: Entry, body: unknown, writing: Writing): Entry {
  const kept = Object.fromEntries(Object.entries(entry).filter(([field]) => !WRITABLE.has(field)))
  const bare = { ...kept, eventType: entry.eventType, reminders: { useDefault: true } }
  return checked({ ...bare, ...pickWritable(body) }, entry, entry, writing)
}

function checked(draft: Draft, fixed: Fixed, before: Entry | undefined, writing: Writing): Entry {
  const { calendar, person } = writing
  const { recurrence: _, transparency: __, attendees, ...rest } = draft
  const { id, created, updated, etag, sequence } = fixed
  const start = parseWhen(draft.start, 'start', calendar.timeZone)
  const end = parseWhen(draft.end, 'end', calendar.timeZone)
  if ((start.date === undefined) !== (end.date === undefined)) throw invalid('Invalid start time.')
  if (toMs(end, calendar.timeZone) < toMs(start, calendar.timeZone)) throw timeRangeEmpty()
  if ((text(draft, 'description') ?? '').length > MAX_DESCRIPTION) {
    throw invalid('A provided value exceeds the allowed size limit.')
  }
  const recurrence = parseRecurrenceField(draft)
  const times = JSON.stringify([start, end, recurrence])
  const moved = before && JSON.stringify([before.start, before.end, before.recurrence]) !== times
  const transparency = choice(draft, 'transparency', ['opaque', 'transparent'])
  choice(draft, 'visibility', ['default', 'public', 'private', 'confidential'])
  return {
    ...withConference({ ...rest, id }, before, writing),
    id,
    created,
    updated,
    etag,
    start,
    end,
    status: choice(draft, 'status', ['confirmed', 'tentative', 'cancelled']) ?? 'confirmed',
    eventType: choice(draft, 'eventType', EVENT_TYPES) ?? 'default',
    ...(recurrence ? { recurrence } : {}),
    ...(transparency === 'transparent' ? { transparency } : {}),
    ...(Array.isArray(attendees) && attendees.length > 0
      ? { attendees: attendees.map((one) => parseAttendee(one, person.email)) }
      : {}),
    sequence: sequence + (moved ? 1 : 0),
  }
}

function choice<T extends string>(draft: unknown, field: string, allowed: readonly T[]): T | undefined {
  const value = isRecord(draft) ? draft[field] : undefined
  if (value === undefined) return undefined
  const chosen = allowed.find((one) => one === value)
  if (chosen === undefined) throw invalid(`Invalid value for: ${field}`)
  return chosen
}

function parseRecurrenceField({ recurrence, start }: Draft): string[] | undefined {
  if (!Array.isArray(recurrence) || recurrence.length === 0) return undefined
  const lines = recurrence.filter((line): line is string => typeof line === 'string')
  if (lines.length !== recurrence.length) throw invalid('Invalid recurrence rule.')
  if (text(start, 'date') === undefined && text(start, 'timeZone') === undefined) {
    throw missing('Missing time zone definition for start time.')
  }
  parseRecurrence(lines)
  return lines
}

function parseAttendee(attendee: unknown, owner: string): Attendee {
  const email = text(attendee, 'email')
  if (!isRecord(attendee) || !email || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw invalid('Invalid attendee email.')
  const { self: _, ...rest } = attendee
  const responseStatus = choice(attendee, 'responseStatus', RESPONSES) ?? 'needsAction'
  return { ...rest, email, responseStatus, ...(email.toLowerCase() === owner ? { self: true } : {}) }
}

function randomId(): string {
  return Array.from({ length: 26 }, () => randomInt(32).toString(32)).join('')
}

function pickWritable(body: unknown): Draft {
  return isRecord(body)
    ? Object.fromEntries(Object.entries(body).filter(([field]) => WRITABLE.has(field)))
    : {}
}

function mergePatch(target: Draft, patch: Draft): Draft {
  const merged = { ...target }
  for (const [field, value] of Object.entries(patch)) {
    const old = merged[field]
    if (value === null) delete merged[field]
    else if (isRecord(value) && isRecord(old)) merged[field] = mergePatch(old, value)
    else merged[field] = value
  }
  return merged
}

function timeRangeEmpty(): ApiError {
  return new ApiError(400, 'timeRangeEmpty', 'The specified time range is empty.', { domain: 'calendar' })
}
