import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { MINUTE } from '../../availability/units.ts'
import { tooManyRequests } from '../../contract/errors.ts'
import type { RouteName } from '../../contract/api/routes.ts'
import { requestCounts } from '../cluster/request-counts.ts'
import type { Siblings } from '../cluster/siblings.ts'
import { AppError } from './errors.ts'

/**
 * What one address may request per minute from the processes that share a port, generous enough for an office that
 * shares an address. The counts live in memory, because they protect these processes. Limits on what people do are in
 * `attempts.ts`.
 */
const requestsPerMinute = {
  /** Each one is stored until it expires. */
  getStateToken: 600,
  getPublicEvent: 1200,
  listSlots: 1200,
  /** All zones are 80 kB. */
  listTimezones: 300,
  getBooking: 1200,
  /** Each one is stored until it expires. */
  authorizeClient: 60,
} as const satisfies Partial<Record<RouteName, number>>
const PAGES_PER_MINUTE = 1200
const TOKEN_CALLS_PER_MINUTE = 120

/** Whether an address can call it only so often, whatever the call does. */
export const isLimited = (name: RouteName) => name in requestsPerMinute

/** The route options that limit a call; none if anyone may make it as often as they like. */
export function limitCall(name: RouteName) {
  const limits: Partial<Record<RouteName, number>> = requestsPerMinute
  const max = limits[name]
  return max === undefined ? {} : { config: { rateLimit: { max } } }
}

/** The route options that limit a page which is rendered for each request. */
export const limitPage = { config: { rateLimit: { max: PAGES_PER_MINUTE } } }

/** The route options that limit attempts to get or end a token. */
export const limitTokenCall = { config: { rateLimit: { max: TOKEN_CALLS_PER_MINUTE } } }

/** Register it before the routes. Requests beyond a limit are refused with `too_many_requests`. */
export async function registerRequestLimits(app: FastifyInstance, siblings: Siblings): Promise<void> {
  const hidden = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await app.register(rateLimit, {
    global: false,
    store: requestCounts(siblings),
    timeWindow: MINUTE,
    addHeaders: { ...hidden, 'retry-after': false },
    addHeadersOnExceeding: hidden,
    errorResponseBuilder: (_request, { ttl }) => {
      const retryAfterSeconds = Math.max(1, Math.ceil(ttl / 1000))
      return new AppError('too_many_requests', tooManyRequests(retryAfterSeconds), { retryAfterSeconds })
    },
  })
}
