import type { calendar_v3 } from '@googleapis/calendar'
import { and, eq, inArray } from 'drizzle-orm'
import type { Deps } from '../../app.ts'
import { calendarEntries, calendarMirrors, hosts } from '../../db/schema.ts'
import type { Tx } from '../../db/open.ts'
import { googleProblem } from '../../auth/google-oidc.ts'
import { busyInterval } from '../google/entry.ts'
import { withCalendarApi } from '../connection.ts'
import { isSaidByBooking, noticeChanges } from '../bookings/adopt-changes.ts'

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
const FURTHEST_AHEAD = 1830 * DAY

const ATTEMPTS = 4
const PAGE_SIZE = 2500
const ROWS_AT_ONCE = 1000

/** Furthest that a mirror is asked to reach, in whole days, so that asking twice asks for the same. */
export const horizon = (now: number) => Math.floor((now + FURTHEST_AHEAD) / DAY) * DAY

/**
 * Brings the mirror of one calendar up to date: by the changes since the last time, or by the whole list where there is no
 * sync token, Google no longer takes it, or the mirror has to reach further (`until`, epoch milliseconds).
 */
export async function syncCalendar(deps: Deps, key: MirrorKey, until = 0): Promise<void> {
  // Where another process has changed the mirror meanwhile, what was read may be newer than what it wrote: ask again.
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await syncOnce(deps, key, until)) return
  }
  throw new Error('The mirror of the calendar is changed by others all the time')
}

async function syncOnce(deps: Deps, key: MirrorKey, until: number): Promise<boolean> {
  const mirror = await readOrMakeMirror(deps, key)
  const startedAt = deps.now()
  const needed = Math.min(Math.max(until, startedAt + RENEW_BEFORE), horizon(startedAt))
  const reaches = mirror.coveredUntil !== null && mirror.coveredUntil >= needed
  const changes = mirror.syncToken !== null && reaches ? await listChanges(deps, key, mirror.syncToken) : null
  // A calendar that has moved to another zone has all its all-day entries elsewhere.
  if (changes && changes.timeZone === mirror.timeZone) {
    return apply(deps, key, mirror, {
      ...changes,
      startedAt,
      coveredUntil: mirror.coveredUntil!,
      whole: false,
    })
  }
  const coveredUntil = Math.max(needed + COVERED_AHEAD - RENEW_BEFORE, mirror.coveredUntil ?? 0)
  const whole = await listPages(deps, key, {
    timeMin: new Date(startedAt - DAY).toISOString(),
    timeMax: new Date(coveredUntil).toISOString(),
  })
  return apply(deps, key, mirror, { ...whole, startedAt, coveredUntil, whole: true })
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

/** Writes what was read; false where the mirror is no longer the one it was read for. */
function apply(deps: Deps, key: MirrorKey, base: Mirror, news: News): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    // First the host's row, as everywhere: what is heard may change bookings.
    await tx.select({ id: hosts.id }).from(hosts).where(eq(hosts.id, key.hostId)).for('no key update')
    const [current] = await tx.select().from(calendarMirrors).where(isMirror(key)).for('update')
    if (!current || current.syncToken !== base.syncToken || current.syncedAt !== base.syncedAt) return false
    await storeEntries(tx, key, news, deps.now())
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
    return true
  })
}

async function storeEntries(
  tx: Tx,
  key: MirrorKey,
  { entries, timeZone, whole, startedAt, coveredUntil }: News,
  now: number,
): Promise<void> {
  const inCalendar = and(
    eq(calendarEntries.hostId, key.hostId),
    eq(calendarEntries.calendarId, key.calendarId),
  )
  if (whole) await tx.delete(calendarEntries).where(inCalendar)
  // The last word on an entry counts, should a listing name it twice.
  const latest = new Map(entries.flatMap((entry) => (entry.id ? [[entry.id, entry] as const] : [])))
  await noticeChanges(tx, key, {
    entries: latest,
    startedAt,
    wholeUntil: whole ? coveredUntil : null,
    now,
  })
  for (const some of inChunks([...latest])) {
    const ids = some.map(([id]) => id)
    if (!whole) await tx.delete(calendarEntries).where(and(inCalendar, inArray(calendarEntries.entryId, ids)))
    const rows = some.flatMap(([entryId, entry]) => {
      const busy = busyInterval(entry, timeZone)
      return busy ? [{ ...key, entryId, startAt: busy.start, endAt: busy.end }] : []
    })
    if (rows.length > 0) await tx.insert(calendarEntries).values(rows)
  }
  if (latest.size > 0) {
    await tx.delete(calendarEntries).where(and(inCalendar, isSaidByBooking(key.hostId, calendarEntries)))
  }
}

function* inChunks<T>(items: T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE) yield items.slice(at, at + ROWS_AT_ONCE)
}
