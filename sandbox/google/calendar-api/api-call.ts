import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerCall, bearerToken } from '../call.ts'
import { ApiError, notFound } from '../errors.ts'
import type { Fault } from '../faults.ts'
import { text } from '../fields.ts'
import { findToken } from '../sign-in/grants.ts'
import { findCalendar } from '../people.ts'
import type { CalendarInfo } from '../people.ts'
import type { Sandbox } from '../sandbox.ts'

/** A Calendar API call with a token that allows it. */
export interface ApiContext {
  sandbox: Sandbox
  request: FastifyRequest
  /** The owner of the token. */
  email: string
  /** The caller's calendar from the path; 404 for any other calendar. */
  calendar: () => CalendarInfo
  eventId: string
}

/**
 * A Calendar API route that runs if the token is valid and has one of `scopes`. `method` is its name in the log, in
 * faults and in the missing scope error (`events.insert`).
 */
export function apiCall(
  sandbox: Sandbox,
  method: string,
  scopes: string[],
  run: (context: ApiContext) => unknown,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return (request, reply) => {
    const token = findToken(sandbox.db, sandbox.now(), 'access', bearerToken(request))
    const calendarId = text(request.params, 'calendarId')
    const eventId = text(request.params, 'eventId')
    const sendUpdates = text(request.query, 'sendUpdates')
    const incremental = text(request.query, 'syncToken') !== undefined
    return answerCall(sandbox, request, reply, {
      entry: {
        method,
        ...(token ? { email: token.email } : {}),
        ...(calendarId === undefined ? {} : { calendarId }),
        ...(eventId === undefined ? {} : { eventId }),
        ...(sendUpdates === undefined ? {} : { sendUpdates }),
        ...(incremental ? { syncToken: true } : {}),
      },
      target: { method, email: token?.email, calendarId, incremental },
      refuse: faultError,
      run: () => {
        if (!token) throw unauthorized()
        if (!scopes.some((scope) => token.scopes.includes(scope))) throw insufficient(method)
        return run({
          sandbox,
          request,
          email: token.email,
          eventId: eventId ?? '',
          calendar: () => {
            const calendar = findCalendar(sandbox.db, token.email, calendarId ?? '')
            if (!calendar || !sandbox.faults.hasCalendar(calendar.id)) throw notFound()
            return calendar
          },
        })
      },
    })
  }
}

/** 410: the client has to start over with a full list. */
export function fullSyncRequired(): ApiError {
  return new ApiError(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.', {
    domain: 'calendar',
    locationType: 'parameter',
    location: 'syncToken',
  })
}

function unauthorized(): ApiError {
  return new ApiError(401, 'authError', 'Invalid Credentials', {
    locationType: 'header',
    location: 'Authorization',
    status: 'UNAUTHENTICATED',
    headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
  })
}

function insufficient(method: string): ApiError {
  const rpc = method.replaceAll(/(^|\.)[a-z]/g, (start) => start.toUpperCase())
  return new ApiError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.', {
    innerMessage: 'Insufficient Permission',
    status: 'PERMISSION_DENIED',
    headers: {
      'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="insufficient_scope"',
    },
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
        domain: 'googleapis.com',
        metadata: { service: 'calendar-json.googleapis.com', method: `calendar.v3.${rpc}` },
      },
    ],
  })
}

function faultError(fault: Fault): ApiError {
  const { kind, status, reason, retryAfter } = fault
  if (kind === 'gone') return fullSyncRequired()
  if (kind === 'bad_sync_token') return new ApiError(400, 'invalid', 'Invalid sync token value.')
  if (status === 401) return unauthorized()
  const headers = retryAfter === null ? {} : { headers: { 'retry-after': String(retryAfter) } }
  if (status === 429 || status === 403) {
    const usageLimits = { domain: 'usageLimits', ...headers }
    return new ApiError(status, reason ?? 'rateLimitExceeded', 'Rate Limit Exceeded', usageLimits)
  }
  return new ApiError(status, reason ?? 'backendError', 'Backend Error', headers)
}
