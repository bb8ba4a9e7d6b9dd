import { sql } from 'drizzle-orm'
import type { Deps } from '../app.ts'
import { crew, type Background } from '../background.ts'
import { calendarMirrors } from '../db/schema.ts'
import { NotConnected } from './connection.ts'
import { syncNow } from './calendar-sync.ts'
import { isMirror, type MirrorKey } from './sync-calendar.ts'
import { reasonOf } from '../reason.ts'

const AT_ONCE = 4
const LONGEST_BACKOFF_MS = 10 * 60_000

/** Brings every calendar in use up to date again and again. Several processes share the work. */
export function pollCalendars(deps: Deps, everyMs: number): Background {
  return crew({
    atOnce: AT_ONCE,
    pauseMs: Math.min(everyMs, 1000),
    claim: (room) => claimDue(deps, everyMs, room),
    work: (mirror) => pollOne(deps, mirror, everyMs),
    report: (error) => deps.log.error({ reason: reasonOf(error) }, 'polling calendars failed'),
  })
}

/** In use: an event that takes bookings reads it, and its host's connection stands. */
async function claimDue(
  { db, now }: Deps,
  everyMs: number,
  room: number,
): Promise<(MirrorKey & { failures: number })[]> {
  const at = new Date(now()).toISOString()
  const next = new Date(now() + everyMs).toISOString()
  return db
    .update(calendarMirrors)
    .set({ nextPollAt: now() + everyMs })
    .where(
      sql`(host_id, calendar_id) in (
        select m.host_id, m.calendar_id from calendar_mirrors m
        where m.next_poll_at <= ${at}::timestamptz
          and exists (select from events e where e.host_id = m.host_id and e.calendar_id = m.calendar_id
            and e.deleted_at is null and e.is_enabled and not e.is_archived)
          and exists (select from google_connections c where c.host_id = m.host_id and c.broken_at is null)
        order by m.next_poll_at limit ${room} for update of m skip locked)
        and next_poll_at < ${next}::timestamptz`,
    )
    .returning({
      hostId: calendarMirrors.hostId,
      calendarId: calendarMirrors.calendarId,
      failures: calendarMirrors.failures,
    })
}

async function pollOne(deps: Deps, { failures, ...key }: MirrorKey & { failures: number }, everyMs: number) {
  try {
    await syncNow(deps, key)
  } catch (error) {
    // The host has been told to connect again; until then there is nothing to ask for.
    if (error instanceof NotConnected) return
    const backoff = Math.min(everyMs * 2 ** (failures + 1), LONGEST_BACKOFF_MS) * (0.5 + Math.random())
    deps.log.warn({ hostId: key.hostId, reason: reasonOf(error), backoff }, 'calendar sync failed')
    await deps.db
      .update(calendarMirrors)
      .set({ failures: failures + 1, nextPollAt: deps.now() + Math.round(backoff) })
      .where(isMirror(key))
  }
}
