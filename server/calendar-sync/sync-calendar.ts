import type { calendar_v3 } from '@googleapis/calendar'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Deps } from '../app.ts'
import { bookings, calendarEntries, calendarMirrors } from '../db/schema.ts'
import type { Tx } from '../db/open.ts'
import { googleProblem } from '../google.ts'
import { busyInterval } from './busy-interval.ts'
import { withCalendarApi } from './connection.ts'

export interface MirrorKey {
  hostId: string
  calendarId: string
}
type Mirror = typeof calendarMirrors.$inferSelect

const DAY = 86_400_000
/** A mirror reaches at least this far ahead, and is listed anew a month before it would not. */
const COVERED_AHEAD = 400 * DAY
const RENEW_BEFORE = 370 * DAY
/** Nobody is offered anything beyond this. */
export const FURTHEST_AHEAD = 1830 * DAY

const PAGE_SIZE = 2500
const ROWS_AT_ONCE = 1000

/**
 * Brings the mirror of one calendar up to date: by the changes since the last time, or by the whole list where there is no
 * sync token, Google no longer takes it, or the mirror has to reach further (`until`, epoch milliseconds).
 */
export async function syncCalendar(deps: Deps, key: MirrorKey, until = 0): Promise<void> {
  const mirror = await readOrMakeMirror(deps, key)
  const needed = Math.min(Math.max(until, deps.now() + RENEW_BEFORE), deps.now() + FURTHEST_AHEAD)
  const usable = mirror.syncToken !== null && mirror.coveredUntil !== null && mirror.coveredUntil >= needed
  const startedAt = deps.now()
  const changes = usable ? await listChanges(deps, key, mirror.syncToken!) : null
  // A calendar that has moved to another zone has all its all-day entries elsewhere.
  if (changes && changes.timeZone === mirror.timeZone) {
    await apply(deps, key, mirror, {
      ...changes,
      startedAt,
      coveredUntil: mirror.coveredUntil!,
      whole: false,
    })
    return
  }
  const coveredUntil = Math.max(needed, deps.now() + COVERED_AHEAD)
  const whole = await listPages(deps, key, {
    timeMin: new Date(deps.now() - DAY).toISOString(),
    timeMax: new Date(coveredUntil).toISOString(),
  })
  await apply(deps, key, mirror, { ...whole, startedAt, coveredUntil, whole: true })
}

async function readOrMakeMirror({ db, now }: Deps, key: MirrorKey): Promise<Mirror> {
  const find = () => db.select().from(calendarMirrors).where(isMirror(key))
  const [found] = await find()
  if (found) return found
  await db
    .insert(calendarMirrors)
    .values({ ...key, nextPollAt: now() })
    .onConflictDoNothing()
  const [made] = await find()
  return made!
}

export const isMirror = ({ hostId, calendarId }: MirrorKey) =>
  and(eq(calendarMirrors.hostId, hostId), eq(calendarMirrors.calendarId, calendarId))

interface Listing {
  entries: calendar_v3.Schema$Event[]
  timeZone: string
  syncToken: string | null
}

/** Null where Google no longer knows the token. */
async function listChanges(deps: Deps, key: MirrorKey, syncToken: string): Promise<Listing | null> {
  try {
    return await listPages(deps, key, { syncToken })
  } catch (error) {
    if (googleProblem(error) === 'gone') return null
    throw error
  }
}

function listPages(
  deps: Deps,
  { hostId, calendarId }: MirrorKey,
  which: { syncToken: string } | { timeMin: string; timeMax: string },
): Promise<Listing> {
  return withCalendarApi(deps, hostId, async (api) => {
    const listing: Listing = { entries: [], timeZone: 'UTC', syncToken: null }
    let pageToken: string | undefined
    do {
      const { data } = await api.events.list(
        { calendarId, singleEvents: true, maxResults: PAGE_SIZE, ...which, ...(pageToken && { pageToken }) },
        deps.google.callOptions,
      )
      listing.entries.push(...(data.items ?? []))
      listing.timeZone = data.timeZone ?? listing.timeZone
      listing.syncToken = data.nextSyncToken ?? null
      pageToken = data.nextPageToken ?? undefined
    } while (pageToken)
    return listing
  })
}

interface News extends Listing {
  startedAt: number
  coveredUntil: number
  whole: boolean
}

async function apply(deps: Deps, key: MirrorKey, base: Mirror, news: News): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [current] = await tx.select().from(calendarMirrors).where(isMirror(key)).for('update')
    // Another process was quicker. What this one has read is older, or the same.
    if (!current || current.syncToken !== base.syncToken) return
    await storeEntries(tx, key, news)
    await tx
      .update(calendarMirrors)
      .set({
        timeZone: news.timeZone,
        syncToken: news.syncToken,
        coveredUntil: news.coveredUntil,
        syncedAt: news.startedAt,
        failures: 0,
      })
      .where(isMirror(key))
  })
}

async function storeEntries(tx: Tx, key: MirrorKey, { entries, timeZone, whole }: News): Promise<void> {
  const inCalendar = and(
    eq(calendarEntries.hostId, key.hostId),
    eq(calendarEntries.calendarId, key.calendarId),
  )
  if (whole) await tx.delete(calendarEntries).where(inCalendar)
  // The last word on an entry counts, should a listing name it twice.
  const latest = new Map(entries.flatMap((entry) => (entry.id ? [[entry.id, entry] as const] : [])))
  for (const some of inChunks([...latest])) {
    const ids = some.map(([id]) => id)
    if (!whole) await tx.delete(calendarEntries).where(and(inCalendar, inArray(calendarEntries.entryId, ids)))
    const rows = some.flatMap(([entryId, entry]) => {
      const busy = busyInterval(entry, timeZone)
      return busy ? [{ ...key, entryId, startAt: busy.start, endAt: busy.end }] : []
    })
    if (rows.length > 0) await tx.insert(calendarEntries).values(rows)
  }
  if (latest.size === 0) return
  // The entries of our own bookings: the bookings themselves say when the host is busy, also when one has just moved.
  await tx
    .delete(calendarEntries)
    .where(
      and(
        inCalendar,
        sql`${calendarEntries.entryId} in (select ${bookings.calendarEntryId} from ${bookings} where ${bookings.hostId} = ${key.hostId})`,
      ),
    )
}

function* inChunks<T>(items: T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE) yield items.slice(at, at + ROWS_AT_ONCE)
}
