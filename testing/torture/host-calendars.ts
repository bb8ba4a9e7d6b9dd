import type { DatabaseSync } from 'node:sqlite'
import { readEntries, writeEntry } from '../../sandbox/google/calendar-api/entries.ts'
import type { Entry } from '../../sandbox/google/calendar-api/entry.ts'
import { newEntry, patchedEntry } from '../../sandbox/google/calendar-api/event-input.ts'
import { calendarsOf, personFor } from '../../sandbox/google/people.ts'
import { openStore } from '../../sandbox/google/store.ts'

/** An entry of a calendar; instants are epoch milliseconds. */
export interface HostEntry {
  id: string
  start: number
  end: number
  isLive: boolean
  /** When it was last written. */
  changedAt: number
  /** Of which booking it is the entry; null for the host's own entries. */
  bookingId: string | null
}

/** The hosts' calendars as they use them. Their changes bypass the faults, which are for the app's calls. */
export interface HostCalendars {
  calendarIds(email: string): string[]
  /** All entries that a calendar ever had. */
  entries(calendarId: string): HostEntry[]
  add(where: CalendarOf, id: string, start: number, end: number): void
  move(where: CalendarOf, id: string, start: number, end: number): void
  remove(where: CalendarOf, id: string): void
  /** The states that an entry had, oldest first, as lines for people. */
  describe(calendarId: string, entryId: string): string[]
  close(): void
}

interface CalendarOf {
  email: string
  calendarId: string
}

/** Opens the sandbox Google's database beside the sandbox itself. */
export function openHostCalendars(dataFile: string): HostCalendars {
  const db = openStore(dataFile)
  const writing = ({ email, calendarId }: CalendarOf) => ({
    calendar: calendarsOf(db, email).find(({ id }) => id === calendarId)!,
    person: personFor(db, email),
    now: Date.now(),
    issuer: 'https://calendar.example',
    conferences: false,
  })
  const write = ({ calendarId }: CalendarOf, entry: Entry) =>
    void writeEntry(db, Date.now(), calendarId, entry, undefined)
  const find = (calendarId: string, id: string) => readEntries(db, calendarId).get(id)!
  return {
    calendarIds: (email) => calendarsOf(db, email).map(({ id }) => id),
    entries: (calendarId) => [...readEntries(db, calendarId).values()].map(hostEntry),
    add(where, id, start, end) {
      write(where, newEntry({ id, summary: 'Busy', ...times(start, end) }, writing(where)))
    },
    move(where, id, start, end) {
      write(where, patchedEntry(find(where.calendarId, id), times(start, end), writing(where)))
    },
    remove(where, id) {
      write(where, { ...find(where.calendarId, id), status: 'cancelled' })
    },
    describe: (calendarId, entryId) => describe(db, calendarId, entryId),
    close: () => db.close(),
  }
}

const times = (start: number, end: number) => ({
  start: { dateTime: new Date(start).toISOString() },
  end: { dateTime: new Date(end).toISOString() },
})

function hostEntry(entry: Entry): HostEntry {
  const { private: own } = (entry['extendedProperties'] ?? {}) as { private?: Record<string, string> }
  return {
    id: entry.id,
    start: Date.parse(entry.start.dateTime ?? ''),
    end: Date.parse(entry.end.dateTime ?? ''),
    isLive: entry.status !== 'cancelled',
    changedAt: Date.parse(entry.updated),
    bookingId: own?.['boomtimeBookingId'] ?? null,
  }
}

function describe(db: DatabaseSync, calendarId: string, entryId: string): string[] {
  const changes = db
    .prepare('select before, at from changes where calendar_id = ? and entry_id = ? order by seq')
    .all(calendarId, entryId)
  const latest = db
    .prepare('select body from entries where calendar_id = ? and id = ?')
    .get(calendarId, entryId)
  return changes.map(({ at }, index) => {
    const after = changes[index + 1]?.['before'] ?? latest?.['body']
    const { status, start, etag } = JSON.parse(String(after)) as Entry
    return `${new Date(Number(at)).toISOString()} entry ${entryId.slice(0, 8)} ${status} ${start.dateTime} ${etag}`
  })
}
