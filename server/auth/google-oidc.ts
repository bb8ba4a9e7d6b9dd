import { calendar_v3 } from '@googleapis/calendar'
import { OAuth2Client } from 'google-auth-library'
import * as openid from 'openid-client'
import { googleScopes } from '../../contract/user.ts'
import type { Config } from '../config.ts'

/** What Google says of a person who has signed in. */
export interface GoogleProfile {
  sub: string
  email: string
  /** Whether Google has made sure that the address is theirs. */
  emailVerified: boolean
  name: string
  firstName: string
  lastName: string
  pictureUrl: string | null
}

export interface GoogleGrant {
  profile: GoogleProfile
  /** Null where Google gave none: the person had consented before and was not asked again. */
  refreshToken: string | null
  scopes: string[]
}

export interface Google {
  authorizationUrl(attempt: { state: string; nonce: string; codeVerifier: string }): Promise<string>
  /** Throws openid-client's errors: ResponseBodyError or AuthorizationResponseError where Google refuses. */
  exchangeCode(attempt: {
    code: string
    state: string
    nonce: string
    codeVerifier: string
  }): Promise<GoogleGrant>
  /** The official client of the Calendar API, acting for the account behind a refresh token. */
  calendarApi(refreshToken: string): Promise<calendar_v3.Calendar>
  /** Goes along with each call of it: where the interface lies, and how long an answer may take. */
  callOptions: { rootUrl: string; timeout: number }
}

const CACHED_CLIENTS = 1000
/** Well below what a shutdown waits for. */
const TIMEOUT_MS = 9000

export function createGoogle(config: Config['google'], publicUrl: string): Google {
  const redirectUri = `${publicUrl}/auth/callback`
  let discovered: Promise<openid.Configuration> | null = null

  const provider = () => {
    discovered ??= discover(config).catch((error: unknown) => {
      discovered = null
      throw error
    })
    return discovered
  }

  // Holds the access tokens: one client for each account, the longest unused dropped first.
  const clients = new Map<string, calendar_v3.Calendar>()

  return {
    // Given with each call: as an option of the client it would lose its path.
    callOptions: { rootUrl: config.apiRoot, timeout: TIMEOUT_MS },

    async authorizationUrl({ state, nonce, codeVerifier }) {
      const url = openid.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: googleScopes.join(' '),
        access_type: 'offline',
        prompt: 'consent',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },

    async exchangeCode({ code, state, nonce, codeVerifier }) {
      const callback = new URL(redirectUri)
      callback.search = new URLSearchParams({ code, state }).toString()
      const tokens = await openid.authorizationCodeGrant(await provider(), callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      return {
        profile: profileOf(tokens.claims() ?? {}),
        refreshToken: tokens.refresh_token ?? null,
        scopes: (tokens.scope ?? '').split(' ').filter(Boolean),
      }
    },

    async calendarApi(refreshToken) {
      const cached = clients.get(refreshToken)
      if (cached) {
        clients.delete(refreshToken)
        clients.set(refreshToken, cached)
        return cached
      }
      const tokenEndpoint = (await provider()).serverMetadata().token_endpoint
      const auth = new OAuth2Client({
        clientId: config.clientId,
        clientSecret: config.clientSecret,
        transporterOptions: { timeout: TIMEOUT_MS },
        // A grant taken back shows as a refused access token; only refreshing tells it from an outdated one.
        forceRefreshOnFailure: true,
        ...(tokenEndpoint && { endpoints: { oauth2TokenUrl: tokenEndpoint } }),
      })
      auth.setCredentials({ refresh_token: refreshToken })
      const client = new calendar_v3.Calendar({ auth, retry: false })
      clients.set(refreshToken, client)
      const oldest = clients.keys().next().value
      if (clients.size > CACHED_CLIENTS && oldest !== undefined) clients.delete(oldest)
      return client
    },
  }
}

async function discover(config: Config['google']): Promise<openid.Configuration> {
  const issuer = new URL(config.issuer)
  const overHttp = issuer.protocol === 'http:'
  const found = await openid.discovery(issuer, config.clientId, config.clientSecret, undefined, {
    timeout: 10,
    ...(overHttp && { execute: [openid.allowInsecureRequests] }),
  })
  // The popup hands over the code alone; with one provider there is none to mix it up with.
  const { authorization_response_iss_parameter_supported: _, ...metadata } = found.serverMetadata()
  const configuration = new openid.Configuration(metadata, config.clientId, config.clientSecret)
  if (overHttp) openid.allowInsecureRequests(configuration)
  return configuration
}

function profileOf(claims: Record<string, unknown>): GoogleProfile {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim() : '')
  const firstName = text('given_name')
  const lastName = text('family_name')
  return {
    sub: text('sub'),
    email: text('email'),
    emailVerified: claims['email_verified'] === true,
    name: text('name') || `${firstName} ${lastName}`.trim() || text('email'),
    firstName,
    lastName,
    pictureUrl: text('picture') || null,
  }
}

/**
 * What a failed call of the Calendar API means: `revoked`: the grant is gone; `missing_scope`: it never covered this;
 * `gone`: the sync token, or the entry, is no more; `duplicate`: the entry is there already; `rejected`: trying again
 * cannot help; `unreachable`: it can.
 */
export type GoogleProblem =
  | 'revoked'
  | 'missing_scope'
  | 'gone'
  | 'duplicate'
  | 'not_found'
  | 'rejected'
  | 'unreachable'

export function googleProblem(error: unknown): GoogleProblem {
  const { response } = error as { response?: { status?: number; data?: unknown } }
  const status = response?.status
  if (status === undefined) return 'unreachable'
  const text = JSON.stringify(response?.data ?? '')
  if (status === 400 && text.includes('invalid_grant')) return 'revoked'
  if (status === 403 && /insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT/i.test(text))
    return 'missing_scope'
  if (status === 404) return 'not_found'
  if (status === 409) return 'duplicate'
  if (status === 410) return 'gone'
  if (status === 400 || status === 422) return 'rejected'
  return 'unreachable'
}
