import { and, eq, inArray } from 'drizzle-orm'
import type { Interval } from '../../../availability/interval.ts'
import { dayOf, formatDate } from '../../../availability/wall-time.ts'
import { isTimeZone, zoneTable } from '../../../contract/time/time-zones.ts'
import { findExpected } from '../../bookings/calendar-entries/adopt-changes.ts'
import type { Deps } from '../../adapters/deps.ts'
import {
  type CalendarAccount,
  type CalendarEntry,
  CalendarError,
  type EntryListing,
  type UnreadableEntry,
} from '../../adapters/calendar-provider.ts'
import { batchesOf } from '../../db/batches-of.ts'
import type { Db } from '../../db/database.ts'
import { type BookingRow, bookings } from '../../db/tables/bookings.ts'
import { splitCalendarId } from '../calendar-id.ts'
import { unreadableEntry } from '../icalendar/unreadable.ts'
import type { MirrorKey } from '../mirror-key.ts'

/** The listing waits for these reads, so what else is absent counts as removed. */
const MAX_READ = 20

/** After so many failed syncs in a row, an entry or a list of changes that can't be read holds up no others. */
const MAX_FAILURES = 5

interface Reading {
  range: Interval
  /** How many syncs in a row have failed. */
  failures: number
}

/** A full listing, and the entries of bookings that their host moved out of its range. */
export async function listAll(
  { db }: Deps,
  key: MirrorKey,
  account: CalendarAccount,
  { startedAt, range, failures }: Reading & { startedAt: number },
): Promise<EntryListing> {
  const { providerId } = splitCalendarId(key)
  const listing = await account.listEntries(providerId, range)
  if (listing.isComplete) return listing
  const { entries, unreadable = [] } = listing
  const listed = new Set([...entries, ...unreadable].map(({ id }) => id))
  const expected = await findExpected(db, key, { startedAt, fullUntil: range.end })
  const absent = expected.filter(({ calendarEntryId }) => !listed.has(calendarEntryId))
  const single = await readEach(account, absent, { providerId, failures, timeZone: listing.timeZone })
  return {
    ...listing,
    entries: [...entries, ...single.entries],
    unreadable: [...unreadable, ...single.unreadable],
  }
}

/**
 * The changes since an earlier listing. Once a host repeats a booking's entry, Google lists it as canceled, and after
 * that only the times of the series, whose ids are its own with an underscore and a date.
 */
export async function listChanges(
  { db }: Deps,
  key: MirrorKey,
  account: CalendarAccount,
  { syncToken, range, failures }: Reading & { syncToken: string },
): Promise<EntryListing | null> {
  const { providerId } = splitCalendarId(key)
  const listing = await account.listChanges(providerId, syncToken, range).catch((error: unknown) => {
    // Some servers have an error of their own for a token that they don't know anymore.
    if (failures < MAX_FAILURES || !isServersError(error)) throw error
    return null
  })
  if (listing === null) return null
  const { entries, unreadable = [] } = listing
  const series = new Set(entries.flatMap(({ id }) => /^(.+?)_R?\d{8}/.exec(id)?.[1] ?? []))
  // Once the host ends the repetition, the entry is listed again, with its busy time.
  const listed = new Set(entries.flatMap(({ id, isCanceled }) => (isCanceled ? [] : id)))
  const repeating = await findBookings(
    db,
    key,
    [...series].filter((id) => !listed.has(id)),
  )
  const single = await readEach(account, repeating, { providerId, failures, timeZone: listing.timeZone })
  const read = new Set([...single.entries, ...single.unreadable].map(({ id }) => id))
  return {
    ...listing,
    entries: [
      ...entries.filter(({ id }) => !read.has(id)),
      ...single.entries.map((entry) => ({ ...entry, busy: [] })),
    ],
    unreadable: [...unreadable, ...single.unreadable],
  }
}

const isServersError = (error: unknown) =>
  error instanceof CalendarError && error.reason === 'unreachable' && error.trouble === 'server_error'

async function findBookings(
  db: Db,
  { hostId, calendarId }: MirrorKey,
  entryIds: readonly string[],
): Promise<BookingRow[]> {
  const whereOfCalendar = and(eq(bookings.hostId, hostId), eq(bookings.calendarId, calendarId))
  const found: BookingRow[] = []
  for (const ids of batchesOf(entryIds)) {
    const whereEntry = inArray(bookings.calendarEntryId, ids)
    found.push(...(await db.select().from(bookings).where(and(whereOfCalendar, whereEntry))))
  }
  return found
}

/** The bookings' entries, without absent ones. */
async function readEach(
  account: CalendarAccount,
  ofBookings: readonly BookingRow[],
  { providerId, failures, timeZone }: { providerId: string; failures: number; timeZone: string },
): Promise<{ entries: CalendarEntry[]; unreadable: UnreadableEntry[] }> {
  const entries: CalendarEntry[] = []
  const unreadable: UnreadableEntry[] = []
  for (const { calendarEntryId: id, title, startAt } of ofBookings.slice(0, MAX_READ)) {
    try {
      const entry = await account.readEntry(providerId, id)
      if (entry !== null) entries.push(entry)
    } catch (error) {
      const { reason } = error instanceof CalendarError ? error : {}
      if (reason === 'unreachable' && failures >= MAX_FAILURES)
        unreadable.push(unreadableEntry(id, title, [dateIn(timeZone, startAt)]))
      // One that the provider won't show is absent, so that the listing counts.
      else if (reason !== 'forbidden' && reason !== 'rejected') throw error
    }
  }
  return { entries, unreadable }
}

const dateIn = (timeZone: string, at: number) =>
  formatDate(dayOf(zoneTable(isTimeZone(timeZone) ? timeZone : 'UTC'), at))
