import { and, type SQL, sql } from 'drizzle-orm'
import { MINUTE } from '../../../availability/units.ts'
import { calendarMirrors } from '../../db/tables/calendars.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../adapters/deps.ts'
import { whereMirror, newMirror } from '../mirror-key.ts'
import { ACTIVE_MS } from './schedule.ts'

/** How often it is stored that a mirror is used, and when a mirror that is used again is polled. */
const RECORD_EVERY_MS = MINUTE

/**
 * SQL: whether a query for one mirror finds a row. Unlike `exists`, it is never answered by reading whole tables into a
 * hash, which PostgreSQL finds cheaper for a batch of mirrors than it is.
 */
const finds = (query: SQL) => sql<boolean>`coalesce((select true ${query} limit 1), false)`

const whereConnected = finds(sql`from calendar_connections c
    where c.host_id = calendar_mirrors.host_id and c.id = calendar_mirrors.connection_id and c.broken_at is null`)

const hasEvents = finds(sql`from events e
    where e.host_id = calendar_mirrors.host_id
      and e.deleted_at is null and e.is_enabled and not e.is_archived
      and (e.calendar_id = calendar_mirrors.calendar_id
        or e.checked_calendars ? calendar_mirrors.calendar_id
        or (e.checked_calendars is null and ${finds(sql`from calendars c
          where c.host_id = calendar_mirrors.host_id and c.calendar_id = calendar_mirrors.calendar_id
            and c.is_checked`)}))`)

/** SQL: an active event writes to the mirror's calendar or checks it, and its account is connected. */
export const inUseByEvents = sql<boolean>`(${whereConnected} and ${hasEvents})`

/**
 * SQL: the same, or the account is connected and the calendar has bookings that aren't over: their host may move them
 * there. A missing calendar is used too: only reading it shows that it is back. `at`: now, as a `timestamptz`.
 */
export const inUse = (at: SQL) => sql<boolean>`(${whereConnected} and (${hasEvents}
    or ${finds(sql`from bookings b
      where b.host_id = calendar_mirrors.host_id and b.calendar_id = calendar_mirrors.calendar_id
        and b.status = 'confirmed' and b.end_at > ${at}`)}))`

const activeFor = sql.raw(`interval '${ACTIVE_MS} milliseconds'`)

/** SQL: see `CalendarUse.isActive`. `at`: now, as a `timestamptz`. */
export const inActiveUse = (at: SQL) => sql<boolean>`(calendar_mirrors.last_used_at > ${at} - ${activeFor}
    or ${finds(sql`from bookings b
      where b.host_id = calendar_mirrors.host_id and b.calendar_id = calendar_mirrors.calendar_id
        and b.status = 'confirmed' and b.start_at > ${at} and b.start_at < ${at} + ${activeFor}`)})`

/** Sets `watchAt` of mirrors that may have left the queue of `watchCalendars`. */
export const watchedAgain = (now: number) =>
  sql`case when calendar_mirrors.watch_at = 'infinity' then ${new Date(now).toISOString()}::timestamptz else calendar_mirrors.watch_at end`

/**
 * Stores that somebody uses a mirror, at most once a minute. One that left the queues because nobody did, or was polled
 * as rarely as an inactive one, is polled a minute later: its user syncs it now.
 */
export async function recordUse(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  mirror: typeof calendarMirrors.$inferSelect,
): Promise<void> {
  const isQueued = mirror.nextPollAt !== Infinity
  const staleBefore = now() - RECORD_EVERY_MS
  if (isQueued && mirror.lastUsedAt > staleBefore) return
  const isNewlyActive = !isQueued || mirror.lastUsedAt <= now() - ACTIVE_MS
  const soon = sql`${new Date(now() + RECORD_EVERY_MS).toISOString()}::timestamptz`
  await db
    .update(calendarMirrors)
    .set({
      lastUsedAt: now(),
      watchAt: watchedAgain(now()),
      ...(isNewlyActive && { isActive: true, nextPollAt: sql`least(next_poll_at, ${soon})` }),
    })
    .where(
      and(
        whereMirror(mirror),
        sql`(last_used_at <= ${new Date(staleBefore).toISOString()}::timestamptz or next_poll_at = 'infinity')`,
      ),
    )
}

/** Starts mirroring a calendar, or polling it again. */
export async function mirrorCalendar(tx: Tx, hostId: string, calendarId: string, now: number): Promise<void> {
  await tx
    .insert(calendarMirrors)
    .values(newMirror({ hostId, calendarId }, now))
    .onConflictDoUpdate({
      target: [calendarMirrors.hostId, calendarMirrors.calendarId],
      set: { nextPollAt: now, lastUsedAt: now, isActive: true, watchAt: watchedAgain(now) },
    })
}
