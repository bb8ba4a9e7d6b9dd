import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { removeOrDetach } from '../hosts/remove-closed-accounts.ts'
import { claimShares, lockAddress } from '../hosts/claim-shares.ts'
import { canReturn } from '../hosts/return-window.ts'
import { recordActivity } from '../hosts/record-activity.ts'
import type { Deps } from '../adapters/deps.ts'
import { saveConnection } from '../calendars/connections/save-connection.ts'
import { hosts, hostSettings } from '../db/tables/hosts.ts'
import type { Tx } from '../db/database.ts'
import { createFirstEvent } from '../events/create-first-event.ts'
import type { Handler } from '../http/endpoint.ts'
import { updatePhoto } from '../photos/update-photo.ts'
import { exchangeAttempt } from '../google-consent/exchange-attempt.ts'
import type { GoogleGrant, GoogleProfile } from '../adapters/google-oidc.ts'
import { startSession } from './start-session.ts'
import { readUser } from './get-user.ts'

export const signIn: Handler<'signIn'> = async ({ deps, body, request }) => {
  const { db, now } = deps
  const grant = await exchangeAttempt(deps, { ...body, hostId: null })
  const sessionToken = randomBytes(32).toString('base64url')
  const { email, emailVerified } = grant.profile
  const { hostId, isRestored } = await db.transaction(async (tx) => {
    // Before any account, because claiming locks others with the same address.
    if (emailVerified) await lockAddress(tx, email)
    const wasClosed = await reopenAccount(tx, grant.profile.sub, now())
    const { id, isNew } = await saveHost(tx, grant.profile, now())
    if (emailVerified) await claimShares(tx, id, email)
    await saveGrant(tx, deps, id, grant)
    await updatePhoto(tx, id, now())
    if (isNew && body.timezone !== undefined) await startIn(tx, id, body.timezone, now())
    if (wasClosed) await recordActivity(tx, id, { kind: 'account_reopened', details: {} }, now())
    await startSession(tx, id, { sessionToken, userAgent: request.headers['user-agent'], now: now() })
    return { hostId: id, isRestored: wasClosed }
  })
  deps.wake()
  return { sessionToken, user: await readUser(deps, hostId), isRestored }
}

/** A new host's time zone is that of the device that they signed in with. */
async function startIn(tx: Tx, hostId: string, timezone: string, now: number) {
  await tx.insert(hostSettings).values({ hostId, timezone, updatedAt: now })
  await createFirstEvent(tx, hostId, timezone, now)
}

/**
 * Whether the account was closed and is open again. One that can no longer return is removed, and the next one is new.
 */
async function reopenAccount(tx: Tx, googleSub: string, now: number): Promise<boolean> {
  const whereTheirs = eq(hosts.googleSub, googleSub)
  // Waits for a deletion that is under way, which would otherwise close the account after this sign-in.
  const [host] = await tx.select().from(hosts).where(whereTheirs).for('no key update')
  if (!host || host.deletedAt === null) return false
  if (canReturn(host.deletedAt, now)) {
    await tx.update(hosts).set({ deletedAt: null }).where(whereTheirs)
    return true
  }
  await removeOrDetach(tx, host.id, now)
  return false
}

/** Google's `sub` identifies the person; name and email can change. */
async function saveHost(tx: Tx, { sub, ...called }: GoogleProfile, at: number) {
  const [host] = await tx
    .insert(hosts)
    .values({ id: randomUUID(), googleSub: sub, ...called, createdAt: at })
    .onConflictDoUpdate({ target: hosts.googleSub, set: called })
    // A row that an insert made has no earlier version.
    .returning({ id: hosts.id, isNew: sql<boolean>`(xmax = 0)` })
  return host!
}

async function saveGrant(tx: Tx, deps: Deps, hostId: string, grant: GoogleGrant): Promise<void> {
  const { profile, refreshToken, scopes } = grant
  // An earlier refresh token and its scopes stay in use. A host who has none is asked to connect the calendar.
  if (!refreshToken) return
  const account = {
    hostId,
    id: hostId,
    provider: 'google' as const,
    account: profile.sub,
    name: profile.email,
    grantedScopes: scopes,
    reviewedAt: deps.now(),
  }
  await saveConnection(tx, deps, account, refreshToken)
}
