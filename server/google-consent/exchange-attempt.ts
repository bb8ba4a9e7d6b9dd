import { and, eq, gt, isNull } from 'drizzle-orm'
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { messages } from '../../contract/errors.ts'
import { signInAttempts } from '../db/tables/sign-in-attempts.ts'
import type { Deps } from '../adapters/deps.ts'
import { AppError, googleUnreachable } from '../http/errors.ts'
import type { GoogleGrant } from '../adapters/google-oidc.ts'
import { hashToken } from '../adapters/hash-token.ts'

interface Callback {
  code: string
  stateToken: string
  /** Who adds an account; null if somebody signs in. Must be who started. */
  hostId: string | null
}

/** What Google grants for a code. Throws `invalid_state_token`, or `sign_in_refused` with Google's reason. */
export async function exchangeAttempt(
  { db, googleOidc, now }: Deps,
  { code, stateToken, hostId }: Callback,
): Promise<GoogleGrant> {
  const whereTheirs = hostId === null ? isNull(signInAttempts.hostId) : eq(signInAttempts.hostId, hostId)
  const whereValid = and(
    eq(signInAttempts.stateHash, hashToken(stateToken)),
    gt(signInAttempts.expiresAt, now()),
    whereTheirs,
  )
  // Deleted and read in one statement, so that only one of two requests with the same state finds it.
  const [attempt] = await db.delete(signInAttempts).where(whereValid).returning()
  if (!attempt) throw new AppError('invalid_state_token', messages.invalidStateToken)
  return googleOidc.exchangeCode({ code, state: stateToken, ...attempt }).catch((error: unknown) => {
    throw refusal(error)
  })
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
