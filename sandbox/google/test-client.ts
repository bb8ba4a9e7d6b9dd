import { calendar } from '@googleapis/calendar'
import type { calendar_v3 } from '@googleapis/calendar'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { gaxios, OAuth2Client } from 'google-auth-library'
import * as openid from 'openid-client'
import { sandboxGoogle } from './plugin.ts'
import { FREE_BUSY } from './sign-in/scopes.ts'

/** The redirect URI of a test app. Nothing listens there. */
export const CALLBACK = 'http://localhost:3999/auth/callback'
/** The scopes that Boomtime requests. */
export const SCOPE = [
  'openid email profile',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
  'https://www.googleapis.com/auth/calendar.events',
].join(' ')

/** A sandbox Google that listens on a free port. */
export interface RunningSandbox {
  app: FastifyInstance
  origin: string
  issuer: string
  now: () => number
}

/** Starts a sandbox for a test; close its `app` afterward. */
export async function startSandbox(
  options: { dataFile?: string; now?: () => number } = {},
): Promise<RunningSandbox> {
  const app = fastify({ forceCloseConnections: true })
  let origin = ''
  await app.register(sandboxGoogle, {
    prefix: '/sandbox/google',
    baseUrl: () => origin,
    dataFile: ':memory:',
    ...options,
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, origin, issuer: `${origin}/sandbox/google`, now: options.now ?? Date.now }
}

/** OpenID discovery with the official client. */
export function discover(
  { issuer, now }: RunningSandbox,
  secret = 'boomtime-sandbox',
): Promise<openid.Configuration> {
  const skew = Math.round((now() - Date.now()) / 1000)
  const metadata = { client_secret: secret, [openid.clockSkew]: skew }
  return openid.discovery(new URL(issuer), 'boomtime-sandbox', metadata, undefined, {
    execute: [openid.allowInsecureRequests],
  })
}

/** The response to posting the consent form. */
export async function postConsent(
  address: URL,
  form: Record<string, string> | [string, string][],
): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
}

/** The entire sign-in: authorization with PKCE and nonce, consent, code exchange. */
export async function signIn(
  sandbox: RunningSandbox,
  form: Record<string, string> | [string, string][],
  extra: Record<string, string> = {},
): Promise<{
  config: openid.Configuration
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers
}> {
  const config = await discover(sandbox)
  const verifier = openid.randomPKCECodeVerifier()
  const [state, nonce] = [openid.randomState(), openid.randomNonce()]
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: SCOPE,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    access_type: 'offline',
    prompt: 'consent',
    ...extra,
  })
  const answer = await postConsent(address, form)
  const tokens = await openid.authorizationCodeGrant(config, new URL(answer.headers.get('location')!), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  return { config, tokens }
}

/** What the authorization page for browsers answers with, in the fragment. */
export async function askInBrowser(
  sandbox: RunningSandbox,
  form: Record<string, string> | [string, string][],
  params: Record<string, string> = {},
): Promise<{ status: number; answer: Record<string, string>; sent: URLSearchParams }> {
  const address = new URL(`${sandbox.issuer}/o/oauth2/v2/auth`)
  const asked = {
    client_id: 'boomtime-sandbox-browser',
    redirect_uri: 'http://localhost:3999/calendar-check',
    response_type: 'token',
    scope: FREE_BUSY,
    state: 's',
    ...params,
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  const { status, headers } = await postConsent(address, form)
  const back = new URL(headers.get('location') ?? 'about:blank')
  const answer = Object.fromEntries(new URLSearchParams(back.hash.slice(1)))
  return { status, answer, sent: back.searchParams }
}

/** The official Calendar client, pointed at a sandbox. Its own `rootUrl` option would drop the root's path. */
export function calendarClient(origin: string, accessToken: string): calendar_v3.Calendar {
  const auth = new OAuth2Client()
  auth.setCredentials({ access_token: accessToken })
  auth.transporter.interceptors.request.add({
    resolved: async (config) => {
      config.url = new URL(`${origin}/sandbox/google${config.url.pathname}${config.url.search}`)
      return config
    },
  })
  return calendar({ version: 'v3', auth, retry: false })
}

/** The official Calendar client of a person who just signed in. */
export async function calendarOf(sandbox: RunningSandbox, email: string): Promise<calendar_v3.Calendar> {
  const { tokens } = await signIn(sandbox, { email })
  return calendarClient(sandbox.origin, tokens.access_token)
}

/** The status and reason of a Calendar API error. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; reason: string }> {
  const error: unknown = await call.then(
    () => new Error('expected a refusal'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof gaxios.GaxiosError) || !error.response) throw error
  const { data, status } = error.response
  return { status, reason: data.error.errors[0].reason }
}

/** All pages of a list, with the token of the last. */
export async function listAll(
  client: calendar_v3.Calendar,
  params: calendar_v3.Params$Resource$Events$List,
): Promise<{ items: calendar_v3.Schema$Event[]; syncToken: string; pages: number }> {
  const items: calendar_v3.Schema$Event[] = []
  let pageToken: string | undefined
  for (let pages = 1; ; pages++) {
    const { data } = await client.events.list({
      calendarId: 'primary',
      ...params,
      ...(pageToken === undefined ? {} : { pageToken }),
    })
    items.push(...(data.items ?? []))
    if (!data.nextPageToken) return { items, syncToken: data.nextSyncToken ?? '', pages }
    pageToken = data.nextPageToken
  }
}
