import { sql } from 'drizzle-orm'
import { calendarMirrors } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { errorSummary } from '../../error-summary.ts'
import { workerPool, type BackgroundTask } from '../../worker-pool.ts'
import { NotConnected } from '../connection.ts'
import { CallPostponed } from '../provider.ts'
import { isMirror, type MirrorKey } from './mirror-key.ts'
import { syncNow } from './sync.ts'
import { webhookUrl } from './webhook-url.ts'

const CONCURRENCY = 4
const MAX_PAUSE_MS = 1000
/** How often a calendar is polled while its provider notifies us; well below the age at which a mirror isn't trusted. */
const SAFETY_NET_MS = 10 * 60_000

/** Keeps every calendar in use up to date. Several processes share the work. */
export function pollCalendars(deps: Deps, intervalMs: number): BackgroundTask {
  return workerPool<MirrorKey>({
    concurrency: CONCURRENCY,
    pauseMs: Math.min(intervalMs, MAX_PAUSE_MS),
    // A calendar that changes while it syncs is due again, but waits its turn: it takes one place at most.
    claim: (limit, running) => claimDue(deps, intervalMs, limit, running),
    work: (mirror) => pollOne(deps, mirror),
    report: (error) => deps.log.error({ reason: errorSummary(error) }, 'polling calendars failed'),
  })
}

/** SQL: the mirror `m` is in use, because an active event reads it and its host is connected. */
export const isInUse = sql`exists (select from events e where e.host_id = m.host_id and e.calendar_id = m.calendar_id
    and e.deleted_at is null and e.is_enabled and not e.is_archived)
  and exists (select from google_connections c where c.host_id = m.host_id and c.broken_at is null)`

async function claimDue(
  deps: Deps,
  intervalMs: number,
  limit: number,
  running: readonly MirrorKey[],
): Promise<MirrorKey[]> {
  const after = (ms: number) => sql`${new Date(deps.now() + ms).toISOString()}::timestamptz`
  const next = after(intervalMs)
  const others = running.map(({ hostId, calendarId }) => sql`(${hostId}::uuid, ${calendarId})`)
  const notRunning =
    others.length === 0 ? sql`true` : sql`(m.host_id, m.calendar_id) not in (${sql.join(others, sql`, `)})`
  const notifiedUntil = sql`(select max(c.expires_at) from calendar_channels c
    where c.host_id = calendar_mirrors.host_id and c.calendar_id = calendar_mirrors.calendar_id
      and c.address = ${webhookUrl(deps)})`
  return deps.db
    .update(calendarMirrors)
    .set({
      nextPollAt: sql`greatest(${next},
        least(${after(SAFETY_NET_MS)}, coalesce(${notifiedUntil}, ${next})))`,
    })
    .where(
      sql`(host_id, calendar_id) in (
        select m.host_id, m.calendar_id from calendar_mirrors m
        where m.next_poll_at <= ${after(0)} and ${isInUse} and ${notRunning}
        order by m.next_poll_at limit ${limit} for update of m skip locked)
        and next_poll_at < ${next}`,
    )
    .returning({ hostId: calendarMirrors.hostId, calendarId: calendarMirrors.calendarId })
}

async function pollOne(deps: Deps, key: MirrorKey): Promise<void> {
  try {
    await syncNow(deps, key)
  } catch (error) {
    // The host was asked to reconnect; until then there is nothing to sync with.
    if (error instanceof NotConnected) return
    if (error instanceof CallPostponed) {
      await deps.db
        .update(calendarMirrors)
        .set({ nextPollAt: deps.now() + error.retryAfterMs })
        .where(isMirror(key))
      return
    }
    deps.log.warn({ hostId: key.hostId, reason: errorSummary(error) }, 'calendar sync failed')
  }
}
