import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Deps } from '../app.ts'
import { calendarMirrors, googleConnections } from '../db/schema.ts'
import { calendarUnreachable } from '../errors.ts'
import { connectionState } from './connection.ts'
import { FURTHEST_AHEAD, isMirror, syncCalendar, type MirrorKey } from './sync-calendar.ts'
import { reasonOf } from '../reason.ts'

/** A mirror this old says nothing certain any more. */
const TRUSTED_MS = 15 * 60_000
/** How long an invitee may be kept waiting for Google. */
const WAIT_MS = 2000
/** A mirror older than this is brought up to date behind the back of whoever reads it. */
const REFRESH_AFTER_MS = 3000

interface Running {
  current: Promise<void>
  next: Promise<void> | null
}
const running = new WeakMap<Deps, Map<string, Running>>()

/**
 * A sync that begins no earlier than this call. Calls that come while one runs share the next: what that one reads is news
 * to all of them.
 */
export function syncNow(deps: Deps, key: MirrorKey, until?: number): Promise<void> {
  let ofProcess = running.get(deps)
  if (!ofProcess) running.set(deps, (ofProcess = new Map()))
  const syncs = ofProcess
  const id = `${key.hostId} ${key.calendarId} ${until ?? ''}`
  const state = syncs.get(id)
  if (state) {
    state.next ??= state.current.catch(() => {}).then(() => start())
    return state.next
  }
  return start()

  function start(): Promise<void> {
    const current = syncCalendar(deps, key, until).finally(() => {
      if (syncs.get(id)?.current === current && syncs.get(id)?.next === null) syncs.delete(id)
    })
    syncs.set(id, { current, next: null })
    return current
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
  const wanted = Math.min(until, deps.now() + FURTHEST_AHEAD)
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
