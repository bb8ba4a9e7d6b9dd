import { and, eq, gt, isNull } from 'drizzle-orm'
import type { CalendarProblem } from '../../contract/calendar-problems.ts'
import type { User } from '../../contract/user.schema.ts'
import { recordActivity } from '../account/record-activity.ts'
import type { Tx } from '../db/database.ts'
import { calendarChannels } from '../db/calendar-schema.ts'
import { calendarMirrors, calendars, googleConnections, jobs } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { enqueue, RETRIES_MS } from '../jobs/enqueue.ts'
import { JobFailed } from '../jobs/job.ts'
import { type CalendarAccount, CalendarError } from './provider.ts'

type Connection = typeof googleConnections.$inferSelect

export function connectionState(
  { calendarProvider }: Pick<Deps, 'calendarProvider'>,
  connection: Connection | null | undefined,
): User['calendarConnection'] {
  if (!connection || connection.brokenAt !== null) return 'broken'
  return calendarProvider.hasRequiredScopes(connection.grantedScopes) ? 'connected' : 'missing_scopes'
}

const API_DISABLED =
  'the Google Calendar API is not enabled for the project of GOOGLE_CLIENT_ID. Enable it at ' +
  'https://console.cloud.google.com/apis/library/calendar-json.googleapis.com, then let hosts reconnect'

/** The host's calendar can't be used until they connect it again. Jobs that need it fail, and run once that happens. */
export class NotConnected extends JobFailed {}

/**
 * Calls the host's calendar account. If the provider says that the grant is gone, the connection is marked broken and not
 * used again. Throws `NotConnected` if there is none to use, `CalendarError` if the call fails for another reason, including
 * `CallPostponed` while the provider answers nobody.
 */
export async function withCalendarAccount<T>(
  deps: Deps,
  hostId: string,
  call: (account: CalendarAccount) => Promise<T>,
): Promise<T> {
  const [connection] = await deps.db
    .select()
    .from(googleConnections)
    .where(eq(googleConnections.hostId, hostId))
  if (!connection || connectionState(deps, connection) !== 'connected')
    throw new NotConnected('The calendar is not connected')
  const credential = deps.encryption.decrypt(connection.refreshToken, connection.keyId)
  if (credential === null) {
    await markBroken(deps, connection, 'unknown_key')
    throw new NotConnected('The credential was encrypted with a key that is no longer configured')
  }
  try {
    return await deps.calendarBreaker.run(hostId, async () =>
      call(await deps.calendarProvider.openAccount(credential)),
    )
  } catch (error) {
    const reason = error instanceof CalendarError ? error.reason : null
    if (reason !== 'revoked' && reason !== 'missing_scope' && reason !== 'api_disabled') throw error
    if (reason === 'api_disabled') deps.log.error(API_DISABLED)
    await markBroken(deps, connection, reason)
    throw new NotConnected(`The provider refused: ${reason}`, { cause: error })
  }
}

/** The host gets one email each time the connection breaks. */
export async function markBroken(
  deps: Pick<Deps, 'db' | 'now' | 'wake'>,
  { hostId, refreshToken }: Connection,
  problem: CalendarProblem,
) {
  const brokenAt = deps.now()
  await deps.db.transaction(async (tx) => {
    const marked = await tx
      .update(googleConnections)
      .set({ brokenAt, brokenReason: problem })
      .where(
        and(
          eq(googleConnections.hostId, hostId),
          // Only the grant that failed: the host may have reconnected since.
          eq(googleConnections.refreshToken, refreshToken),
          isNull(googleConnections.brokenAt),
        ),
      )
      .returning({ hostId: googleConnections.hostId })
    if (marked.length === 0) return
    await recordActivity(tx, hostId, { kind: 'calendar_disconnected', details: { problem } }, brokenAt)
    await enqueue(tx, 'sendCalendarNotice', { brokenAt }, { hostId, now: brokenAt })
  })
  deps.wake('jobs')
}

/**
 * Has the host's waiting calendar jobs run now instead of when they would be retried. Call it when the calendar answers again.
 */
export async function retryWaitingJobs(tx: Tx, hostId: string, now: number): Promise<void> {
  await tx
    .update(jobs)
    .set({ runAt: now })
    .where(
      and(
        eq(jobs.hostId, hostId),
        eq(jobs.kind, 'syncCalendarEntry'),
        eq(jobs.state, 'queued'),
        gt(jobs.attempts, 0),
        isNull(jobs.lockedUntil),
        gt(jobs.runAt, now),
      ),
    )
}

/** Restarts everything that stopped when the connection broke. Call it once the host has connected again. */
export async function resumeAfterReconnect(tx: Tx, hostId: string, now: number): Promise<void> {
  await tx
    .update(calendarMirrors)
    .set({ nextPollAt: now, failures: 0, notBefore: null, watchAt: now })
    .where(eq(calendarMirrors.hostId, hostId))
  await tx.update(calendars).set({ missingSince: null }).where(eq(calendars.hostId, hostId))
  // Channels opened under the former grant may have gone silent.
  await tx.delete(calendarChannels).where(eq(calendarChannels.hostId, hostId))
  await tx
    .update(jobs)
    .set({
      state: 'queued',
      runAt: now,
      attempts: 0,
      finishedAt: null,
      retryUntil: now + RETRIES_MS.provider,
    })
    .where(and(eq(jobs.hostId, hostId), eq(jobs.state, 'failed'), eq(jobs.pool, 'provider')))
}
