import type { FastifyInstance, FastifyReply } from 'fastify'
import { staySignedIn } from '../browser-session.ts'
import { consentForm } from './authorize-page.ts'
import { grantedScopes, parseAuthorizationRequest } from './authorization-request.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { text, texts } from '../fields.ts'
import { ACCESS_TOKEN_LIFE, addGrant, issueAccessToken, issueCode } from './grants.ts'
import { sendErrorPage, sendPage } from '../../page.ts'
import { calendarsOf, normalEmail, rememberPerson, setTimeZone } from '../people.ts'
import type { Sandbox } from '../sandbox.ts'
import { isTimeZone } from '../time-zone.ts'

/** The authorization page: a form that posts to its own URL. */
export function authorizeRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/o/oauth2/v2/auth', (request, reply) => {
    const asked = parseAuthorizationRequest(request.query, sandbox.issuer())
    if (typeof asked === 'string') return sendErrorPage(reply, 400, asked)
    return sendConsent(reply, 200, asked, asked.loginHint)
  })

  app.post('/o/oauth2/v2/auth', (request, reply) => {
    const asked = parseAuthorizationRequest(request.query, sandbox.issuer())
    if (typeof asked === 'string') return sendErrorPage(reply, 400, asked)
    if (text(request.body, 'action') === 'deny') return sendBack(reply, asked, { error: 'access_denied' })
    const given = text(request.body, 'email') ?? ''
    const email = normalEmail(given)
    if (!email) return sendConsent(reply, 400, asked, given, 'Enter an email address.')
    rememberPerson(sandbox.db, email, text(request.body, 'name'))
    const zone = text(request.body, 'timeZone')
    if (zone && isTimeZone(zone)) {
      for (const calendar of calendarsOf(sandbox.db, email)) setTimeZone(sandbox.db, calendar.id, zone)
    }
    const ticked = grantedScopes(
      asked.scopes,
      text(request.body, 'granular') === '1',
      texts(request.body, 'scope'),
    )
    if (asked.responseType === 'token') {
      return sendBack(reply, asked, {
        access_token: issueAccessToken(sandbox.db, sandbox.now(), { email, scopes: ticked }, 'browser'),
        token_type: 'Bearer',
        expires_in: String(ACCESS_TOKEN_LIFE / 1000),
        scope: ticked.join(' '),
      })
    }
    const grant = addGrant(sandbox.db, email, ticked)
    const code = issueCode(sandbox.db, sandbox.now(), {
      email,
      scopes: asked.includeGranted ? grant.scopes : ticked,
      redirectUri: asked.redirectUri,
      nonce: asked.nonce,
      challenge: asked.challenge,
      challengeMethod: asked.challengeMethod,
      refreshToken: asked.offline && (grant.first || asked.consent),
    })
    return sendBack(staySignedIn(reply, sandbox, email), asked, { code, scope: ticked.join(' ') })
  })
}

function sendConsent(
  reply: FastifyReply,
  status: number,
  asked: AuthorizationRequest,
  email: string,
  complaint?: string,
): FastifyReply {
  return sendPage(
    keepOpener(reply),
    status,
    'Sign in – Sandbox Google',
    consentForm(asked, email.slice(0, 254), complaint),
  )
}

function sendBack(
  reply: FastifyReply,
  asked: AuthorizationRequest,
  params: Record<string, string>,
): FastifyReply {
  const target = new URL(asked.redirectUri)
  const answer = { ...(asked.state !== undefined && { state: asked.state }), ...params }
  // A token goes into the fragment, which browsers send to no server.
  if (asked.responseType === 'token') target.hash = String(new URLSearchParams(answer))
  else for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value)
  return keepOpener(reply).header('cache-control', 'no-store').redirect(target.href, 303)
}

/** Like Google's page, these answers keep a popup's link to the page that opened it. */
const keepOpener = (reply: FastifyReply) => reply.header('cross-origin-opener-policy', 'unsafe-none')
