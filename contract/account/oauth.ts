import { paths } from '../pages/pages.ts'
import { product } from '../product.ts'
import { type Scope, scopes } from '../scopes.ts'

/** The browser extension as an OAuth client. It can't keep a secret, so it proves itself by PKCE alone (RFC 7636). */
export const extensionClient = { id: 'boomtime-extension', name: `the ${product.name} extension` } as const

/** What programs find below the origin (RFC 8414, 6749, 7009). */
export const oauthPaths = {
  metadata: '/.well-known/oauth-authorization-server',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
} as const

/** Where the extension waits for the answer. It is ours, so that a code never leaves for another site. */
export const extensionRedirectUri = (origin: string) => origin + paths.extensionConnected

/** What a client asks for, as in the query of the authorization page (RFC 6749, section 4.1.1). */
export type AuthorizationRequest = Record<(typeof authorizationParameters)[number], string>
export const authorizationParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'state',
  'scope',
] as const

/** Base64url of a SHA-256 digest. */
const CHALLENGE = /^[\w-]{43}$/
const MAX_STATE_LENGTH = 512

/** Why a request can't be approved, in words; null if it can. */
export function authorizationProblem(request: Partial<AuthorizationRequest>, origin: string): string | null {
  if (request.client_id !== extensionClient.id) return 'This link is for an app we don’t recognize.'
  const isValid =
    request.redirect_uri === extensionRedirectUri(origin) &&
    request.response_type === 'code' &&
    request.code_challenge_method === 'S256' &&
    CHALLENGE.test(request.code_challenge ?? '') &&
    request.state !== undefined &&
    request.state !== '' &&
    request.state.length <= MAX_STATE_LENGTH &&
    requestedScopes(request.scope) !== null
  return isValid ? null : 'This link is incomplete. Start again in the extension.'
}

/** The scopes that a request names, separated by spaces; null if there are none or unknown ones. */
export function requestedScopes(text = ''): Scope[] | null {
  const names = new Set(text.split(' ').filter(Boolean))
  const known = scopes.filter((scope) => names.has(scope))
  return known.length > 0 && known.length === names.size ? known : null
}
