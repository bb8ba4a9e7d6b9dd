import { lt } from 'drizzle-orm'
import type { Deps } from '../adapters/deps.ts'
import { sessions } from '../db/tables/sessions.ts'
import { signInAttempts } from '../db/tables/sign-in-attempts.ts'
import { accessTokens, authorizationCodes } from '../db/tables/access-tokens.ts'

export async function removeExpiredSessions({ db, now }: Deps): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now()))
  await db.delete(accessTokens).where(lt(accessTokens.expiresAt, now()))
  await db.delete(authorizationCodes).where(lt(authorizationCodes.expiresAt, now()))
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, now()))
}
