import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CLIENT } from './authorization-request.ts'
import { answerCall } from '../call.ts'
import { OAuthError } from '../errors.ts'
import type { Fault } from '../faults.ts'
import { text } from '../fields.ts'
import {
  ACCESS_TOKEN_LIFE,
  findToken,
  issueAccessToken,
  issueRefreshToken,
  redeemCode,
  revokeBrowserGrant,
  revokeGrant,
} from './grants.ts'
import type { CodeContents, Token } from './grants.ts'
import { personClaims } from './identity.ts'
import type { Sandbox } from '../sandbox.ts'

/** The token and revocation endpoints. */
export function tokenRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { db, now } = sandbox

  app.post('/token', (request, reply) => {
    const refreshToken = text(request.body, 'refresh_token')
    const owner = refreshToken ? findToken(db, now(), 'refresh', refreshToken) : undefined
    const refresh = text(request.body, 'grant_type') === 'refresh_token'
    return answerCall(sandbox, request, reply, {
      entry: { method: 'token', ...(owner ? { email: owner.email } : {}) },
      target: { method: 'token', email: owner?.email, refresh },
      refuse: (fault) => {
        if (fault.kind === 'invalid_grant' && fault.revoke && owner) revokeGrant(db, owner.email)
        return faultError(fault)
      },
      run: () => {
        authenticateClient(request)
        return refresh ? refreshGrant(sandbox, owner) : codeGrant(sandbox, request.body)
      },
    })
  })

  app.post('/revoke', (request, reply) => {
    const token = text(request.body, 'token') ?? text(request.query, 'token') ?? ''
    const owner = findToken(db, now(), 'refresh', token) ?? findToken(db, now(), 'access', token)
    // Pages of other origins may send this, but can't read the answer.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return answerCall(sandbox, request, reply, {
      entry: { method: 'revoke', ...(owner ? { email: owner.email } : {}) },
      target: { method: 'revoke', email: owner?.email },
      refuse: faultError,
      run: () => {
        if (!owner) throw new OAuthError(400, 'invalid_token', 'Token expired or revoked')
        const revoke = owner.isBrowser ? revokeBrowserGrant : revokeGrant
        revoke(db, owner.email)
        return {}
      },
    })
  })
}

function faultError(fault: Fault): OAuthError {
  if (fault.kind === 'invalid_grant') return invalidGrant('Token has been expired or revoked.')
  if (fault.status === 429) return new OAuthError(429, 'rate_limit_exceeded', 'Rate Limit Exceeded')
  return new OAuthError(
    fault.status,
    fault.status < 500 ? 'invalid_request' : 'internal_failure',
    'Backend Error',
  )
}

function invalidGrant(description: string): OAuthError {
  return new OAuthError(400, 'invalid_grant', description)
}

/** client_secret_basic or client_secret_post. */
function authenticateClient(request: FastifyRequest): void {
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ')
  const given =
    scheme?.toLowerCase() === 'basic'
      ? Buffer.from(encoded, 'base64').toString().split(':').map(formDecode)
      : [text(request.body, 'client_id'), text(request.body, 'client_secret')]
  if (given[0] !== CLIENT) throw new OAuthError(401, 'invalid_client', 'The OAuth client was not found.')
  if (given[1] !== CLIENT) throw new OAuthError(401, 'invalid_client', 'Unauthorized')
}

function formDecode(part: string): string {
  return new URLSearchParams(`part=${part}`).get('part') ?? ''
}

async function codeGrant(sandbox: Sandbox, body: unknown): Promise<unknown> {
  const grantType = text(body, 'grant_type')
  if (grantType !== 'authorization_code') {
    throw new OAuthError(400, 'unsupported_grant_type', `Invalid grant_type: ${grantType ?? ''}`)
  }
  const code = redeemCode(sandbox.db, sandbox.now(), text(body, 'code') ?? '')
  if (!code) throw invalidGrant('Malformed auth code.')
  if (text(body, 'redirect_uri') !== code.redirectUri) {
    throw new OAuthError(400, 'redirect_uri_mismatch', 'Bad Request')
  }
  if (!verifies(code, text(body, 'code_verifier'))) throw invalidGrant('Invalid code verifier.')
  const tokens = await issueTokens(sandbox, code, code.nonce)
  return code.refreshToken ? { ...tokens, refresh_token: issueRefreshToken(sandbox.db, code) } : tokens
}

async function refreshGrant(sandbox: Sandbox, token: Token | undefined): Promise<unknown> {
  if (!token) throw invalidGrant('Token has been expired or revoked.')
  return issueTokens(sandbox, token, undefined)
}

async function issueTokens(
  sandbox: Sandbox,
  token: Token,
  nonce: string | undefined,
): Promise<Record<string, unknown>> {
  const seconds = Math.floor(sandbox.now() / 1000)
  return {
    access_token: issueAccessToken(sandbox.db, sandbox.now(), token),
    expires_in: ACCESS_TOKEN_LIFE / 1000,
    scope: token.scopes.join(' '),
    token_type: 'Bearer',
    id_token: await sandbox.key.sign({
      iss: sandbox.issuer(),
      azp: CLIENT,
      aud: CLIENT,
      ...personClaims(sandbox, token),
      ...(nonce === undefined ? {} : { nonce }),
      iat: seconds,
      exp: seconds + 3600,
    }),
  }
}

function verifies(code: CodeContents, verifier: string | undefined): boolean {
  if (code.challenge === undefined) return true
  if (verifier === undefined) return false
  const made =
    code.challengeMethod === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return made === code.challenge
}
