import { and, eq, inArray, isNotNull, notExists, sql } from 'drizzle-orm'
import type { Interval } from '../../../availability/interval.ts'
import { DAY } from '../../../availability/units.ts'
import { zoneSource } from '../../../contract/time/time-zones.ts'
import { batchesOf } from '../../db/batches-of.ts'
import type { Tx } from '../../db/database.ts'
import { lockHost } from '../../db/lock-host.ts'
import {
  calendarConnections,
  calendarEntries,
  calendarMirrors,
  calendars,
} from '../../db/tables/calendars.ts'
import { commitsLater, placeholderLike, prepared } from '../../db/prepared.ts'
import type { Deps } from '../../adapters/deps.ts'
import { runtimeZoneDigest, zoneDigest } from '../../time-zones/zone-digest.ts'
import { adoptCalendarChanges, whereShownByBooking } from '../../bookings/calendar-entries/adopt-changes.ts'
import { splitCalendarId } from '../calendar-id.ts'
import { describes } from '../checked-calendars.ts'
import { callAccount, keepConnected, NotConnected, retryWaitingJobs } from '../connection.ts'
import { markCalendarMissing, unmarkTrouble } from '../missing-calendar.ts'
import {
  type CalendarAccount,
  type CalendarEntry,
  CalendarError,
  CallPostponed,
  type EntryListing,
} from '../../adapters/calendar-provider.ts'
import { backoffLeft } from './backoff.ts'
import { listAll, listChanges } from './list-all.ts'
import { notAmong, storeUnreadable } from './unreadable-entries.ts'
import { ALWAYS_COVERED_MS, whereMirror, type MirrorKey, newMirror } from '../mirror-key.ts'
import { limitReach, reachable } from './reach-limits.ts'

type Mirror = typeof calendarMirrors.$inferSelect

/** How much more a full listing covers, so that it is needed once a month. */
const COVERED_BEYOND_MS = 30 * DAY

const MAX_ATTEMPTS = 4

/**
 * Brings the mirror of one calendar up to date: with the changes since the last time, or with a full listing if there
 * is no sync token, the provider no longer accepts it, or the mirror has to reach further (`until`, epoch
 * milliseconds). One that has too much up to then is read no further than without `until`. Throws `CallPostponed`
 * before `notBefore`, which a failed sync sets.
 */
export async function pullCalendar(deps: Deps, key: MirrorKey, until = 0): Promise<void> {
  let before: Mirror | null = null
  let syncsOfOthers = 0
  // If another process changed the mirror in between, what was read may be older than what it wrote: read again.
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const current = await readOrCreateMirror(deps, key)
    const { mirror } = current
    if (before !== null && mirror.syncedAt !== null && mirror.syncedAt !== before.syncedAt) syncsOfOthers++
    // The second one began after the first one was stored, so during this call.
    if (syncsOfOthers >= 2 && (mirror.coveredUntil ?? 0) >= neededUntil(deps, key, until)) return
    if (await pullOnce(deps, key, until, current)) return
    before = mirror
  }
  throw new MirrorKeepsChanging('Other processes keep changing the mirror of this calendar')
}

export class MirrorKeepsChanging extends Error {}

/** How far a sync at this moment has to reach. */
const neededUntil = (deps: Deps, key: MirrorKey, until: number) =>
  reachable(deps, key, Math.max(until, deps.now() + ALWAYS_COVERED_MS))

const isTooMuch = (error: unknown) =>
  error instanceof CalendarError && (error.trouble === 'too_complex' || error.trouble === 'too_large')

type Found = Awaited<ReturnType<typeof readOrCreateMirror>>

/** False if what was read can't be stored. */
async function pullOnce(
  deps: Deps,
  key: MirrorKey,
  until: number,
  { mirror, connection }: Found,
): Promise<boolean> {
  const startedAt = deps.now()
  const rules = zoneSource()
  const waitMs = backoffLeft(mirror.notBefore, startedAt)
  if (waitMs > 0) throw new CallPostponed(waitMs)
  const needed = neededUntil(deps, key, until)
  const { syncToken, coveredUntil, failures } = mirror
  const list = async <T>(end: number, read: (account: CalendarAccount, range: Interval) => Promise<T>) => {
    try {
      return await callAccount(deps, connection, (account) => read(account, { start: startedAt - DAY, end }))
    } catch (error) {
      if (error instanceof CalendarError && error.reason === 'calendar_gone')
        await markCalendarMissing(deps, key)
      if (!isTooMuch(error) || end <= deps.now() + ALWAYS_COVERED_MS + COVERED_BEYOND_MS) throw error
      limitReach(deps, key)
      return null
    }
  }

  if (syncToken !== null && coveredUntil !== null && coveredUntil >= needed) {
    const changes = await list(coveredUntil, (account, range) =>
      listChanges(deps, key, account, { syncToken, range, failures }),
    )
    // In a calendar that moved to another zone, or whose zone has other rules now, every all-day entry covers other
    // hours.
    if (changes && changes.timeZone === mirror.timeZone && hasCurrentRules(mirror)) {
      return (
        rules === zoneSource() &&
        store(deps, key, mirror, { isFull: false, ...changes, startedAt, coveredUntil })
      )
    }
  }
  // Not what it covered before: one reader of a date years ahead would make every later listing as long.
  const reach = needed + COVERED_BEYOND_MS
  const listing = await list(reach, (account, range) =>
    listAll(deps, key, account, { startedAt, range, failures }),
  )
  if (listing === null) return false
  // All-day entries became instants by the rules of that moment.
  return (
    rules === zoneSource() &&
    store(deps, key, mirror, { ...listing, startedAt, coveredUntil: reach, isFull: true })
  )
}

function hasCurrentRules({ timeZone, zoneDigest: digest }: Mirror): boolean {
  return timeZone !== null && (digest ?? runtimeZoneDigest(timeZone)) === zoneDigest(timeZone)
}

const findMirror = prepared((db) =>
  db
    .select({ mirror: calendarMirrors, connection: calendarConnections })
    .from(calendarMirrors)
    .leftJoin(
      calendarConnections,
      and(
        eq(calendarConnections.hostId, calendarMirrors.hostId),
        eq(calendarConnections.id, calendarMirrors.connectionId),
      ),
    )
    .where(
      and(
        eq(calendarMirrors.hostId, sql.placeholder('hostId')),
        eq(calendarMirrors.calendarId, sql.placeholder('calendarId')),
      ),
    ),
)

/** With the connection of its account, null if there is none. Throws `NotConnected` rather than create one without. */
async function readOrCreateMirror({ db, now }: Deps, key: MirrorKey) {
  const { hostId, calendarId } = key
  const [found] = await findMirror(db, { hostId, calendarId })
  if (found) return found
  await db.transaction(async (tx) => {
    if (!(await keepConnected(tx, splitCalendarId(key).connection)))
      throw new NotConnected('The calendar is not connected')
    await tx.insert(calendarMirrors).values(newMirror(key, now())).onConflictDoNothing()
  })
  const [created] = await findMirror(db, { hostId, calendarId })
  if (!created) throw new NotConnected('The calendar was disconnected')
  return created
}

interface SyncResult extends EntryListing {
  startedAt: number
  coveredUntil: number
  /** Whether these are all entries rather than the changed ones. */
  isFull: boolean
}

/** Stores what was read; false if the mirror is no longer the one it was read for. */
async function store(deps: Deps, key: MirrorKey, base: Mirror, result: SyncResult): Promise<boolean> {
  const { unreadable = [] } = result
  const hasNews = result.isFull || result.entries.length + unreadable.length > 0 || base.failures > 0
  if (!hasNews && (await storeWithoutNews(deps, key, base, result))) return true
  return deps.db.transaction(async (tx) => {
    await lockHost(tx, key.hostId)
    const found = await tx
      .select({ mirror: calendarMirrors, calendar: calendars })
      .from(calendarMirrors)
      .leftJoin(calendars, describes(key.hostId, sql`${calendarMirrors.calendarId}`))
      .where(whereMirror(key))
      .for('update', { of: calendarMirrors })
    const current = found[0]?.mirror
    if (!current || current.syncToken !== base.syncToken || current.syncedAt !== base.syncedAt) return false
    await storeUnreadable(tx, key, { ...result, unreadable })
    await storeEntries(tx, key, { ...result, unreadable }, deps.now())
    const described = found[0]!.calendar
    const wasMissing = described !== null && described.missingSince !== null
    if (described) await unmarkTrouble(tx, described)
    if (current.failures > 0 || wasMissing) await retryWaitingJobs(tx, key.hostId, deps.now())
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
      .where(whereMirror(key))
    return true
  })
}

/**
 * The usual case in one statement, without the host's lock. False if there is more to do, or the mirror has changed.
 */
async function storeWithoutNews(
  { db }: Deps,
  { hostId, calendarId }: MirrorKey,
  base: Mirror,
  { syncToken, startedAt, timeZone }: SyncResult,
): Promise<boolean> {
  const stored = await storeToken(db, {
    hostId,
    calendarId,
    syncToken,
    startedAt,
    digest: zoneDigest(timeZone),
    formerToken: base.syncToken ?? '',
    formerSync: base.syncedAt ?? 0,
  })
  return stored.length > 0
}

const storeToken = prepared((db) => {
  const hostId = sql.placeholder('hostId')
  const calendarId = sql.placeholder('calendarId')
  const whereMissing = and(
    eq(calendars.hostId, hostId),
    eq(calendars.calendarId, calendarId),
    isNotNull(calendars.missingSince),
  )
  return db
    .update(calendarMirrors)
    .set({
      syncToken: sql`${sql.placeholder('syncToken')}`,
      syncedAt: placeholderLike(calendarMirrors.syncedAt, 'startedAt'),
      zoneDigest: sql`${sql.placeholder('digest')}`,
    })
    .where(
      and(
        eq(calendarMirrors.hostId, hostId),
        eq(calendarMirrors.calendarId, calendarId),
        eq(calendarMirrors.syncToken, sql.placeholder('formerToken')),
        eq(calendarMirrors.syncedAt, placeholderLike(calendarMirrors.syncedAt, 'formerSync')),
        eq(calendarMirrors.failures, 0),
        notExists(db.select({ id: calendars.calendarId }).from(calendars).where(whereMissing)),
        // If a crash loses it, the same changes are read again.
        commitsLater,
      ),
    )
    .returning({ calendarId: calendarMirrors.calendarId })
})

async function storeEntries(
  tx: Tx,
  key: MirrorKey,
  { entries, unreadable, isFull, startedAt, coveredUntil }: Required<Omit<SyncResult, 'isComplete'>>,
  now: number,
): Promise<void> {
  const inCalendar = and(
    eq(calendarEntries.hostId, key.hostId),
    eq(calendarEntries.calendarId, key.calendarId),
  )
  if (isFull) await tx.delete(calendarEntries).where(and(inCalendar, notAmong(unreadable, calendarEntries)))
  // If a listing names an entry twice, the last one counts.
  const latest = new Map(entries.map((entry) => [entry.id, entry]))
  await adoptCalendarChanges(tx, key, {
    entries: latest,
    unreadable: new Set(unreadable.map(({ id }) => id)),
    startedAt,
    fullUntil: isFull ? coveredUntil : null,
    now,
  })
  for (const batch of batchesOf([...latest.values()])) {
    const ids = batch.map(({ id }) => id)
    if (!isFull || unreadable.length > 0)
      await tx.delete(calendarEntries).where(and(inCalendar, inArray(calendarEntries.entryId, ids)))
    for (const rows of batchesOf(batch.flatMap((entry) => rowsOf(key, entry)))) {
      await tx.insert(calendarEntries).values([...rows])
    }
  }
  const whereShown = and(inCalendar, whereShownByBooking(key.hostId, calendarEntries))
  if (isFull) {
    await tx.delete(calendarEntries).where(whereShown)
    return
  }
  // The others were judged when they were listed.
  for (const ids of batchesOf([...latest.keys()]))
    await tx.delete(calendarEntries).where(and(whereShown, inArray(calendarEntries.entryId, ids)))
}

const rowsOf = (key: MirrorKey, { id, uid, busy }: CalendarEntry) =>
  busy.map(({ start, end, ...kinds }) => ({ ...key, entryId: id, uid, startAt: start, endAt: end, ...kinds }))
