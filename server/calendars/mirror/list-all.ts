import type { Interval } from '../../../availability/interval.ts'
import { findExpected } from '../../bookings/calendar-entries/adopt-changes.ts'
import type { Deps } from '../../adapters/deps.ts'
import {
  type CalendarAccount,
  type CalendarEntry,
  CalendarError,
  type EntryListing,
} from '../../adapters/calendar-provider.ts'
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
