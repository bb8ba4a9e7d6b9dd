import { randomBytes } from 'node:crypto'
import { lt } from 'drizzle-orm'
import { signInAttempts } from '../db/schema.ts'
import type { Handler } from '../endpoint.ts'
import { googleUnreachable } from '../errors.ts'
import { hashToken } from './hash-token.ts'

const ATTEMPT_MS = 10 * 60_000

const random = () => randomBytes(32).toString('base64url')

export const getStateToken: Handler<'getStateToken'> = async ({ deps: { db, googleOidc, now } }) => {
  const state = random()
  const attempt = { codeVerifier: random(), nonce: random() }
  const authorizationUrl = await googleOidc
    .authorizationUrl({ state, ...attempt })
    .catch((cause: unknown) => {
      throw googleUnreachable(cause)
    })
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, now()))
  await db
    .insert(signInAttempts)
    .values({ stateHash: hashToken(state), ...attempt, expiresAt: now() + ATTEMPT_MS })
  return { stateToken: state, authorizationUrl }
}
