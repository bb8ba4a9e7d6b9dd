import { and, eq } from 'drizzle-orm'
import { DAY } from '../../availability/units.ts'
import { whereConnection } from '../calendars/calendar-id.ts'
import { giveBack } from '../calendars/connections/give-back.ts'
import { calendarConnections } from '../db/tables/calendars.ts'
import { hosts } from '../db/tables/hosts.ts'
import { jobs } from '../db/tables/jobs.ts'
import type { Deps } from '../adapters/deps.ts'
import { endSubscriptionNow } from '../billing/end-subscription.ts'
import type { JobHandler } from '../jobs/job.ts'

/** How long the grant is kept for jobs that still need it. */
const MAX_GRANT_MS = DAY

/** Whether the account is still closed, and hasn't been opened and closed again since. */
async function isStillClosed({ db }: Deps, hostId: string, deletedAt: number): Promise<boolean> {
  const [host] = await db.select({ deletedAt: hosts.deletedAt }).from(hosts).where(eq(hosts.id, hostId))
  return host?.deletedAt === deletedAt
}

/** Nobody pays for a closed account. */
export const endSubscription: JobHandler<'endSubscription'> = async (deps, { hostId, payload }) => {
  if (await isStillClosed(deps, hostId, payload.deletedAt)) await endSubscriptionNow(deps, hostId)
}

/** Gives access to the host's calendars back, once the entries of canceled bookings are gone or a day has passed. */
export const revokeGrant: JobHandler<'revokeGrant'> = async (deps, { hostId, payload, createdAt }) => {
  const { db, encryption, now } = deps
  if (!(await isStillClosed(deps, hostId, payload.deletedAt))) return
  const pending = await db.$count(
    jobs,
    and(eq(jobs.hostId, hostId), eq(jobs.kind, 'syncCalendarEntry'), eq(jobs.state, 'queued')),
  )
  if (pending > 0 && now() < createdAt + MAX_GRANT_MS) {
    throw new Error(`${pending} calendar entries still have to be removed`)
  }
  const connections = await db
    .select()
    .from(calendarConnections)
    .where(eq(calendarConnections.hostId, hostId))
  for (const connection of connections) {
    await giveBack(deps, connection)
    const whereUnchanged = and(
      whereConnection(connection),
      eq(calendarConnections.credential, connection.credential),
    )
    // Signing in connects its own account again. What the others block has to stay known until they are reconnected.
    if (connection.id === hostId) await db.delete(calendarConnections).where(whereUnchanged)
    else {
      const nothing = { credential: encryption.encrypt(''), keyId: encryption.keyId }
      const broken = { brokenAt: connection.brokenAt ?? now(), brokenReason: null }
      await db
        .update(calendarConnections)
        .set({ ...nothing, ...broken })
        .where(whereUnchanged)
    }
  }
}
