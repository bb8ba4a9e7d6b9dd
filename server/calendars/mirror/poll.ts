import type { Deps } from '../../deps.ts'
import { errorSummary } from '../../error-summary.ts'
import { calendarMirrors } from '../../db/schema.ts'
import { workerPool, type BackgroundTask } from '../../worker-pool.ts'
import { NotConnected } from '../connection.ts'
import { CallPostponed } from '../provider.ts'
import { type CallBudget, createCallBudget, DEFAULT_CALLS_PER_MINUTE } from './call-budget.ts'
import { type ClaimedMirror, claimMirrors, type MirrorClaim, park } from './claim-mirrors.ts'
import { leaseCalls } from './lease-calls.ts'
import { isMirror } from './mirror-key.ts'
import { syncNow } from './sync.ts'

/** How many calendars one process syncs at once: at 200 ms each, 250 a second. */
export const POLL_CONCURRENCY = 50
/** Waits until so many places are free, so that a claim's statements are for more than one calendar. */
export const MIN_BATCH = 10
const MAX_PAUSE_MS = 1000

/**
 * Keeps every calendar in use up to date, each at the pace of its use (`schedule.ts`). `baseMs` is the interval of active
 * calendars without notifications. Several processes share the work and the provider's quota.
 */
export function pollCalendars(
  deps: Deps,
  baseMs: number,
  callsPerMinute = DEFAULT_CALLS_PER_MINUTE,
): BackgroundTask {
  const budget = createCallBudget({ callsPerMinute, now: deps.now, lease: leaseCalls(deps.db) })
  return workerPool<ClaimedMirror>({
    concurrency: POLL_CONCURRENCY,
    pauseMs: Math.min(baseMs, MAX_PAUSE_MS),
    // A calendar that changes while it syncs is due again, but waits its turn: it takes one place at most.
    claim: (limit, running) => claimWithinBudget(deps, budget, { limit, running, baseMs }),
    work: (mirror) => pollOne(deps, mirror),
    report: (error) => deps.log.error({ reason: errorSummary(error) }, 'polling calendars failed'),
  })
}

async function claimWithinBudget(
  deps: Deps,
  budget: CallBudget,
  { limit, ...claim }: MirrorClaim,
): Promise<ClaimedMirror[]> {
  if (limit < MIN_BATCH || deps.calendarBreaker.pausedForMs() > 0) return []
  const allowed = await budget.take(deps.calendarBreaker.isOpen() ? 1 : limit)
  if (allowed === 0) return []
  const claimed = await claimMirrors(deps, { limit: allowed, ...claim })
  budget.giveBack(allowed - claimed.length)
  return claimed
}

async function pollOne(deps: Deps, mirror: ClaimedMirror): Promise<void> {
  const { hostId, calendarId } = mirror
  try {
    await syncNow(deps, { hostId, calendarId })
  } catch (error) {
    // The host was asked to reconnect; until then there is nothing to sync with.
    if (error instanceof NotConnected) return park(deps, mirror)
    if (error instanceof CallPostponed) {
      await deps.db
        .update(calendarMirrors)
        .set({ nextPollAt: deps.now() + error.retryAfterMs })
        .where(isMirror(mirror))
      return
    }
    deps.log.warn({ hostId, reason: errorSummary(error) }, 'calendar sync failed')
  }
}
