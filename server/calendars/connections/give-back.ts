import { and, eq, isNull, not } from 'drizzle-orm'
import { calendarConnections, unusedGrants } from '../../db/tables/calendars.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../adapters/deps.ts'
import { errorSummary } from '../../http/error-summary.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { JobHandler } from '../../jobs/job.ts'
import { whereConnection } from '../calendar-id.ts'

/** Enough for an outage of an hour. */
export const MAX_GIVE_BACK_ATTEMPTS = 12

type Grant = typeof unusedGrants.$inferSelect

/** The other providers know nothing of what we store. */
const isKnownToProvider = ({ provider }: Grant) => provider === 'google'

/**
 * Tells the provider that a grant is no longer needed. Google ends all access to an account at once, so nothing is
 * given back while another connection to it works.
 */
export async function giveBack(
  { db, encryption, googleOidc }: Pick<Deps, 'db' | 'encryption' | 'googleOidc'>,
  grant: Grant,
): Promise<void> {
  if (!isKnownToProvider(grant)) return
  const { provider, account, credential, keyId } = grant
  const whereSameAccount = and(
    eq(calendarConnections.provider, provider),
    eq(calendarConnections.account, account),
    isNull(calendarConnections.brokenAt),
  )
  if ((await db.$count(calendarConnections, and(whereSameAccount, not(whereConnection(grant)!)))) > 0) return
  const refreshToken = encryption.decrypt(credential, keyId)
  if (refreshToken) await googleOidc.revoke(refreshToken)
}

/** Keeps a grant until it has been given back, as that of a connection that is being deleted. */
export async function giveBackLater(tx: Tx, unused: Grant, now: number): Promise<void> {
  const { hostId, id, provider, account, credential, keyId } = unused
  const grant = { hostId, id, provider, account, credential, keyId }
  if (!isKnownToProvider(grant)) return
  await tx.insert(unusedGrants).values(grant)
  await enqueue(tx, 'giveBackGrant', { connectionId: id }, { hostId, now })
}

export const giveBackGrant: JobHandler<'giveBackGrant'> = async (deps, { hostId, payload, attempts }) => {
  const { db, log } = deps
  const whereUnused = and(eq(unusedGrants.hostId, hostId), eq(unusedGrants.id, payload.connectionId))
  const [grant] = await db.select().from(unusedGrants).where(whereUnused)
  if (!grant) return
  try {
    await giveBack(deps, grant)
  } catch (error) {
    if (attempts < MAX_GIVE_BACK_ATTEMPTS) throw error
    log.error({ hostId, reason: errorSummary(error) }, 'a calendar grant couldn’t be given back')
  }
  await db.delete(unusedGrants).where(whereUnused)
}
