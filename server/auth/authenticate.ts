import { createHash } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { messages } from '../../contract/errors.ts'
import type { Deps } from '../app.ts'
import { hosts, sessions } from '../db/schema.ts'
import { AppError } from '../errors.ts'

const HOUR = 3_600_000
/** A session ends this long after it was last used. */
export const SESSION_MS = 30 * 24 * HOUR

export interface Host {
  id: string
  email: string
  name: string
  tokenHash: string
}

/** Tokens are kept as hashes, so that a copy of the database opens no session. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Throws `authentication_required` without a token, `invalid_token` for one that is unknown, expired or revoked. */
export async function authenticate({ db, now }: Deps, request: FastifyRequest): Promise<Host> {
  const header = request.headers.authorization
  if (!header) throw new AppError('authentication_required', messages.authenticationRequired)
  const token = /^Bearer (\S+)$/i.exec(header)?.[1]
  if (!token) throw new AppError('invalid_token', messages.invalidToken)
  const tokenHash = hashToken(token)
  const at = now()
  const [found] = await db
    .select({ id: hosts.id, email: hosts.email, name: hosts.name, expiresAt: sessions.expiresAt })
    .from(sessions)
    .innerJoin(hosts, eq(hosts.id, sessions.hostId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, at)))
  if (!found) throw new AppError('invalid_token', messages.invalidToken)
  const { expiresAt, ...host } = found
  // Once an hour is enough for a session that slides by days.
  if (expiresAt < at + SESSION_MS - HOUR) {
    await db
      .update(sessions)
      .set({ expiresAt: at + SESSION_MS })
      .where(and(eq(sessions.tokenHash, tokenHash), eq(sessions.hostId, host.id)))
  }
  return { ...host, tokenHash }
}
