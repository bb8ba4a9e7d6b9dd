import { and, eq, gt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { messages } from '../../contract/errors.ts'
import { scopes } from '../../contract/scopes.ts'
import { sessions } from '../db/account-schema.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Caller } from './caller.ts'
import { hashToken } from './hash-token.ts'
import { sessionExpiry } from './session-lifetime.ts'

/** A sliding expiry of days doesn't need a write per request, nor does the last use that people see. */
const EXTEND_AFTER_MS = 3_600_000

/** Throws `authentication_required` without a token, `invalid_token` for one that is unknown, expired or revoked. */
export async function authenticate({ db, now }: Deps, request: FastifyRequest): Promise<Caller> {
  const header = request.headers.authorization
  if (!header) throw new AppError('authentication_required', messages.authenticationRequired)
  const token = /^Bearer (\S+)$/i.exec(header)?.[1]
  if (!token) throw new AppError('invalid_token', messages.invalidToken)
  const tokenHash = hashToken(token)
  const at = now()
  const [session] = await db
    .select({ hostId: sessions.hostId, createdAt: sessions.createdAt, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, at)))
  if (!session) throw new AppError('invalid_token', messages.invalidToken)
  const { hostId, createdAt, lastUsedAt } = session
  if (lastUsedAt < at - EXTEND_AFTER_MS) {
    await db
      .update(sessions)
      .set({ lastUsedAt: at, expiresAt: sessionExpiry(createdAt, at) })
      .where(and(eq(sessions.tokenHash, tokenHash), eq(sessions.hostId, hostId)))
  }
  return { kind: 'session', hostId, scopes, tokenHash }
}
