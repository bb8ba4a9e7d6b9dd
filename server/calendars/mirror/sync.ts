import { and, eq } from 'drizzle-orm'
import { calendarMirrors } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { createSingleFlight } from '../../single-flight.ts'
import { NotConnected } from '../connection.ts'
import { CallPostponed } from '../provider.ts'
import { backoffMs } from './backoff.ts'
import { isMirror, mirrorId, type MirrorKey } from './mirror-key.ts'
import { pullCalendar } from './pull.ts'

const singleFlight = createSingleFlight<number>(Math.max)

/**
 * A sync that begins no earlier than this call and reaches at least `until` (epoch milliseconds). Calls during a running
 * sync share the next one. After a failed sync nobody calls the provider until its backoff has passed: whoever asks, it
 * throws `CallPostponed`.
 */
export function syncNow(deps: Deps, key: MirrorKey, until = 0): Promise<void> {
  return singleFlight(deps, mirrorId(key), until, (reach) => syncOrBackOff(deps, key, reach))
}

async function syncOrBackOff(deps: Deps, key: MirrorKey, until: number): Promise<void> {
  const [mirror] = await deps.db
    .select({ failures: calendarMirrors.failures, notBefore: calendarMirrors.notBefore })
    .from(calendarMirrors)
    .where(isMirror(key))
  const waitMs = (mirror?.notBefore ?? 0) - deps.now()
  if (waitMs > 0) throw new CallPostponed(waitMs)
  try {
    await pullCalendar(deps, key, until)
  } catch (error) {
    // Neither says anything about this calendar: the host has to reconnect, or nobody was called.
    if (error instanceof NotConnected || error instanceof CallPostponed) throw error
    await backOff(deps, key, mirror?.failures ?? 0, error)
    throw error
  }
}

async function backOff(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  key: MirrorKey,
  failures: number,
  error: unknown,
): Promise<void> {
  const retryAt = now() + backoffMs(failures + 1, error)
  await db
    .update(calendarMirrors)
    .set({ failures: failures + 1, notBefore: retryAt, nextPollAt: retryAt })
    // Syncs of several processes that fail together count once.
    .where(and(isMirror(key), eq(calendarMirrors.failures, failures)))
}
