import { text } from '../fields.ts'
import { includesInfo, parseScopes } from './scopes.ts'

/** The client id, and the client secret, of the only app the sandbox knows. */
export const CLIENT = 'boomtime-sandbox'

/** A checked authorization request. */
export interface AuthorizationRequest {
  redirectUri: string
  /** Host and port of the app, for people to read. */
  appHost: string
  scopes: string[]
  state: string | undefined
  nonce: string | undefined
  challenge: string | undefined
  challengeMethod: 'S256' | 'plain'
  offline: boolean
  consent: boolean
  includeGranted: boolean
  loginHint: string
}

/** Reads an authorization request; a text says why it is refused, for a page that redirects nowhere. */
export function parseAuthorizationRequest(query: unknown, issuer: string): AuthorizationRequest | string {
  if (text(query, 'client_id') !== CLIENT) return `Unknown client_id. The sandbox knows only ${CLIENT}.`
  const redirectUri = text(query, 'redirect_uri') ?? ''
  const redirect = allowedRedirect(redirectUri, issuer)
  if (!redirect) return 'redirect_uri_mismatch: only http addresses on this machine are allowed.'
  if (text(query, 'response_type') !== 'code') return 'Only response_type=code is supported.'
  const { known, unknown } = parseScopes(text(query, 'scope') ?? '')
  if (unknown.length > 0) return `invalid_scope: the sandbox does not have ${unknown.join(', ')}.`
  if (!known.includes('openid')) return 'invalid_scope: scope must include openid.'
  const method = text(query, 'code_challenge_method') ?? 'plain'
  if (method !== 'S256' && method !== 'plain') return 'code_challenge_method must be S256.'
  return {
    redirectUri,
    appHost: redirect.host,
    scopes: known,
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

/** The scopes a posted form grants: all of them when it comes from a program that has no boxes to tick. */
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
