import { randomBytes } from 'node:crypto'
import { lt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { signInAttempts } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import type { Handler } from '../endpoint.ts'
import { AppError, googleUnreachable } from '../errors.ts'
import { authenticate } from './authenticate.ts'
import { readUser } from './get-user.ts'
import { hashToken } from './hash-token.ts'

const ATTEMPT_MS = 10 * 60_000

const random = () => randomBytes(32).toString('base64url')

export const getStateToken: Handler<'getStateToken'> = async ({ deps, request }) =>
  startAttempt(deps, { prompt: (await needsConsent(deps, request)) ? 'consent' : null, hostId: null })

interface NewAttempt {
  /** What Google asks even those who have consented (OpenID Connect); null: nothing. */
  prompt: string | null
  /** Who adds an account; null if somebody signs in. */
  hostId: string | null
}

export async function startAttempt({ db, googleOidc, now }: Deps, { prompt, hostId }: NewAttempt) {
  const state = random()
  const attempt = { codeVerifier: random(), nonce: random() }
  const authorizationUrl = await googleOidc
    .authorizationUrl({ state, ...attempt, prompt })
    .catch((cause: unknown) => {
      throw googleUnreachable(cause)
    })
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, now()))
  await db
    .insert(signInAttempts)
    .values({ stateHash: hashToken(state), ...attempt, hostId, expiresAt: now() + ATTEMPT_MS })
  return { stateToken: state, authorizationUrl }
}

/**
 * Google returns a refresh token when somebody consents, which it asks for at the first sign-in and after a revocation. A
 * host whose connection doesn't work is asked again. Anyone else who has consented only signs in.
 */
async function needsConsent(deps: Deps, request: FastifyRequest): Promise<boolean> {
  if (!request.headers.authorization) return false
  const caller = await authenticate(deps, request).catch((error: unknown) => {
    // An expired session is what people sign in after.
    if (error instanceof AppError && error.code === 'invalid_token') return null
    throw error
  })
  if (!caller) return false
  const { calendarConnection } = await readUser(deps, caller.hostId)
  return calendarConnection !== 'connected'
}
