import type { Deps } from './app.ts'
import { repeat, type Background } from './worker-pool.ts'
import { removeExpiredSessions } from './auth/remove-expired-sessions.ts'
import { checkPrices } from './billing/check-prices.ts'
import { refreshOverdueSubscriptions } from './billing/refresh-overdue.ts'
import { forgetOldStripeEvents } from './billing/stripe-webhook.ts'
import { pollCalendars } from './calendars/mirror/poll.ts'
import { watchCalendars } from './calendars/mirror/watch.ts'
import { removeDeletedCollections } from './custom-fields/remove-deleted-collections.ts'
import { removeDeletedEvents } from './events/remove-deleted-events.ts'
import { forgetOldRequests } from './idempotency.ts'
import { removeDoneJobs, startWorker } from './jobs/worker.ts'
import { forgetOldAttempts } from './rate-limit.ts'
import { reasonOf } from './error-summary.ts'

const CLEAN_EVERY_MS = 3_600_000
const OVERDUE_EVERY_MS = 600_000
const PRICES_EVERY_MS = 86_400_000

/** All that goes on beside the requests: queued jobs, calendars kept up to date, and what is due to be removed. */
export function startBackground(deps: Deps, calendarPollMs: number): Background {
  const cleaning = async () => {
    await removeDeletedEvents(deps)
    await removeDeletedCollections(deps)
    await removeDoneJobs(deps)
    await forgetOldRequests(deps)
    await forgetOldAttempts(deps)
    await removeExpiredSessions(deps)
    await forgetOldStripeEvents(deps)
  }
  const onCall = [
    startWorker(deps),
    pollCalendars(deps, calendarPollMs),
    watchCalendars(deps, calendarPollMs),
  ]
  const parts = [
    ...onCall,
    repeat(cleaning, CLEAN_EVERY_MS, (error) =>
      deps.log.error({ reason: reasonOf(error) }, 'cleaning failed'),
    ),
    repeat(
      () => refreshOverdueSubscriptions(deps),
      OVERDUE_EVERY_MS,
      (error) => deps.log.error({ reason: reasonOf(error) }, 'subscriptions could not be asked for'),
    ),
    repeat(
      () => checkPrices(deps),
      PRICES_EVERY_MS,
      (error) => deps.log.error({ reason: reasonOf(error) }, 'prices could not be asked for'),
    ),
  ]
  return {
    wake() {
      for (const part of onCall) part.wake()
    },
    async stop() {
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}
