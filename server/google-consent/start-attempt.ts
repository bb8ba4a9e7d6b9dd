import { randomBytes } from 'node:crypto'
import { lt } from 'drizzle-orm'
import { MINUTE } from '../../availability/units.ts'
import { signInAttempts } from '../db/tables/sign-in-attempts.ts'
import type { Deps } from '../adapters/deps.ts'
import { googleUnreachable } from '../http/errors.ts'
import { hashToken } from '../adapters/hash-token.ts'

const ATTEMPT_MS = 10 * MINUTE

const random = () => randomBytes(32).toString('base64url')

interface NewAttempt {
  /** What Google asks even those who have consented (OpenID Connect). */
  prompt: string
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
