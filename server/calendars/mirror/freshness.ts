import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { calendarMirrors, googleConnections } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { errorSummary } from '../../error-summary.ts'
import { calendarUnreachable } from '../../errors.ts'
import { connectionState } from '../connection.ts'
import { CallPostponed } from '../provider.ts'
import { isMirror, mirrorHorizon, type MirrorKey } from './mirror-key.ts'
import { syncNow } from './sync.ts'
import { recordUse } from './use.ts'

/** A mirror older than this can't be trusted. */
const MAX_AGE_MS = 15 * 60_000
/** How long an invitee waits for the provider. */
const SYNC_TIMEOUT_MS = 2000
/** Reading a mirror older than this starts a sync in the background. */
const REFRESH_AFTER_MS = 3000

/**
 * Waits for a sync, but no longer than an invitee would; one that takes longer goes on. Returns whether it succeeded by then; at
 * once if the provider isn't called because earlier calls failed.
 */
async function syncWithTimeout(deps: Deps, key: MirrorKey, until?: number): Promise<boolean> {
  const timeout = new AbortController()
  const sync = syncNow(deps, key, until).then(
    () => true,
    (error: unknown) => {
      // The failure that it waits for was logged.
      if (!(error instanceof CallPostponed))
        deps.log.warn({ hostId: key.hostId, reason: errorSummary(error) }, 'calendar sync failed')
      return false
    },
  )
  const hasEnded = delay(SYNC_TIMEOUT_MS, false, { signal: timeout.signal }).catch(() => false)
  const isSynced = await Promise.race([sync, hasEnded])
  timeout.abort()
  return isSynced
}

/**
 * Syncs before a booking. Throws `calendar_unreachable` if that fails and the mirror is too old or doesn't reach `until`
 * (epoch milliseconds).
 */
export async function refreshMirror(deps: Deps, key: MirrorKey, until: number): Promise<void> {
  if (await syncWithTimeout(deps, key, until)) return
  const fresh = await freshUntil(deps, key)
  if (fresh === null || fresh < until) throw calendarUnreachable()
}

/**
 * Makes sure that slots can be read from the mirror, and syncs only if it is too old or doesn't reach `until`. Returns up to
 * when the mirror can be trusted (epoch milliseconds); throws `calendar_unreachable` if it can't.
 */
export async function requireFreshMirror(deps: Deps, key: MirrorKey, until: number): Promise<number> {
  const wanted = Math.min(until, mirrorHorizon(deps.now()))
  let fresh = await freshUntil(deps, key)
  if (fresh === null || fresh < wanted) {
    await syncWithTimeout(deps, key, wanted)
    fresh = await freshUntil(deps, key)
  }
  if (fresh === null) throw calendarUnreachable()
  return fresh
}

async function freshUntil(deps: Deps, key: MirrorKey): Promise<number | null> {
  const [found] = await deps.db
    .select({ mirror: calendarMirrors, connection: googleConnections })
    .from(calendarMirrors)
    .innerJoin(googleConnections, eq(googleConnections.hostId, calendarMirrors.hostId))
    .where(isMirror(key))
  if (!found || connectionState(deps, found.connection) !== 'connected') return null
  recordUse(deps, found.mirror).catch((error: unknown) => {
    deps.log.warn(
      { hostId: key.hostId, reason: errorSummary(error) },
      'recording the use of a calendar failed',
    )
  })
  const { syncedAt, coveredUntil } = found.mirror
  if (syncedAt === null || coveredUntil === null || syncedAt < deps.now() - MAX_AGE_MS) return null
  if (syncedAt < deps.now() - REFRESH_AFTER_MS) void syncWithTimeout(deps, key)
  return coveredUntil
}
