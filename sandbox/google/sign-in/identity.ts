import type { FastifyInstance } from 'fastify'
import { bearerToken } from '../call.ts'
import type { Token } from './grants.ts'
import { findToken } from './grants.ts'
import { personFor } from '../people.ts'
import type { Sandbox } from '../sandbox.ts'
import { drawPicture } from './picture.ts'
import { includesInfo } from './scopes.ts'

/** OpenID discovery, keys, userinfo and profile pictures. */
export function identityRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/.well-known/openid-configuration', () => discovery(sandbox.issuer()))
  app.get('/oauth2/v3/certs', () => ({ keys: [sandbox.key.publicJwk] }))

  app.get('/openidconnect/v1/userinfo', (request, reply) => {
    const token = findToken(sandbox.db, sandbox.now(), 'access', bearerToken(request))
    if (token) return personClaims(sandbox, token)
    return reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"').send({
      error: 'invalid_request',
      error_description: 'Invalid Credentials',
    })
  })

  app.get<{ Params: { sub: string } }>('/picture/:sub', (request, reply) =>
    reply
      .type('image/png')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(drawPicture(request.params.sub)),
  )
}

/** The claims about a person that the granted scopes allow. */
export function personClaims(sandbox: Sandbox, token: Token): { sub: string; [claim: string]: unknown } {
  const { sub, email, name } = personFor(sandbox.db, token.email)
  const [given, ...rest] = name.split(' ')
  const profile = {
    name,
    given_name: given,
    ...(rest.length > 0 ? { family_name: rest.join(' ') } : {}),
    picture: `${sandbox.issuer()}/picture/${sub}`,
  }
  return {
    sub,
    ...(includesInfo(token.scopes, 'email') ? { email, email_verified: true } : {}),
    ...(includesInfo(token.scopes, 'profile') ? profile : {}),
  }
}

function discovery(issuer: string): unknown {
  return {
    issuer,
    authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/openidconnect/v1/userinfo`,
    revocation_endpoint: `${issuer}/revoke`,
    jwks_uri: `${issuer}/oauth2/v3/certs`,
    response_types_supported: ['code', 'token'],
    response_modes_supported: ['query', 'fragment'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    claims_supported: 'aud email email_verified exp family_name given_name iat iss name picture sub'.split(
      ' ',
    ),
    code_challenge_methods_supported: ['plain', 'S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
  }
}
