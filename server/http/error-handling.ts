import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { messages, type Failure } from '../../contract/errors.ts'
import { isUnreachable } from '../db/sql-errors.ts'
import { errorSummary, errorTrace } from './error-summary.ts'
import { AppError, databaseUnreachable, statusOf } from './errors.ts'

/**
 * A body that is too large is read to its end and dropped if it isn't larger than this. Otherwise closing the connection
 * would reset it, and proxies would answer 502 without our answer. A body that doesn't say its length might never end.
 */
const MAX_DROPPED_BYTES = 2 * 1024 * 1024

/** Answers an error that a route threw: an expected one with its message, any other as a plain 500 with an id. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error, request)
  const isShortEnough = Number(request.headers['content-length']) <= MAX_DROPPED_BYTES
  // Fastify asks to close the connection.
  if (failure.code === 'payload_too_large' && isShortEnough) reply.removeHeader('connection')
  return sendFailure(reply, failure)
}

/** What people may read of an error that a route threw. Its cause goes into the log. */
export function failureOf(error: unknown, request: FastifyRequest): AppError {
  const expected = expectedError(error)
  if (expected) {
    if (expected.cause)
      request.log.warn({ code: expected.code, reason: errorSummary(expected.cause) }, 'request failed')
    return expected
  }
  request.log.error({ trace: errorTrace(error), route: request.routeOptions.url }, 'unexpected error')
  return new AppError('internal_error', `Something went wrong on our side (${request.id}). Please try again.`)
}

export function sendFailure(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
  // Otherwise, Cloudflare keeps for minutes that a script is missing, as while the files of a new version are copied.
  reply.header('cache-control', 'no-store')
  const failure: Failure = { success: false, error: error.message, code: error.code }
  if (error.fields) failure.fields = error.fields
  return reply.status(statusOf[error.code]).send(failure)
}

/** Answers a request that isn't valid HTTP, or whose headers are too large to read. */
export function answerUnreadable(
  error: Error & { code?: string },
  socket: Socket,
  headers: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const body = JSON.stringify({
    success: false,
    error: isTooLarge ? 'The request headers are too large' : 'The request is malformed',
    code: isTooLarge ? 'payload_too_large' : 'validation_failed',
  } satisfies Failure)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${isTooLarge ? '413 Payload Too Large' : '400 Bad Request'}\r\ncontent-type: application/json\r\n` +
      `${lines.join('')}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
}

function expectedError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (isUnreachable(error)) return databaseUnreachable(error)
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('payload_too_large', 'The request body is too large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AppError('unsupported_media_type', 'Send application/json')
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new AppError('validation_failed', messages.requestFailed)
  }
  return null
}
