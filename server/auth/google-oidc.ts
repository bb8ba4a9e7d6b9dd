import * as openid from 'openid-client'
import { googleScopes } from '../../contract/user.schema.ts'
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

export interface GoogleOidc {
  authorizationUrl(attempt: { state: string; nonce: string; codeVerifier: string }): Promise<string>
  /** Throws openid-client's errors: ResponseBodyError or AuthorizationResponseError where Google refuses. */
  exchangeCode(attempt: {
    code: string
    state: string
    nonce: string
    codeVerifier: string
  }): Promise<GoogleGrant>
  /** Where refresh tokens are exchanged for access tokens. */
  tokenEndpoint(): Promise<string | undefined>
}

/** Google as an OpenID provider. Endpoints come from its discovery document, read when first needed. */
export function createGoogleOidc(config: Config['google'], publicUrl: string): GoogleOidc {
  const redirectUri = `${publicUrl}/auth/callback`
  let discovered: Promise<openid.Configuration> | null = null

  const provider = () => {
    discovered ??= discover(config).catch((error: unknown) => {
      discovered = null
      throw error
    })
    return discovered
  }

  return {
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

    tokenEndpoint: async () => (await provider()).serverMetadata().token_endpoint,
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
