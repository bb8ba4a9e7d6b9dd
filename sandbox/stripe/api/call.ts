import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorBody, invalidRequest, StripeError } from '../errors.ts'
import { emptyParams, parseForm, whole } from '../params.ts'
import type { Params } from '../params.ts'
import type { Sandbox } from '../sandbox.ts'
import { inTransaction } from '../../database.ts'
import { newId } from '../store.ts'
import { catchUp } from '../billing/life-cycle.ts'

/** A call with a valid key. */
export interface ApiCall {
  sandbox: Sandbox
  /** From the form, or from the query of a GET or DELETE. */
  params: Params
  /** Path parameters. */
  id: string
}

interface Answer {
  status: number
  body: string
  headers: Record<string, string>
}

/** An API route. `method` is its name in the official client, for faults: `checkout.sessions.create`. */
export function apiCall(
  sandbox: Sandbox,
  method: string,
  run: (call: ApiCall) => unknown,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    const requestId = newId('req')
    const fault = sandbox.faults.takeApi(method)
    if (fault?.kind === 'latency') await delay(fault.ms)
    const params = paramsOf(request)
    const { id = '' } = request.params as { id?: string }
    const answer =
      fault?.kind === 'status'
        ? refusal(faultError(fault.status), requestId)
        : answerOnce(sandbox, request, requestId, () => {
            checkKey(sandbox, request)
            return run({ sandbox, params, id })
          })
    sandbox.webhooks.wake()
    if (fault?.kind === 'lost_response') {
      reply.hijack()
      request.raw.socket.destroy()
      return reply
    }
    return reply
      .code(answer.status)
      .headers({ 'request-id': requestId, 'cache-control': 'no-store', ...answer.headers })
      .type('application/json')
      .send(answer.body)
  }
}

/** The first page of a list; `all` is newest first. */
export function listPage(all: readonly object[], params: Params): object {
  const limit = whole(params, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw invalidRequest('Limit must lie between 1 and 100.', 'limit')
  return { object: 'list', data: all.slice(0, limit), has_more: limit < all.length }
}

/** Responds to unknown API routes. */
export function unknownCall(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.replace(/^.*?\/v1\//, '/v1/').replace(/\?.*/, '')
  const error = new StripeError(
    404,
    `Unrecognized request URL (${request.method}: ${path}). The sandbox doesn't support every Stripe call.`,
    { type: 'invalid_request_error' },
  )
  const requestId = newId('req')
  return reply.code(404).header('request-id', requestId).send(errorBody(error, requestId))
}

function paramsOf(request: FastifyRequest): Params {
  if (request.method !== 'POST') return parseForm(/\?(.*)/.exec(request.url)?.[1] ?? '')
  return (request.body as Params | undefined) ?? emptyParams()
}

function checkKey({ secretKey }: Sandbox, request: FastifyRequest): void {
  const given = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (given !== undefined && timingSafeEqual(digest(given), digest(secretKey))) return
  const message =
    given === undefined
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${given.slice(0, 8)}****`
  throw new StripeError(401, message, { type: 'invalid_request_error' })
}

/** Runs a call, or repeats the response of the same call. */
function answerOnce(
  sandbox: Sandbox,
  request: FastifyRequest,
  requestId: string,
  run: () => unknown,
): Answer {
  catchUp(sandbox)
  const given = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
  const key = typeof given === 'string' && given !== '' ? given : undefined
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([request.url, request.body ?? null]))
    .digest('hex')
  return inTransaction(sandbox.store.db, () => {
    const { db } = sandbox.store
    const before = key === undefined ? undefined : db.prepare('select * from answers where key = ?').get(key)
    if (before) {
      if (before['fingerprint'] !== fingerprint) return refusal(otherParameters(key!), requestId)
      return {
        status: Number(before['status']),
        body: String(before['body']),
        headers: {
          'idempotency-key': key!,
          'original-request': String(before['request_id']),
          'idempotent-replayed': 'true',
        },
      }
    }
    const answer = settle(run, requestId)
    if (key === undefined) return answer
    // A call that failed validation isn't stored, so it can be fixed under the same key.
    if (answer.status < 400 || answer.status === 402) {
      db.prepare(
        'insert into answers (key, fingerprint, status, body, request_id) values (?, ?, ?, ?, ?)',
      ).run(key, fingerprint, answer.status, answer.body, requestId)
    }
    return { ...answer, headers: { 'idempotency-key': key } }
  })
}

function settle(run: () => unknown, requestId: string): Answer {
  try {
    return { status: 200, body: JSON.stringify(run(), null, 2), headers: {} }
  } catch (error) {
    if (error instanceof StripeError) return refusal(error, requestId)
    throw error
  }
}

function refusal(error: StripeError, requestId: string): Answer {
  return { status: error.status, body: JSON.stringify(errorBody(error, requestId), null, 2), headers: {} }
}

function otherParameters(key: string): StripeError {
  return new StripeError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  )
}

function faultError(status: number): StripeError {
  if (status === 429) {
    return new StripeError(429, 'Request rate limit exceeded.', {
      type: 'invalid_request_error',
      code: 'rate_limit',
    })
  }
  if (status >= 500) return new StripeError(status, 'An unknown error occurred.', { type: 'api_error' })
  return new StripeError(status, 'Rejected because a test asked for it.', {
    type: status === 402 ? 'card_error' : 'invalid_request_error',
  })
}
