import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { MINUTE } from '../../availability/units.ts'
import type { CalendarProblem } from '../../contract/calendars/calendar-problems.ts'
import type { User } from '../../contract/account/user.schema.ts'
import { readSettings } from '../hosts/read-settings.ts'
import { readHost } from '../hosts/read-host.ts'
import { recordActivity } from '../hosts/record-activity.ts'
import type { Tx } from '../db/database.ts'
import {
  calendarChannels,
  calendarConnections,
  calendarMirrors,
  calendars,
  type ConnectionRow,
} from '../db/tables/calendars.ts'
import { jobs } from '../db/tables/jobs.ts'
import type { Deps } from '../adapters/deps.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { JobFailed } from '../jobs/job.ts'
import { restartFailed } from '../jobs/restart-failed.ts'
import { type CalendarKey, type ConnectionKey, whereConnection, splitCalendarId } from './calendar-id.ts'
import { serverOf } from './mirror-key.ts'
import { type CalendarAccount, CalendarError, type CalendarOwner } from '../adapters/calendar-provider.ts'
import { onBehalfOf } from './reading-turns.ts'

export function connectionState(
  { calendarProviders }: Pick<Deps, 'calendarProviders'>,
  connection: Pick<ConnectionRow, 'provider' | 'brokenAt' | 'grantedScopes'>,
): Exclude<User['calendarConnection'], 'not_connected'> {
  if (connection.brokenAt !== null) return 'broken'
  const { hasRequiredScopes } = calendarProviders[connection.provider]
  return hasRequiredScopes(connection.grantedScopes) ? 'connected' : 'missing_scopes'
}

const API_DISABLED =
  'the Google Calendar API is not enabled for the project of GOOGLE_CLIENT_ID. Enable it at ' +
  'https://console.cloud.google.com/apis/library/calendar-json.googleapis.com, then let hosts reconnect'

/** An account can't be used until its host connects it again. Jobs that need it fail, and run once that happens. */
export class NotConnected extends JobFailed {}

/** Calls the account of a calendar, with the provider's id of it. Throws like `withAccount`. */
export function withCalendar<T>(
  deps: Deps,
  key: CalendarKey,
  call: (account: CalendarAccount, providerId: string) => Promise<T>,
): Promise<T> {
  const { connection, providerId } = splitCalendarId(key)
  return withAccount(deps, connection, (account) => call(account, providerId))
}

/**
 * Keeps an account connected until the transaction ends; false if it was disconnected. What is stored of it without
 * this could outlive it.
 */
export async function keepConnected(tx: Tx, key: ConnectionKey): Promise<boolean> {
  const { id } = calendarConnections
  const kept = await tx.select({ id }).from(calendarConnections).where(whereConnection(key)).for('key share')
  return kept.length > 0
}

/** Calls a host's calendar account. Throws like `callAccount`. */
export async function withAccount<T>(
  deps: Deps,
  key: ConnectionKey,
  call: (account: CalendarAccount) => Promise<T>,
): Promise<T> {
  const [connection] = await deps.db.select().from(calendarConnections).where(whereConnection(key))
  return callAccount(deps, connection, call)
}

/**
 * Calls the account of a connection. If the provider says that the grant is gone, or a server has refused the login for
 * five minutes, the connection is marked broken and not used again. Throws `NotConnected` if there is none to use,
 * `CallPostponed` while the provider isn't called because it answers nobody, and another `CalendarError` if the call
 * fails.
 */
export async function callAccount<T>(
  deps: Deps,
  connection: ConnectionRow | null | undefined,
  call: (account: CalendarAccount) => Promise<T>,
): Promise<T> {
  if (!connection || connectionState(deps, connection) !== 'connected')
    throw new NotConnected('The calendar is not connected')
  const credential = deps.encryption.decrypt(connection.credential, connection.keyId)
  if (credential === null) {
    await markBroken(deps, connection, 'unknown_key')
    throw new NotConnected('The credential was encrypted with a key that is no longer configured')
  }
  const open = async () => {
    const owner = await ownerOf(deps, connection)
    const account = await deps.calendarProviders[connection.provider].openAccount(credential, owner)
    return onBehalfOf(connection.hostId, () => call(account))
  }
  try {
    // Hosts share Google's quota, and nothing of the other providers.
    const answer = await (connection.provider === 'google'
      ? deps.calendarBreaker.run(connection.hostId, open)
      : open())
    if (connection.refusedSince !== null) await setRefusedSince(deps, connection, null)
    return answer
  } catch (error) {
    if (isLoginRefusal(error) && !(await isRefusedForLong(deps, connection))) throw pendingRefusal(error)
    const reason = error instanceof CalendarError ? error.reason : null
    if (reason !== 'revoked' && reason !== 'missing_scope' && reason !== 'api_disabled') throw error
    if (reason === 'api_disabled') deps.log.error(API_DISABLED)
    await markBroken(deps, connection, reason)
    throw new NotConnected(`The provider refused: ${reason}`, { cause: error })
  }
}

/**
 * How long a server has to refuse the login before the host is asked for a new one: it may only be in trouble itself.
 */
const REFUSED_MS = 5 * MINUTE

/** Few attempts in that time, so that a server that counts them doesn't lock the account. */
const REFUSED_RETRY_MS = REFUSED_MS / 2

/** Google doesn't take a login: what it says about a grant is final. */
const isLoginRefusal = (error: unknown): error is CalendarError =>
  error instanceof CalendarError && error.reason === 'revoked' && error.trouble === 'login_refused'

const pendingRefusal = ({ message, trouble }: CalendarError) =>
  new CalendarError('unreachable', message, { trouble, retryAfterMs: REFUSED_RETRY_MS })

/** Whether the login was refused before and that was long ago; remembers it otherwise. */
async function isRefusedForLong(deps: Deps, connection: ConnectionRow): Promise<boolean> {
  const { refusedSince } = connection
  if (refusedSince !== null) return deps.now() - refusedSince >= REFUSED_MS
  await setRefusedSince(deps, connection, deps.now())
  return false
}

/** Only of the login that was used: the host may have typed another one since. */
async function setRefusedSince(
  { db }: Deps,
  { hostId, id, credential, refusedSince }: ConnectionRow,
  at: number | null,
): Promise<void> {
  const { credential: current, refusedSince: known } = calendarConnections
  const whereUnchanged = refusedSince === null ? isNull(known) : eq(known, refusedSince)
  await db
    .update(calendarConnections)
    .set({ refusedSince: at })
    .where(and(whereConnection({ hostId, id }), eq(current, credential), whereUnchanged))
}

/** Google knows its accounts' owners. */
async function ownerOf({ db }: Deps, { provider, hostId, name }: ConnectionRow): Promise<CalendarOwner> {
  if (provider === 'google') return { timeZone: 'UTC', self: [] }
  const { timezone } = await readSettings(db, hostId)
  const { email } = await readHost(db, hostId)
  return { timeZone: timezone, self: [email, name] }
}

/** The host gets one email each time the connection breaks. */
export async function markBroken(
  deps: Pick<Deps, 'db' | 'now' | 'wake'>,
  { hostId, id, name, credential }: ConnectionRow,
  problem: CalendarProblem,
) {
  const brokenAt = deps.now()
  await deps.db.transaction(async (tx) => {
    const marked = await tx
      .update(calendarConnections)
      .set({ brokenAt, brokenReason: problem })
      .where(
        and(
          whereConnection({ hostId, id }),
          // Only the grant that failed: the host may have reconnected since.
          eq(calendarConnections.credential, credential),
          isNull(calendarConnections.brokenAt),
        ),
      )
      .returning({ hostId: calendarConnections.hostId })
    if (marked.length === 0) return
    await recordActivity(
      tx,
      hostId,
      { kind: 'calendar_disconnected', details: { problem, ...(id !== hostId && { name }) } },
      brokenAt,
    )
    const payload = { connectionId: id, brokenAt }
    await enqueue(tx, 'sendCalendarNotice', payload, { hostId, now: brokenAt })
  })
  deps.wake('jobs')
}

/**
 * Has the host's waiting calendar jobs run now instead of when they would be retried. Call it when the calendar answers
 * again.
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

/** Restarts everything that stopped when a connection broke. Call it once the host has connected again. */
export async function resumeAfterReconnect(
  tx: Tx,
  { hostId, id }: ConnectionKey,
  now: number,
): Promise<void> {
  const whereOfAccount = and(eq(calendarMirrors.hostId, hostId), eq(calendarMirrors.connectionId, id))
  await tx
    .update(calendarMirrors)
    .set({ nextPollAt: now, failures: 0, notBefore: null, watchAt: now, server: serverOf({ hostId, id }) })
    .where(whereOfAccount)
  await tx
    .update(calendars)
    .set({ missingSince: null, goneSince: null, unreadableSince: null, trouble: null })
    .where(and(eq(calendars.hostId, hostId), eq(calendars.connectionId, id)))
  // Channels opened under the former grant may have gone silent.
  const mirrored = tx.select({ id: calendarMirrors.calendarId }).from(calendarMirrors).where(whereOfAccount)
  await tx
    .delete(calendarChannels)
    .where(and(eq(calendarChannels.hostId, hostId), inArray(calendarChannels.calendarId, mirrored)))
  await restartFailed(tx, eq(jobs.hostId, hostId), now)
  // The next sync won't know that there was an outage.
  await retryWaitingJobs(tx, hostId, now)
}
