import { DAY, HOUR } from '../availability/units.ts'
import { removeClosedAccounts } from './hosts/remove-closed-accounts.ts'
import { removeExpiredBookings } from './account/remove-expired-bookings.ts'
import { removeOldActivities } from './hosts/record-activity.ts'
import { removeExpiredSessions } from './auth/remove-expired-sessions.ts'
import { checkPrices } from './billing/check-prices.ts'
import { refreshOverdueSubscriptions } from './billing/refresh-overdue.ts'
import { removeOldStripeEvents } from './billing/stripe-webhook.ts'
import { removeErasedRecipients } from './emails/recipient-limit.ts'
import { removeOldRecipientLimits } from './recipients/count-mails.ts'
import { removeOldCallBudgets } from './calendars/mirror/lease-calls.ts'
import { pollCalendars } from './calendars/mirror/poll.ts'
import { reschedulePolls } from './calendars/mirror/reschedule-polls.ts'
import { watchCalendars } from './calendars/mirror/watch.ts'
import { removeDeletedCollections } from './custom-fields/remove-deleted-collections.ts'
import type { Deps } from './adapters/deps.ts'
import { errorSummary } from './http/error-summary.ts'
import { removeDeletedLinks } from './events/one-off-links/remove-deleted-links.ts'
import { removeDeletedEvents } from './events/remove-deleted-events.ts'
import { removeOldRequests } from './http/idempotency.ts'
import { jobHandlers } from './job-handlers.ts'
import { rescheduleJobs } from './jobs/reschedule-jobs.ts'
import { removeDoneJobs, startWorker } from './jobs/worker.ts'
import { removeOldAttempts } from './http/attempts.ts'
import { renewHolidays } from './schedules/renew-holidays.ts'
import { repeat, type BackgroundTask } from './concurrency/worker-pool.ts'
import { checkZoneChanges } from './zone-changes/check-zone-changes.ts'

const CLEANUP_INTERVAL_MS = HOUR
const OVERDUE_INTERVAL_MS = 600_000
const RESCHEDULE_INTERVAL_MS = HOUR
const JOB_RESCHEDULE_INTERVAL_MS = 600_000
const PRICE_CHECK_INTERVAL_MS = DAY
const ZONE_CHECK_INTERVAL_MS = HOUR
const HOLIDAY_CHECK_INTERVAL_MS = DAY

const cleanups = [
  removeClosedAccounts,
  removeDeletedEvents,
  removeDeletedCollections,
  removeDeletedLinks,
  removeDoneJobs,
  removeOldRequests,
  removeOldAttempts,
  removeOldRecipientLimits,
  removeErasedRecipients,
  removeOldCallBudgets,
  removeExpiredSessions,
  removeOldStripeEvents,
  removeOldActivities,
  removeExpiredBookings,
]

export interface Background extends Pick<BackgroundTask, 'stop'> {
  wake: Deps['wake']
}

/** Everything a process does beside its requests: jobs, calendar syncs, subscription checks, and cleaning up. */
export function startBackground(
  deps: Deps,
  calendarPollMs: number,
  calendarCallsPerMinute?: number,
): Background {
  const report = (failure: string) => (error: unknown) =>
    deps.log.error({ reason: errorSummary(error) }, failure)
  const cleanUp = async () => {
    // One that fails doesn't keep the others from running.
    for (const removeOld of cleanups) await removeOld(deps).catch(report('cleanup failed'))
  }
  const every = (intervalMs: number, work: () => Promise<void>, failure: string) =>
    repeat(work, intervalMs, report(failure))
  const checkZones = async () => {
    try {
      deps.zones.refresh()
    } catch (error) {
      report('time zone rules could not be refreshed')(error)
    }
    await checkZoneChanges(deps)
  }
  const worker = startWorker(deps, jobHandlers)
  const syncs = [
    pollCalendars(deps, calendarPollMs, calendarCallsPerMinute),
    watchCalendars(deps, calendarPollMs),
  ]
  const tasks = [
    worker,
    ...syncs,
    every(CLEANUP_INTERVAL_MS, cleanUp, 'cleanup failed'),
    every(
      RESCHEDULE_INTERVAL_MS,
      () => reschedulePolls(deps, calendarPollMs),
      'calendars could not be rescheduled',
    ),
    every(JOB_RESCHEDULE_INTERVAL_MS, () => rescheduleJobs(deps), 'jobs could not be rescheduled'),
    every(
      OVERDUE_INTERVAL_MS,
      () => refreshOverdueSubscriptions(deps),
      'subscriptions could not be refreshed',
    ),
    every(PRICE_CHECK_INTERVAL_MS, () => checkPrices(deps), 'prices could not be checked'),
    every(HOLIDAY_CHECK_INTERVAL_MS, () => renewHolidays(deps), 'holidays could not be renewed'),
    every(ZONE_CHECK_INTERVAL_MS, checkZones, 'time zone changes could not be checked'),
  ]
  return {
    wake(only) {
      worker.wake()
      if (only === undefined) for (const sync of syncs) sync.wake()
    },
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()))
    },
  }
}
