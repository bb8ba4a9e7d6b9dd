import { and, eq, exists, lt, ne, notExists } from 'drizzle-orm'
import type { Deps } from '../adapters/deps.ts'
import type { Tx } from '../db/database.ts'
import { hosts } from '../db/tables/hosts.ts'
import { jobs } from '../db/tables/jobs.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'
import { restartFailed } from '../jobs/restart-failed.ts'
import { RETURN_WINDOW_MS } from './return-window.ts'

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
 * Removes an account that can't be opened anymore. One whose subscription hasn't ended stays without its sign-in, so
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
