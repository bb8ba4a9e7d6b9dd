import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../app.ts'
import { calendarMirrors, googleConnections } from '../../db/schema.ts'
import { calendarUnreachable } from '../../errors.ts'
import { connectionState } from '../connection.ts'
import { horizon, isMirror, syncCalendar, type MirrorKey } from './pull.ts'
import { reasonOf } from '../../error-summary.ts'

/** A mirror this old says nothing certain any more. */
const TRUSTED_MS = 15 * 60_000
/** How long an invitee may be kept waiting for Google. */
const WAIT_MS = 2000
/** A mirror older than this is brought up to date behind the back of whoever reads it. */
const REFRESH_AFTER_MS = 3000

interface Running {
  current: Promise<void>
  next: { until: number; sync: Promise<void> } | null
}
const ofProcess = new WeakMap<Deps, Map<string, Running>>()

/**
 * A sync that begins no earlier than this call, and reaches `until` (epoch milliseconds) at least. Calls that come while one
 * runs share the next: what that one reads is news to all of them.
 */
export function syncNow(deps: Deps, key: MirrorKey, until = 0): Promise<void> {
  const running = ofProcess.get(deps) ?? new Map<string, Running>()
  ofProcess.set(deps, running)
  const id = `${key.hostId} ${key.calendarId}`
  const state = running.get(id)
  if (!state) return start(until)
  if (state.next) {
    state.next.until = Math.max(state.next.until, until)
    return state.next.sync
  }
  const next = { until, sync: Promise.resolve() }
  next.sync = state.current.catch(() => {}).then(() => start(next.until))
  state.next = next
  return next.sync

  function start(reach: number): Promise<void> {
    const begun: Running = {
      next: null,
      current: syncCalendar(deps, key, reach).finally(() => {
        if (running.get(id) === begun && !begun.next) running.delete(id)
      }),
    }
    running.set(id, begun)
    return begun.current
  }
}

/** Waits for a sync, but no longer than an invitee would; one that takes longer goes on. */
async function syncWithinPatience(deps: Deps, key: MirrorKey, until?: number): Promise<void> {
  const patience = new AbortController()
  const sync = syncNow(deps, key, until).catch((error: unknown) => {
    deps.log.warn({ hostId: key.hostId, reason: reasonOf(error) }, 'calendar sync failed')
  })
  await Promise.race([sync, delay(WAIT_MS, undefined, { signal: patience.signal }).catch(() => {})])
  patience.abort()
}

/** For booking: asks Google first; throws `calendar_unreachable` where that fails and what is known is too old or too little. */
export async function bringUpToDate(deps: Deps, key: MirrorKey, until: number): Promise<void> {
  await syncWithinPatience(deps, key, until)
  const trusted = await trustedUntil(deps, key)
  if (trusted === null || trusted < until) throw calendarUnreachable()
}

/**
 * For reading: answers from what is known, and asks Google only where too little is. Returns up to when the mirror may be
 * relied on (epoch milliseconds); throws `calendar_unreachable` where it may not.
 */
export async function relyOnMirror(deps: Deps, key: MirrorKey, until: number): Promise<number> {
  const wanted = Math.min(until, horizon(deps.now()))
  let trusted = await trustedUntil(deps, key)
  if (trusted === null || trusted < wanted) {
    await syncWithinPatience(deps, key, wanted)
    trusted = await trustedUntil(deps, key)
  }
  if (trusted === null) throw calendarUnreachable()
  return trusted
}

async function trustedUntil(deps: Deps, key: MirrorKey): Promise<number | null> {
  const [found] = await deps.db
    .select({ mirror: calendarMirrors, connection: googleConnections })
    .from(calendarMirrors)
    .innerJoin(googleConnections, eq(googleConnections.hostId, calendarMirrors.hostId))
    .where(isMirror(key))
  if (!found || connectionState(found.connection) !== 'connected') return null
  const { syncedAt, coveredUntil } = found.mirror
  if (syncedAt === null || coveredUntil === null || syncedAt < deps.now() - TRUSTED_MS) return null
  if (syncedAt < deps.now() - REFRESH_AFTER_MS) void syncWithinPatience(deps, key)
  return coveredUntil
}
