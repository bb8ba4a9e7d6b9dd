import type { FastifyInstance } from 'fastify'
import { bearerToken } from '../call.ts'
import type { Token } from './grants.ts'
import { findToken } from './grants.ts'
import { html } from '../../html.ts'
import { personFor } from '../people.ts'
import type { Sandbox } from '../sandbox.ts'
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

  app.get<{ Params: { picture: string } }>('/picture/:picture', (request, reply) => {
    const hue = Number(request.params.picture.slice(1, 8).replace(/\D/g, '')) % 360
    const picture = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">
      <rect width="96" height="96" fill="hsl(${hue} 45% 40%)" />
      <circle cx="48" cy="38" r="17" fill="#fff" />
      <path d="M14 92a34 30 0 0 1 68 0z" fill="#fff" />
    </svg>`
    return reply
      .type('image/svg+xml')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(picture.html)
  })
}

/** The claims about a person that the granted scopes allow. */
export function personClaims(sandbox: Sandbox, token: Token): { sub: string; [claim: string]: unknown } {
  const { sub, email, name } = personFor(sandbox.db, token.email)
  const [given, ...rest] = name.split(' ')
  const profile = {
    name,
    given_name: given,
    ...(rest.length > 0 ? { family_name: rest.join(' ') } : {}),
    picture: `${sandbox.issuer()}/picture/${sub}.svg`,
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
