import type { jobs } from '../db/tables/jobs.ts'
import type { Deps } from '../adapters/deps.ts'
import type { QueuedMail, QueuedShareMail } from './queued-mail.ts'

/** Work that follows a change, done outside its transaction; and what each kind is given. */
export interface JobPayloads {
  syncCalendarEntry: { bookingId: string }
  recheckCalendarEntry: { bookingId: string }
  /** An entry in a calendar that another one has replaced. */
  removeReplacedEntry: { bookingId: string; calendarId: string; entryId: string }
  sendMail: QueuedMail
  sendShareMail: QueuedShareMail
  /**
   * `brokenAt` in epoch milliseconds: which break of the connection the notice is about. Without `connectionId`, of the
   * account that the host signs in with.
   */
  sendCalendarNotice: { connectionId?: string; brokenAt: number }
  /** `missingSince` in epoch milliseconds: which absence of the calendar the notice is about. */
  sendMissingCalendarNotice: { calendarId: string; missingSince: number }
  /** `unreadableSince` in epoch milliseconds: which outage of the calendar the notice is about. */
  sendUnreadableCalendarNotice: { calendarId: string; unreadableSince: number }
  /**
   * `foundAt` in epoch milliseconds: which bookings the notice is about. `release`: the time zone rules that found
   * them.
   */
  sendZoneChangeNotice: { foundAt: number; release: string }
  /** `deletedAt` in epoch milliseconds: when the account was closed that these jobs are about. */
  sendAccountNotice: { deletedAt: number }
  endSubscription: { deletedAt: number }
  revokeGrant: { deletedAt: number }
  /** Of an account that the host disconnected. */
  giveBackGrant: { connectionId: string }
  /** Of the host's Google account, whichever it has then. */
  fetchPhoto: object
}

export type JobKind = keyof JobPayloads

export type Job<Kind extends JobKind = JobKind> = Omit<typeof jobs.$inferSelect, 'kind' | 'payload'> & {
  kind: Kind
  payload: JobPayloads[Kind]
}

/**
 * Does a job, perhaps one that was done before. Throws `JobFailed` if retrying can't help, `JobUncertain` to be retried
 * a few times, `JobPostponed` if it didn't try, anything else to be retried until `retryUntil`. An error with
 * `retryAfterMs` is retried no sooner than that.
 */
export type JobHandler<Kind extends JobKind> = (deps: Deps, job: Job<Kind>) => Promise<void>

export type JobHandlers = { [Kind in JobKind]: JobHandler<Kind> }

/** Retrying wouldn't help. The job is kept as failed. */
export class JobFailed extends Error {}

/** Perhaps the job is done, and people would notice a repetition. */
export class JobUncertain extends Error {}

/** Nothing was tried, so this doesn't count as an attempt. */
export class JobPostponed extends Error {
  readonly retryAfterMs: number

  constructor(retryAfterMs: number, options?: ErrorOptions) {
    super('The job was postponed', options)
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Whom a job calls. Each pool has workers of its own, so that a mail server that doesn't answer never delays a
 * calendar.
 */
export type JobPool = 'mail' | 'provider'

/** `mail`: the mail server and nothing else. `provider`: calendars, payments and sign-in. */
export const poolOf: Readonly<Record<JobKind, JobPool>> = {
  syncCalendarEntry: 'provider',
  recheckCalendarEntry: 'provider',
  removeReplacedEntry: 'provider',
  sendMail: 'mail',
  sendShareMail: 'mail',
  sendCalendarNotice: 'mail',
  sendMissingCalendarNotice: 'mail',
  sendUnreadableCalendarNotice: 'mail',
  sendZoneChangeNotice: 'mail',
  sendAccountNotice: 'mail',
  endSubscription: 'provider',
  revokeGrant: 'provider',
  giveBackGrant: 'provider',
  fetchPhoto: 'provider',
}
