import { and, eq, isNull, notInArray } from 'drizzle-orm'
import type { calendar_v3 } from '@googleapis/calendar'
import type { CalendarProblem } from '../../contract/calendar-problems.ts'
import { googleScopes, type User } from '../../contract/user.ts'
import type { Deps } from '../app.ts'
import { calendarChannels, calendarMirrors, googleConnections, jobs } from '../db/schema.ts'
import type { Tx } from '../db/open.ts'
import { googleProblem } from '../auth/google-oidc.ts'
import { enqueue, mailKinds } from '../jobs/enqueue.ts'

type Connection = typeof googleConnections.$inferSelect

const calendarScopes = googleScopes.filter((scope) => scope.includes('/calendar'))

export function connectionState(connection: Connection | null | undefined): User['calendarConnection'] {
  if (!connection || connection.brokenAt !== null) return 'broken'
  return calendarScopes.every((scope) => connection.grantedScopes.includes(scope))
    ? 'connected'
    : 'missing_scopes'
}

/** The grant was encrypted with a key that is no longer configured. */
class UnknownKey extends Error {}

/** The host's calendar cannot be used until they connect it again. */
export class NotConnected extends Error {}

/**
 * Calls the host's calendar. Where Google says the grant is gone, the connection is marked broken, so that it is not asked
 * again. Throws NotConnected where there is none to use, else what the call threw.
 */
export async function withCalendarApi<T>(
  deps: Deps,
  hostId: string,
  call: (api: calendar_v3.Calendar) => Promise<T>,
): Promise<T> {
  const [connection] = await deps.db
    .select()
    .from(googleConnections)
    .where(eq(googleConnections.hostId, hostId))
  if (!connection || connectionState(connection) !== 'connected')
    throw new NotConnected('Google is not connected')
  const refreshToken = deps.encryption.decrypt(connection.refreshToken, connection.keyId)
  try {
    if (refreshToken === null) throw new UnknownKey()
    return await call(await deps.google.calendarApi(refreshToken))
  } catch (error) {
    const problem = error instanceof UnknownKey ? 'unknown_key' : googleProblem(error)
    if (problem !== 'revoked' && problem !== 'missing_scope' && problem !== 'unknown_key') throw error
    await markBroken(deps, connection, problem)
    throw new NotConnected(`Google refused: ${problem}`, { cause: error })
  }
}

/** The host is told by mail, once for each time that the connection breaks. */
async function markBroken(deps: Deps, { hostId, refreshToken }: Connection, problem: CalendarProblem) {
  const brokenAt = deps.now()
  await deps.db.transaction(async (tx) => {
    const marked = await tx
      .update(googleConnections)
      .set({ brokenAt, brokenReason: problem })
      .where(
        and(
          eq(googleConnections.hostId, hostId),
          // Only the grant that failed: the host may have connected anew meanwhile.
          eq(googleConnections.refreshToken, refreshToken),
          isNull(googleConnections.brokenAt),
        ),
      )
      .returning({ hostId: googleConnections.hostId })
    const payload = { brokenAt: String(brokenAt) }
    if (marked.length > 0) await enqueue(tx, { hostId, kind: 'sendCalendarNotice', payload, now: brokenAt })
  })
  deps.wake()
}

/** After the host has connected again: what had stopped goes on at once. */
export async function resumeAfterReconnect(tx: Tx, hostId: string, at: number): Promise<void> {
  await tx
    .update(calendarMirrors)
    .set({ nextPollAt: at, failures: 0, watchAt: at })
    .where(eq(calendarMirrors.hostId, hostId))
  // Whether those of the former grant still tell anything is not known.
  await tx.delete(calendarChannels).where(eq(calendarChannels.hostId, hostId))
  await tx
    .update(jobs)
    .set({ state: 'queued', runAt: at, attempts: 0, finishedAt: null })
    .where(and(eq(jobs.hostId, hostId), eq(jobs.state, 'failed'), notInArray(jobs.kind, mailKinds)))
}
