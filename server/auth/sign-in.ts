import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { messages } from '../../contract/errors.ts'
import { claimShares } from '../account/claim-shares.ts'
import { canReturn } from '../account/closed-account.ts'
import { recordActivity } from '../account/record-activity.ts'
import type { Deps } from '../deps.ts'
import { resumeAfterReconnect } from '../calendars/connection.ts'
import { googleConnections, hosts, signInAttempts } from '../db/schema.ts'
import type { Tx } from '../db/database.ts'
import type { Handler } from '../endpoint.ts'
import { AppError, googleUnreachable } from '../errors.ts'
import type { GoogleGrant, GoogleProfile } from './google-oidc.ts'
import { hashToken } from './hash-token.ts'
import { startSession } from './start-session.ts'
import { readUser } from './get-user.ts'

export const signIn: Handler<'signIn'> = async ({ deps, body, request }) => {
  const { db, googleOidc, now } = deps
  // Deleted and read in one statement, so that only one of two requests with the same state finds it.
  const [attempt] = await db
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.stateHash, hashToken(body.stateToken)), gt(signInAttempts.expiresAt, now())))
    .returning()
  if (!attempt) throw new AppError('invalid_state_token', messages.invalidStateToken)
  const grant = await googleOidc
    .exchangeCode({ code: body.code, state: body.stateToken, ...attempt })
    .catch((error: unknown) => {
      throw refusal(error)
    })

  const sessionToken = randomBytes(32).toString('base64url')
  const { hostId, isRestored } = await db.transaction(async (tx) => {
    const wasClosed = await reopenAccount(tx, grant.profile.sub, now())
    const id = await saveHost(tx, grant.profile, now())
    if (grant.profile.emailVerified) await claimShares(tx, id, grant.profile.email)
    await saveConnection(tx, deps, id, grant)
    if (wasClosed) await recordActivity(tx, id, { kind: 'account_reopened', details: {} }, now())
    await startSession(tx, id, { sessionToken, userAgent: request.headers['user-agent'], now: now() })
    return { hostId: id, isRestored: wasClosed }
  })
  deps.wake()
  return { sessionToken, user: await readUser(deps, hostId), isRestored }
}

/** Whether the account was closed and is open again. One that can no longer return is removed, and the next one is new. */
async function reopenAccount(tx: Tx, googleSub: string, now: number): Promise<boolean> {
  const isTheirs = eq(hosts.googleSub, googleSub)
  // Waits for a deletion that is under way, which would otherwise close the account after this sign-in.
  const [host] = await tx.select().from(hosts).where(isTheirs).for('no key update')
  if (!host || host.deletedAt === null) return false
  if (canReturn(host.deletedAt, now)) {
    await tx.update(hosts).set({ deletedAt: null }).where(isTheirs)
    return true
  }
  await tx.delete(hosts).where(isTheirs)
  return false
}

/** Google's `sub` identifies the person; name and email can change. */
async function saveHost(tx: Tx, { sub, ...called }: GoogleProfile, at: number): Promise<string> {
  const [host] = await tx
    .insert(hosts)
    .values({ id: randomUUID(), googleSub: sub, ...called, createdAt: at })
    .onConflictDoUpdate({ target: hosts.googleSub, set: called })
    .returning({ id: hosts.id })
  return host!.id
}

async function saveConnection(tx: Tx, { encryption, now }: Deps, hostId: string, grant: GoogleGrant) {
  // They had already consented: the earlier refresh token and its scopes stay in use. If there is none, they see Reconnect.
  if (!grant.refreshToken) return
  const connection = {
    grantedScopes: grant.scopes,
    updatedAt: now(),
    refreshToken: encryption.encrypt(grant.refreshToken),
    keyId: encryption.keyId,
    brokenAt: null,
    brokenReason: null,
  }
  await tx
    .insert(googleConnections)
    .values({ hostId, ...connection })
    .onConflictDoUpdate({ target: googleConnections.hostId, set: connection })
  await resumeAfterReconnect(tx, hostId, now())
}

function refusal(error: unknown): AppError {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    // `error` itself is a code for programs.
    const reason = error.error_description ?? 'please try again.'
    return new AppError('sign_in_refused', `Google refused the sign-in: ${reason}`, { cause: error })
  }
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && /^OAUTH_(INVALID|JWT|RESPONSE_IS_NOT)/.test(code)) {
    return new AppError('sign_in_refused', 'We couldn’t verify your Google sign-in. Please try again.', {
      cause: error,
    })
  }
  return googleUnreachable(error)
}
