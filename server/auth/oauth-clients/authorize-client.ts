import { randomBytes } from 'node:crypto'
import { MINUTE } from '../../../availability/units.ts'
import { authorizationProblem, requestedScopes } from '../../../contract/account/oauth.ts'
import { hashToken } from '../../adapters/hash-token.ts'
import { authorizationCodes } from '../../db/tables/access-tokens.ts'
import type { Handler } from '../../http/endpoint.ts'
import { invalid } from '../../http/errors.ts'

/** Clients exchange a code as soon as they have it. */
const CODE_LIFETIME_MS = MINUTE

/** The host approves a client, which gets a code by the redirect (RFC 6749, section 4.1.2; `iss` is RFC 9207). */
export const authorizeClient: Handler<'authorizeClient'> = async ({
  deps: { db, now, publicUrl },
  caller: { hostId },
  body,
}) => {
  const problem = authorizationProblem(body, publicUrl)
  if (problem !== null) throw invalid({ body: problem })
  const code = randomBytes(32).toString('base64url')
  await db.insert(authorizationCodes).values({
    hostId,
    codeHash: hashToken(code),
    codeChallenge: body.code_challenge,
    redirectUri: body.redirect_uri,
    scopes: requestedScopes(body.scope)!,
    expiresAt: now() + CODE_LIFETIME_MS,
  })
  const answer = new URLSearchParams({ code, state: body.state, iss: publicUrl })
  return { redirectUrl: `${body.redirect_uri}?${answer.toString()}` }
}
