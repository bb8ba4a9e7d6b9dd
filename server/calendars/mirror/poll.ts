import type { Deps } from '../../adapters/deps.ts'
import { errorSummary } from '../../http/error-summary.ts'
import { calendarMirrors } from '../../db/tables/calendars.ts'
import { workerPool, type BackgroundTask } from '../../concurrency/worker-pool.ts'
import { NotConnected } from '../connection.ts'
import { CallPostponed } from '../../adapters/calendar-provider.ts'
import { DEFAULT_CALLS_PER_MINUTE } from '../../config/config.ts'
import { type CallBudget, createCallBudget } from './call-budget.ts'
import {
  type ClaimedMirror,
  claimMirrors,
  claimOtherMirrors,
  type MirrorClaim,
  park,
} from './claim-mirrors.ts'
import { leaseCalls } from './lease-calls.ts'
import { whereMirror } from '../mirror-key.ts'
import { syncNow } from './sync.ts'

/** How many of Google's calendars one process syncs at once, and how many others: at 200 ms each, 250 a second. */
export const POLL_CONCURRENCY = 50

/** Waits until so many places are free, so that a claim's statements are for more than one calendar. */
export const MIN_BATCH = 10

/** How many calendars of one server a process syncs at once: one that hangs leaves the other places to the others. */
const MAX_PER_SERVER = 4

/** How many calendars outside Google a process syncs at once that failed before: their servers may hang again. */
const MAX_FAILING = POLL_CONCURRENCY / 2
const MAX_PAUSE_MS = 1000

/**
 * Keeps every calendar in use up to date, each at the pace of its use (`schedule.ts`). `baseMs` is the interval of
 * active calendars without notifications. Several processes share the work and the provider's quota. Servers that hosts
 * chose have places of their own: however many of them hang, Google's calendars don't wait.
 */
export function pollCalendars(
  deps: Deps,
  baseMs: number,
  callsPerMinute = DEFAULT_CALLS_PER_MINUTE,
): BackgroundTask {
  const budget = createCallBudget({ callsPerMinute, now: deps.now, lease: leaseCalls(deps.db) })
  const poll = (claim: (limits: MirrorClaim) => Promise<ClaimedMirror[]>) =>
    workerPool<ClaimedMirror>({
      concurrency: POLL_CONCURRENCY,
      pauseMs: Math.min(baseMs, MAX_PAUSE_MS),
      // A calendar that changes while it syncs is due again, but waits its turn: it takes one place at most.
      claim: (limit, running) => claim({ limit, running, baseMs }),
      work: (mirror) => pollOne(deps, mirror),
      report: (error) => deps.log.error({ reason: errorSummary(error) }, 'polling calendars failed'),
    })
  const pools = [
    poll((limits) => claimWithinBudget(deps, budget, limits)),
    poll((limits) =>
      claimOtherMirrors(deps, { ...limits, maxPerServer: MAX_PER_SERVER, maxFailing: MAX_FAILING }),
    ),
  ]
  return {
    wake() {
      for (const pool of pools) pool.wake()
    },
    async stop() {
      await Promise.all(pools.map((pool) => pool.stop()))
    },
  }
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
        .where(whereMirror(mirror))
      return
    }
    deps.log.warn({ hostId, reason: errorSummary(error) }, 'calendar sync failed')
  }
}
