import { sql } from 'drizzle-orm'
import type { Deps } from '../../app.ts'
import { crew, type Background } from '../../worker-pool.ts'
import { calendarMirrors } from '../../db/schema.ts'
import { NotConnected } from '../connection.ts'
import { hookAddress } from '../google/webhook.ts'
import { syncNow } from './freshness.ts'
import { isMirror, type MirrorKey } from './pull.ts'
import { reasonOf } from '../../error-summary.ts'

const AT_ONCE = 4
/** How long nothing is asked where Google tells of changes; well below what a mirror is trusted for. */
const SAFETY_NET_MS = 10 * 60_000
const LONGEST_BACKOFF_MS = 10 * 60_000

/** Brings every calendar in use up to date again and again. Several processes share the work. */
export function pollCalendars(deps: Deps, everyMs: number): Background {
  // One that Google tells of while it is synced waits its turn, so that a busy calendar holds one place alone.
  const inHand = new Map<string, MirrorKey>()
  return crew({
    atOnce: AT_ONCE,
    pauseMs: Math.min(everyMs, 1000),
    async claim(room) {
      const claimed = await claimDue(deps, everyMs, room, [...inHand.values()])
      for (const mirror of claimed) inHand.set(idOf(mirror), mirror)
      return claimed
    },
    work: (mirror) => pollOne(deps, mirror, everyMs).finally(() => inHand.delete(idOf(mirror))),
    report: (error) => deps.log.error({ reason: reasonOf(error) }, 'polling calendars failed'),
  })
}

const idOf = ({ hostId, calendarId }: MirrorKey) => `${hostId} ${calendarId}`

/** The mirror `m` is in use: an event that takes bookings reads it, and its host's connection stands. */
export const isInUse = sql`exists (select from events e where e.host_id = m.host_id and e.calendar_id = m.calendar_id
    and e.deleted_at is null and e.is_enabled and not e.is_archived)
  and exists (select from google_connections c where c.host_id = m.host_id and c.broken_at is null)`

async function claimDue(
  deps: Deps,
  everyMs: number,
  room: number,
  inHand: MirrorKey[],
): Promise<(MirrorKey & { failures: number })[]> {
  const after = (ms: number) => sql`${new Date(deps.now() + ms).toISOString()}::timestamptz`
  const next = after(everyMs)
  const others = inHand.map(({ hostId, calendarId }) => sql`(${hostId}::uuid, ${calendarId})`)
  const isFree =
    others.length === 0 ? sql`true` : sql`(m.host_id, m.calendar_id) not in (${sql.join(others, sql`, `)})`
  const heardUntil = sql`(select max(c.expires_at) from calendar_channels c
    where c.host_id = calendar_mirrors.host_id and c.calendar_id = calendar_mirrors.calendar_id
      and c.address = ${hookAddress(deps)})`
  return deps.db
    .update(calendarMirrors)
    .set({
      nextPollAt: sql`greatest(${next},
        least(${after(SAFETY_NET_MS)}, coalesce(${heardUntil}, ${next})))`,
    })
    .where(
      sql`(host_id, calendar_id) in (
        select m.host_id, m.calendar_id from calendar_mirrors m
        where m.next_poll_at <= ${after(0)} and ${isInUse} and ${isFree}
        order by m.next_poll_at limit ${room} for update of m skip locked)
        and next_poll_at < ${next}`,
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
