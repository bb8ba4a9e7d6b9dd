import { and, eq, gt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { HOUR } from '../../availability/units.ts'
import { messages } from '../../contract/errors.ts'
import { scopes } from '../../contract/scopes.ts'
import { sessions } from '../db/tables/sessions.ts'
import { accessTokens } from '../db/tables/access-tokens.ts'
import type { Deps } from '../adapters/deps.ts'
import { AppError } from '../http/errors.ts'
import { isAccessToken, tokenExpiry } from './oauth-clients/access-token.ts'
import type { Caller } from '../http/caller.ts'
import { hashToken } from '../adapters/hash-token.ts'
import { sessionExpiry } from './session-lifetime.ts'

/** A sliding expiry of days doesn't need a write per request, nor does the last use that people see. */
const EXTEND_AFTER_MS = HOUR

/** Throws `authentication_required` without a token, `invalid_token` for one that is unknown, expired or revoked. */
export async function authenticate(deps: Deps, request: FastifyRequest): Promise<Caller> {
  const header = request.headers.authorization
  if (!header) throw new AppError('authentication_required', messages.authenticationRequired)
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
  const caller = token && (await (isAccessToken(token) ? findProgram : findSession)(deps, hashToken(token)))
  if (!caller) throw new AppError('invalid_token', messages.invalidToken)
  return caller
}

async function findSession({ db, now }: Deps, tokenHash: string): Promise<Caller | null> {
  const at = now()
  const [session] = await db
    .select({ hostId: sessions.hostId, createdAt: sessions.createdAt, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, at)))
  if (!session) return null
  const { hostId, createdAt, lastUsedAt } = session
  if (lastUsedAt < at - EXTEND_AFTER_MS) {
    await db
      .update(sessions)
      .set({ lastUsedAt: at, expiresAt: sessionExpiry(createdAt, at) })
      .where(and(eq(sessions.tokenHash, tokenHash), eq(sessions.hostId, hostId)))
  }
  return { kind: 'session', hostId, scopes, tokenHash }
}

async function findProgram({ db, now }: Deps, tokenHash: string): Promise<Caller | null> {
  const at = now()
  const [found] = await db
    .select()
    .from(accessTokens)
    .where(and(eq(accessTokens.tokenHash, tokenHash), gt(accessTokens.expiresAt, at)))
  if (!found) return null
  const { hostId, createdAt, lastUsedAt } = found
  if (lastUsedAt < at - EXTEND_AFTER_MS) {
    await db
      .update(accessTokens)
      .set({ lastUsedAt: at, expiresAt: tokenExpiry(createdAt, at) })
      .where(and(eq(accessTokens.tokenHash, tokenHash), eq(accessTokens.hostId, hostId)))
  }
  return { kind: 'token', hostId, scopes: found.scopes, tokenHash }
}
