import { and, eq, inArray } from 'drizzle-orm'
import type { Interval } from '../../../availability/interval.ts'
import { findExpected } from '../../bookings/calendar-entries/adopt-changes.ts'
import type { Deps } from '../../adapters/deps.ts'
import {
  type CalendarAccount,
  type CalendarEntry,
  CalendarError,
  type EntryListing,
} from '../../adapters/calendar-provider.ts'
import { batchesOf } from '../../db/batches-of.ts'
import type { Db } from '../../db/database.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { splitCalendarId } from '../calendar-id.ts'
import type { MirrorKey } from './mirror-key.ts'

/** The listing waits for these reads, so what else is absent counts as removed. */
const MAX_READ = 20

/** A full listing, and the entries of bookings that their host moved out of its range. */
export async function listAll(
  { db }: Deps,
  key: MirrorKey,
  account: CalendarAccount,
  { startedAt, range }: { startedAt: number; range: Interval },
): Promise<EntryListing> {
  const { providerId } = splitCalendarId(key)
  const listing = await account.listEntries(providerId, range)
  if (listing.isComplete) return listing
  const listed = new Set([...listing.entries, ...(listing.unreadable ?? [])].map(({ id }) => id))
  const absent = (await findExpected(db, key, { startedAt, fullUntil: range.end }))
    .map(({ calendarEntryId }) => calendarEntryId)
    .filter((id) => !listed.has(id))
  const moved: CalendarEntry[] = []
  for (const id of absent.slice(0, MAX_READ)) moved.push(...(await readIfThere(account, providerId, id)))
  return { ...listing, entries: [...listing.entries, ...moved] }
}

/** The changes since an earlier listing, in which the entry of a booking that its host repeats isn't removed. */
export async function listChanges(
  { db }: Deps,
  key: MirrorKey,
  account: CalendarAccount,
  { syncToken, range }: { syncToken: string; range: Interval },
): Promise<EntryListing | null> {
  const { providerId } = splitCalendarId(key)
  const listing = await account.listChanges(providerId, syncToken, range)
  if (listing === null) return null
  // Google names it as canceled, and the times of the series by its id, an underscore and more.
  const times = listing.entries.filter(({ id, isCanceled }) => !isCanceled && id.includes('_'))
  const repeated = new Set(times.map(({ id }) => id.slice(0, id.indexOf('_'))))
  const canceled = listing.entries.filter(({ id, isCanceled }) => isCanceled && repeated.has(id))
  const repeating = await ofBookings(
    db,
    key,
    canceled.map(({ id }) => id),
  )
  const read = new Map<string, CalendarEntry>()
  for (const id of repeating.slice(0, MAX_READ)) {
    for (const entry of await readIfThere(account, providerId, id)) read.set(id, { ...entry, busy: [] })
  }
  return { ...listing, entries: listing.entries.map((entry) => read.get(entry.id) ?? entry) }
}

async function ofBookings(db: Db, { hostId, calendarId }: MirrorKey, ids: readonly string[]) {
  const { calendarEntryId } = bookings
  const whereOfCalendar = and(eq(bookings.hostId, hostId), eq(bookings.calendarId, calendarId))
  const found: string[] = []
  for (const batch of batchesOf(ids)) {
    const whereEntry = and(whereOfCalendar, inArray(calendarEntryId, batch))
    found.push(
      ...(await db.select({ id: calendarEntryId }).from(bookings).where(whereEntry)).map(({ id }) => id),
    )
  }
  return found
}

/** Empty also if the provider won't show it, so that the listing counts. */
async function readIfThere(account: CalendarAccount, providerId: string, id: string) {
  try {
    const entry = await account.readEntry(providerId, id)
    return entry === null ? [] : [entry]
  } catch (error) {
    if (error instanceof CalendarError && (error.reason === 'forbidden' || error.reason === 'rejected'))
      return []
    throw error
  }
}
