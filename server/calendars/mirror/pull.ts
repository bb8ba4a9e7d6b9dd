import { and, eq, inArray, isNotNull, notExists } from 'drizzle-orm'
import { zoneSource } from '../../../contract/time-zones.ts'
import type { Tx } from '../../db/database.ts'
import { lockHost } from '../../db/lock-host.ts'
import { calendarEntries, calendarMirrors, calendars } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { runtimeZoneDigest, zoneDigest } from '../../time-zones/zone-digest.ts'
import { adoptCalendarChanges, isShownByBooking } from '../bookings/adopt-changes.ts'
import { retryWaitingJobs, withCalendarAccount } from '../connection.ts'
import { markCalendarMissing, unmarkMissingCalendar } from '../missing-calendar.ts'
import { CalendarError, CallPostponed, type EntryListing } from '../provider.ts'
import { isMirror, mirrorHorizon, type MirrorKey } from './mirror-key.ts'

type Mirror = typeof calendarMirrors.$inferSelect

const DAY_MS = 86_400_000
/** A mirror covers at least this much, and is listed in full again a month before it would no longer. */
const COVERED_AHEAD_MS = 400 * DAY_MS
const RENEW_BEFORE_MS = 370 * DAY_MS

const MAX_ATTEMPTS = 4
const BATCH_SIZE = 1000

/**
 * Brings the mirror of one calendar up to date: with the changes since the last time, or with a full listing if there is no
 * sync token, the provider no longer accepts it, or the mirror has to reach further (`until`, epoch milliseconds). Throws
 * `CallPostponed` before `notBefore`, which a failed sync sets.
 */
export async function pullCalendar(deps: Deps, key: MirrorKey, until = 0): Promise<void> {
  // If another process changed the mirror in between, what was read may be older than what it wrote: read again.
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (await pullOnce(deps, key, until)) return
  }
  throw new Error('Other processes keep changing the mirror of this calendar')
}

async function pullOnce(deps: Deps, key: MirrorKey, until: number): Promise<boolean> {
  const mirror = await readOrCreateMirror(deps, key)
  const startedAt = deps.now()
  const rules = zoneSource()
  if (mirror.notBefore !== null && mirror.notBefore > startedAt)
    throw new CallPostponed(mirror.notBefore - startedAt)
  const needed = Math.min(Math.max(until, startedAt + RENEW_BEFORE_MS), mirrorHorizon(startedAt))
  const { syncToken, coveredUntil } = mirror
  const list = async <T>(read: Parameters<typeof withCalendarAccount<T>>[2]) => {
    try {
      return await withCalendarAccount(deps, key.hostId, read)
    } catch (error) {
      if (error instanceof CalendarError && error.reason === 'calendar_gone')
        await markCalendarMissing(deps, key)
      throw error
    }
  }

  if (syncToken !== null && coveredUntil !== null && coveredUntil >= needed) {
    const changes = await list((account) => account.listChanges(key.calendarId, syncToken))
    // In a calendar that moved to another zone, or whose zone has other rules now, every all-day entry covers other hours.
    if (changes && changes.timeZone === mirror.timeZone && hasCurrentRules(mirror)) {
      return (
        rules === zoneSource() &&
        store(deps, key, mirror, { ...changes, startedAt, coveredUntil, isFull: false })
      )
    }
  }
  const reach = Math.max(needed + COVERED_AHEAD_MS - RENEW_BEFORE_MS, coveredUntil ?? 0)
  const range = { start: startedAt - DAY_MS, end: reach }
  const listing = await list((account) => account.listEntries(key.calendarId, range))
  // All-day entries became instants by the rules of that moment.
  return (
    rules === zoneSource() &&
    store(deps, key, mirror, { ...listing, startedAt, coveredUntil: reach, isFull: true })
  )
}

function hasCurrentRules({ timeZone, zoneDigest: digest }: Mirror): boolean {
  return timeZone !== null && (digest ?? runtimeZoneDigest(timeZone)) === zoneDigest(timeZone)
}

async function readOrCreateMirror({ db, now }: Deps, key: MirrorKey): Promise<Mirror> {
  const find = () => db.select().from(calendarMirrors).where(isMirror(key))
  const [found] = await find()
  if (found) return found
  await db
    .insert(calendarMirrors)
    .values({ ...key, nextPollAt: now(), lastUsedAt: now() })
    .onConflictDoNothing()
  const [created] = await find()
  return created!
}

interface SyncResult extends EntryListing {
  startedAt: number
  coveredUntil: number
  /** Whether these are all entries rather than the changed ones. */
  isFull: boolean
}

/** Stores what was read; false if the mirror is no longer the one it was read for. */
async function store(deps: Deps, key: MirrorKey, base: Mirror, result: SyncResult): Promise<boolean> {
  const hasNews = result.isFull || result.entries.length > 0 || base.failures > 0
  if (!hasNews && (await storeWithoutNews(deps, key, base, result))) return true
  return deps.db.transaction(async (tx) => {
    await lockHost(tx, key.hostId)
    const [found] = await tx
      .select({ mirror: calendarMirrors, missingSince: calendars.missingSince })
      .from(calendarMirrors)
      .leftJoin(
        calendars,
        and(
          eq(calendars.hostId, calendarMirrors.hostId),
          eq(calendars.calendarId, calendarMirrors.calendarId),
        ),
      )
      .where(isMirror(key))
      .for('update', { of: calendarMirrors })
    const current = found?.mirror
    if (!current || current.syncToken !== base.syncToken || current.syncedAt !== base.syncedAt) return false
    await storeEntries(tx, key, result, deps.now())
    if (found.missingSince !== null) await unmarkMissingCalendar(tx, key)
    if (current.failures > 0 || found.missingSince !== null)
      await retryWaitingJobs(tx, key.hostId, deps.now())
    await tx
      .update(calendarMirrors)
      .set({
        timeZone: result.timeZone,
        zoneDigest: zoneDigest(result.timeZone),
        syncToken: result.syncToken,
        coveredUntil: result.coveredUntil,
        syncedAt: result.startedAt,
        failures: 0,
        notBefore: null,
      })
      .where(isMirror(key))
    return true
  })
}

/** The usual case in one statement, without the host's lock. False if there is more to do, or the mirror has changed. */
async function storeWithoutNews(
  { db }: Deps,
  key: MirrorKey,
  base: Mirror,
  { syncToken, startedAt, timeZone }: SyncResult,
): Promise<boolean> {
  const isMissing = and(
    eq(calendars.hostId, key.hostId),
    eq(calendars.calendarId, key.calendarId),
    isNotNull(calendars.missingSince),
  )
  const stored = await db
    .update(calendarMirrors)
    .set({ syncToken, syncedAt: startedAt, zoneDigest: zoneDigest(timeZone) })
    .where(
      and(
        isMirror(key),
        eq(calendarMirrors.syncToken, base.syncToken ?? ''),
        eq(calendarMirrors.syncedAt, base.syncedAt ?? 0),
        eq(calendarMirrors.failures, 0),
        notExists(db.select({ id: calendars.calendarId }).from(calendars).where(isMissing)),
      ),
    )
    .returning({ calendarId: calendarMirrors.calendarId })
  return stored.length > 0
}

async function storeEntries(
  tx: Tx,
  key: MirrorKey,
  { entries, isFull, startedAt, coveredUntil }: SyncResult,
  now: number,
): Promise<void> {
  const inCalendar = and(
    eq(calendarEntries.hostId, key.hostId),
    eq(calendarEntries.calendarId, key.calendarId),
  )
  if (isFull) await tx.delete(calendarEntries).where(inCalendar)
  // If a listing names an entry twice, the last one counts.
  const latest = new Map(entries.map((entry) => [entry.id, entry]))
  await adoptCalendarChanges(tx, key, {
    entries: latest,
    startedAt,
    fullUntil: isFull ? coveredUntil : null,
    now,
  })
  for (const batch of batchesOf([...latest.values()])) {
    const ids = batch.map(({ id }) => id)
    if (!isFull)
      await tx.delete(calendarEntries).where(and(inCalendar, inArray(calendarEntries.entryId, ids)))
    const rows = batch.flatMap(({ id, busy }) =>
      busy ? [{ ...key, entryId: id, startAt: busy.start, endAt: busy.end }] : [],
    )
    if (rows.length > 0) await tx.insert(calendarEntries).values(rows)
  }
  if (latest.size > 0) {
    await tx.delete(calendarEntries).where(and(inCalendar, isShownByBooking(key.hostId, calendarEntries)))
  }
}

function* batchesOf<T>(items: T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += BATCH_SIZE) yield items.slice(at, at + BATCH_SIZE)
}
