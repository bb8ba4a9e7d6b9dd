import { text } from '../fields.ts'
import { includesInfo, parseScopes } from './scopes.ts'

/** The id and secret of the client for servers. */
export const CLIENT = 'boomtime-sandbox'

/** The id of the client for browsers. It has no secret, and gets access tokens but no codes. */
const BROWSER_CLIENT = 'boomtime-sandbox-browser'

/** A validated authorization request. */
export interface AuthorizationRequest {
  redirectUri: string
  /** The app's host and port, for display. */
  appHost: string
  scopes: string[]
  responseType: 'code' | 'token'
  state: string | undefined
  nonce: string | undefined
  challenge: string | undefined
  challengeMethod: 'S256' | 'plain'
  offline: boolean
  consent: boolean
  includeGranted: boolean
  loginHint: string
}

/** Parses an authorization request. A string is an error for a page that doesn't redirect. */
export function parseAuthorizationRequest(query: unknown, issuer: string): AuthorizationRequest | string {
  const client = text(query, 'client_id')
  if (client !== CLIENT && client !== BROWSER_CLIENT)
    return `Unknown client_id. The sandbox knows only ${CLIENT} and ${BROWSER_CLIENT}.`
  const redirectUri = text(query, 'redirect_uri') ?? ''
  const redirect = allowedRedirect(redirectUri, issuer)
  if (!redirect) return 'redirect_uri_mismatch: only http addresses on this machine are allowed.'
  const responseType = client === CLIENT ? 'code' : 'token'
  if (text(query, 'response_type') !== responseType)
    return `Only response_type=${responseType} is supported for ${client}.`
  const { known, unknown } = parseScopes(text(query, 'scope') ?? '')
  if (unknown.length > 0) return `invalid_scope: the sandbox does not have ${unknown.join(', ')}.`
  if (responseType === 'code' && !known.includes('openid')) return 'invalid_scope: scope must include openid.'
  const method = text(query, 'code_challenge_method') ?? 'plain'
  if (method !== 'S256' && method !== 'plain') return 'code_challenge_method must be S256.'
  return {
    redirectUri,
    appHost: redirect.host,
    scopes: known,
    responseType,
    state: text(query, 'state'),
    nonce: text(query, 'nonce'),
    challenge: text(query, 'code_challenge'),
    challengeMethod: method,
    offline: text(query, 'access_type') === 'offline',
    consent: (text(query, 'prompt') ?? '').split(' ').includes('consent'),
    includeGranted: text(query, 'include_granted_scopes') === 'true',
    loginHint: text(query, 'login_hint') ?? '',
  }
}

/** The scopes that a posted form grants; all of them if a program posted it without checkboxes. */
export function grantedScopes(requested: string[], granular: boolean, ticked: string[]): string[] {
  if (!granular) return requested
  return requested.filter((scope) => ticked.includes(scope) || scope === 'openid' || isInfo(scope))
}

function isInfo(scope: string): boolean {
  return includesInfo([scope], 'email') || includesInfo([scope], 'profile')
}

function allowedRedirect(address: string, issuer: string): URL | undefined {
  const url = URL.parse(address)
  if (!url || url.hash) return undefined
  const loopback = url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return loopback || url.origin === new URL(issuer).origin ? url : undefined
}
