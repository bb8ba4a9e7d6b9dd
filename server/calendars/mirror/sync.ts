import { and, eq } from 'drizzle-orm'
import { calendarMirrors } from '../../db/tables/calendars.ts'
import type { Deps } from '../../adapters/deps.ts'
import { createSingleFlight } from '../../concurrency/single-flight.ts'
import { NotConnected } from '../connection.ts'
import { CallPostponed } from '../../adapters/calendar-provider.ts'
import { noteFailedSync } from '../unreadable-calendar.ts'
import { backoffAfter, backoffLeft } from './backoff.ts'
import { whereMirror, mirrorId, type MirrorKey } from '../mirror-key.ts'
import { MirrorKeepsChanging, pullCalendar } from './pull.ts'

const singleFlight = createSingleFlight<number>(Math.max)

/**
 * A sync that begins no earlier than this call and reaches at least `until` (epoch milliseconds). Calls during a
 * running sync share the next one. After a failed sync, all calls throw `CallPostponed` until the backoff has passed.
 */
export function syncNow(deps: Deps, key: MirrorKey, until = 0): Promise<void> {
  return singleFlight(deps, mirrorId(key), until, (reach) => syncOrBackOff(deps, key, reach))
}

/** Errors that say nothing about the calendar. */
const saysNothing = [NotConnected, CallPostponed, MirrorKeepsChanging]

async function syncOrBackOff(deps: Deps, key: MirrorKey, until: number): Promise<void> {
  try {
    await pullCalendar(deps, key, until)
  } catch (error) {
    if (!saysNothing.some((kind) => error instanceof kind)) await backOff(deps, key, error)
    throw error
  }
}

async function backOff(deps: Deps, key: MirrorKey, error: unknown): Promise<void> {
  const { db, now } = deps
  const [mirror] = await db.select().from(calendarMirrors).where(whereMirror(key))
  // Syncs of several processes that fail together count once.
  if (!mirror || backoffLeft(mirror.notBefore, now()) > 0) return
  const failures = mirror.failures + 1
  const { callMs, pollMs } = backoffAfter(failures, error)
  await db
    .update(calendarMirrors)
    .set({ failures, notBefore: now() + callMs, nextPollAt: now() + pollMs })
    .where(and(whereMirror(key), eq(calendarMirrors.failures, mirror.failures)))
  await noteFailedSync(deps, key, { error, syncedAt: mirror.syncedAt })
}
