import * as openid from 'openid-client'
import { withAsciiDomain } from '../../contract/email.ts'
import { plainLine } from '../../contract/plain-text.ts'
import { googleScopes } from '../../contract/account/user.schema.ts'
import { type ClockCheck, createClockCheck } from './check-clock.ts'

/** Where Google is, and how this server is known to it. */
export interface GoogleConfig {
  issuer: string
  apiRoot: string
  clientId: string
  clientSecret: string
  sandbox: boolean
}

/** Google's claims about a signed-in person. */
export interface GoogleProfile {
  sub: string
  email: string
  /** Whether Google verified the address. */
  emailVerified: boolean
  name: string
  firstName: string
  lastName: string
  pictureUrl: string | null
}

export interface GoogleGrant {
  profile: GoogleProfile
  /** Null if Google returned none. */
  refreshToken: string | null
  scopes: string[]
}

export interface GoogleOidc {
  /** `prompt`: what Google asks even those who have consented, so that it returns a new refresh token. */
  authorizationUrl(attempt: {
    state: string
    nonce: string
    codeVerifier: string
    prompt: string
  }): Promise<string>
  /** Throws openid-client's errors: ResponseBodyError or AuthorizationResponseError if Google rejects the code. */
  exchangeCode(attempt: {
    code: string
    state: string
    nonce: string
    codeVerifier: string
  }): Promise<GoogleGrant>
  /** Gives a grant back. Does nothing if it is gone already, or if the provider can't revoke grants. */
  revoke(refreshToken: string): Promise<void>
  /** The endpoint that exchanges refresh tokens for access tokens. */
  tokenEndpoint(): Promise<string | undefined>
}

/**
 * Google as an OpenID provider. Its endpoints come from the discovery document, which is loaded on first use.
 * `onClockProblem` hears at most once an hour that this machine's clock differs from Google's.
 */
export function createGoogleOidc(
  config: GoogleConfig,
  publicUrl: string,
  onClockProblem: (problem: string) => void = () => {},
): GoogleOidc {
  const clock = createClockCheck(Date.now, onClockProblem)
  const redirectUri = `${publicUrl}/auth/callback`
  let discovered: Promise<openid.Configuration> | null = null

  const provider = () => {
    discovered ??= discover(config, clock).catch((error: unknown) => {
      discovered = null
      throw error
    })
    return discovered
  }

  return {
    async authorizationUrl({ state, nonce, codeVerifier, prompt }) {
      const url = openid.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: googleScopes.join(' '),
        access_type: 'offline',
        prompt,
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
      const tokens = await openid
        .authorizationCodeGrant(await provider(), callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          const problem = clock.problem()
          throw problem !== null && isTimestampFailure(error)
            ? Object.assign(new Error(problem), { code: error.code })
            : error
        })
      return {
        profile: profileOf(tokens.claims() ?? {}),
        refreshToken: tokens.refresh_token ?? null,
        scopes: (tokens.scope ?? '').split(' ').filter(Boolean),
      }
    },

    async revoke(refreshToken) {
      const configuration = await provider()
      if (configuration.serverMetadata().revocation_endpoint === undefined) return
      try {
        await openid.tokenRevocation(configuration, refreshToken)
      } catch (error) {
        // Google's answer for a token that no longer works.
        if (!(error instanceof openid.ResponseBodyError && error.error === 'invalid_token')) throw error
      }
    },

    tokenEndpoint: async () => (await provider()).serverMetadata().token_endpoint,
  }
}

/** Of an ID token that isn't valid yet or anymore. */
const isTimestampFailure = (error: unknown): error is openid.ClientError =>
  error instanceof openid.ClientError && error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'

async function discover(config: GoogleConfig, clock: ClockCheck): Promise<openid.Configuration> {
  const fetchAndCheckClock: openid.CustomFetch = async (url, options) => {
    const response = await fetch(url, options)
    clock.check(response)
    return response
  }
  const issuer = new URL(config.issuer)
  const overHttp = issuer.protocol === 'http:'
  const found = await openid.discovery(issuer, config.clientId, config.clientSecret, undefined, {
    timeout: 10,
    [openid.customFetch]: fetchAndCheckClock,
    ...(overHttp && { execute: [openid.allowInsecureRequests] }),
  })
  // The popup passes on only the code. With a single provider there is no mix-up to prevent.
  const { authorization_response_iss_parameter_supported: _, ...metadata } = found.serverMetadata()
  const configuration = new openid.Configuration(metadata, config.clientId, config.clientSecret)
  configuration[openid.customFetch] = fetchAndCheckClock
  if (overHttp) openid.allowInsecureRequests(configuration)
  return configuration
}

function profileOf(claims: Record<string, unknown>): GoogleProfile {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim() : '')
  const line = (name: string) => plainLine(text(name))
  const firstName = line('given_name')
  const lastName = line('family_name')
  return {
    sub: text('sub'),
    // As the addresses that people enter are stored.
    email: withAsciiDomain(text('email')),
    emailVerified: claims['email_verified'] === true,
    name: line('name') || `${firstName} ${lastName}`.trim() || text('email'),
    firstName,
    lastName,
    pictureUrl: text('picture') || null,
  }
}
