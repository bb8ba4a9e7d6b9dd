import { and, eq, exists, lt, ne, notExists } from 'drizzle-orm'
import { DAY } from '../../availability/units.ts'
import { whereConnection } from '../calendars/calendar-id.ts'
import { giveBack } from '../calendars/connections/give-back.ts'
import { calendarConnections } from '../db/tables/calendars.ts'
import { hosts } from '../db/tables/hosts.ts'
import { jobs } from '../db/tables/jobs.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../adapters/deps.ts'
import { endSubscriptionNow } from '../billing/end-subscription.ts'
import type { JobHandler } from '../jobs/job.ts'
import { restartFailed } from '../jobs/restart-failed.ts'
import { RETURN_WINDOW_MS } from '../hosts/return-window.ts'

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

/**
 * Removes accounts that were closed a week ago, with everything that belongs to them. One whose subscription couldn't
 * be ended yet stays until it is, because nobody else knows what to end.
 */
export async function removeClosedAccounts({ db, now }: Deps): Promise<void> {
  const whereExpired = lt(hosts.deletedAt, now() - RETURN_WINDOW_MS)
  await db.transaction(async (tx) => {
    await tx.delete(hosts).where(and(whereExpired, notExists(pendingEnds(tx))))
    const expired = await tx.select({ id: hosts.id }).from(hosts).where(whereExpired)
    for (const { id } of expired) await retryEnd(tx, id, now())
  })
}

/**
 * Removes an account that can no longer be opened. One whose subscription hasn't ended stays without its sign-in, so
 * that the person can sign up again.
 */
export async function removeOrDetach(tx: Tx, hostId: string, now: number): Promise<void> {
  const whereThis = eq(hosts.id, hostId)
  const kept = await tx
    .update(hosts)
    .set({ googleSub: `closed:${hostId}` })
    .where(and(whereThis, exists(pendingEnds(tx))))
    .returning({ id: hosts.id })
  if (kept.length === 0) await tx.delete(hosts).where(whereThis)
  else await retryEnd(tx, hostId, now)
}

/** The jobs of a row of `hosts` that end its subscription and haven't; none for a host who never bought anything. */
const pendingEnds = (tx: Tx) =>
  tx
    .select({ id: jobs.id })
    .from(jobs)
    .innerJoin(subscriptions, eq(subscriptions.hostId, jobs.hostId))
    .where(and(eq(jobs.hostId, hosts.id), eq(jobs.kind, 'endSubscription'), ne(jobs.state, 'done')))

/** Goes on trying to end a host's subscription. */
async function retryEnd(tx: Tx, hostId: string, now: number): Promise<void> {
  await restartFailed(tx, and(eq(jobs.hostId, hostId), eq(jobs.kind, 'endSubscription')), now)
}
