import { and, eq } from 'drizzle-orm'
import { hashToken } from '../../adapters/hash-token.ts'
import type { Tx } from '../../db/database.ts'
import { lockHost } from '../../db/lock-host.ts'
import { authorizationCodes } from '../../db/tables/access-tokens.ts'
import type { Deps } from '../../adapters/deps.ts'
import { issueToken, removeToken, TOKEN_LIFETIME_MS } from './access-token.ts'

interface TokenRequest {
  code: string
  redirectUri: string
  codeVerifier: string
  userAgent: string | undefined
}

/** A token response (RFC 6749, section 5.1). `expires_in` is in seconds and starts again with each use. */
export interface TokenResponse {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  scope: string
}

/**
 * Exchanges an approved code for a token; null if it is unknown, expired, used, or another client's. A code that comes
 * twice was stolen, so the token that it was first exchanged for ends (RFC 6749, section 4.1.2).
 */
export function exchangeCode(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  request: TokenRequest,
): Promise<TokenResponse | null> {
  return db.transaction(async (tx) => {
    const found = await lockCode(tx, request.code)
    if (!found) return null
    const { hostId, tokenId, scopes } = found
    const isTheirs =
      found.redirectUri === request.redirectUri && found.codeChallenge === hashToken(request.codeVerifier)
    if (tokenId !== null) {
      await removeToken(tx, { hostId, id: tokenId }, now())
      return null
    }
    if (!isTheirs || found.expiresAt <= now()) return null
    const { isClosed } = await lockHost(tx, hostId)
    if (isClosed) return null
    const { id, token } = await issueToken(tx, hostId, { scopes, userAgent: request.userAgent, now: now() })
    await tx.update(authorizationCodes).set({ tokenId: id }).where(whereCode(found))
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIME_MS / 1000,
      scope: scopes.join(' '),
    }
  })
}

async function lockCode(tx: Tx, code: string) {
  const [row] = await tx
    .select()
    .from(authorizationCodes)
    .where(eq(authorizationCodes.codeHash, hashToken(code)))
    .for('update')
  return row
}

const whereCode = ({ hostId, codeHash }: typeof authorizationCodes.$inferSelect) =>
  and(eq(authorizationCodes.hostId, hostId), eq(authorizationCodes.codeHash, codeHash))
