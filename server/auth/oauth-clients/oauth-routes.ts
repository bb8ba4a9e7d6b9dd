import formbody from '@fastify/formbody'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { extensionClient, oauthPaths } from '../../../contract/account/oauth.ts'
import { paths } from '../../../contract/pages/pages.ts'
import { scopes } from '../../../contract/scopes.ts'
import { hashToken } from '../../adapters/hash-token.ts'
import { accessTokens } from '../../db/tables/access-tokens.ts'
import type { Deps } from '../../adapters/deps.ts'
import { limitTokenCall } from '../../http/request-limits.ts'
import { removeToken } from './access-token.ts'
import { exchangeCode } from './exchange-code.ts'

/** RFC 7636, section 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/

/** What clients ask without a session, in the protocol's own words: forms in, and its error codes out. */
export async function registerOAuth(app: FastifyInstance, deps: Deps): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(formbody)
  const { db, now, publicUrl } = deps

  app.get(oauthPaths.metadata, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({
      issuer: publicUrl,
      authorization_endpoint: publicUrl + paths.authorize,
      token_endpoint: publicUrl + oauthPaths.token,
      revocation_endpoint: publicUrl + oauthPaths.revocation,
      scopes_supported: scopes,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    }),
  )

  app.post(oauthPaths.token, limitTokenCall, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const form = readForm(request.body)
    if (!form) return refuse(reply, 'invalid_request', 'Send each parameter once, as a form')
    if (form['grant_type'] !== 'authorization_code')
      return refuse(reply, 'unsupported_grant_type', 'The grant type must be authorization_code')
    if (form['client_id'] !== extensionClient.id)
      return refuse(reply, 'invalid_client', 'This client is unknown')
    const { code, redirect_uri: redirectUri, code_verifier: codeVerifier } = form
    if (!code || !redirectUri || !codeVerifier || !VERIFIER.test(codeVerifier))
      return refuse(reply, 'invalid_request', 'code, redirect_uri and code_verifier are required')
    const userAgent = request.headers['user-agent']
    const issued = await exchangeCode(deps, { code, redirectUri, codeVerifier, userAgent })
    return issued ?? refuse(reply, 'invalid_grant', 'The code is unknown, expired or used. Connect again')
  })

  app.post(oauthPaths.revocation, limitTokenCall, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const token = readForm(request.body)?.['token']
    if (!token) return refuse(reply, 'invalid_request', 'Send the token as a form')
    await db.transaction(async (tx) => {
      const [found] = await tx
        .select()
        .from(accessTokens)
        .where(eq(accessTokens.tokenHash, hashToken(token)))
      if (found) await removeToken(tx, found, now())
    })
    // Also for unknown tokens (RFC 7009, section 2.2).
    return reply.send({})
  })
}

/** A form's parameters; null if one was sent twice (RFC 6749, section 3.2) or there is no form. */
function readForm(body: unknown): Record<string, string> | null {
  if (typeof body !== 'object' || body === null) return null
  const entries = Object.entries(body as Record<string, unknown>)
  return entries.every(([, value]) => typeof value === 'string') ? (body as Record<string, string>) : null
}

/** An error response (RFC 6749, section 5.2). */
const refuse = (reply: FastifyReply, error: string, description: string) =>
  reply.status(400).send({ error, error_description: description })
