import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerInHalf, answerInstead, cutConnection } from './broken-answers.ts'
import type { Call } from './call-log.ts'
import { ApiError, errorBody, OAuthError } from './errors.ts'
import type { Fault, FaultTarget } from './faults.ts'
import type { Sandbox } from './sandbox.ts'

/** A call with its log and fault details, and its normal behavior. */
export interface CallDescription {
  entry: Omit<Call, 'at' | 'status'>
  target: FaultTarget
  /** The error for a fault that refuses the call. */
  refuse: (fault: Fault) => Error
  /** Returns the body, possibly later; undefined means 204. */
  run: () => unknown
}

/** Faults that spoil the answer of a call that took effect. */
const RUN_FIRST: ReadonlySet<Fault['kind']> = new Set(['lost_response', 'half_json', 'cut_body'])

/** Logs a call, applies the active faults, and responds. */
export async function answerCall(
  sandbox: Sandbox,
  request: FastifyRequest,
  reply: FastifyReply,
  call: CallDescription,
): Promise<FastifyReply> {
  const at = new Date(sandbox.now()).toISOString()
  const logged = sandbox.calls.add({ at, ...call.entry, status: null })
  const { latency, other } = sandbox.faults.take(call.target)
  const pause = ({ ms }: Fault) =>
    ms === undefined ? sandbox.faults.hold() : delay(ms, undefined, { ref: false })
  if (latency) await pause(latency)
  const runLate = async (fault: Fault) => {
    await pause(fault)
    logged.status = (await settle(call.run)).status
  }
  const instead = other && answerInstead(request, reply, other, runLate)
  if (instead) return instead
  const { status, body, headers } = await settle(() => {
    if (other && !RUN_FIRST.has(other.kind)) throw call.refuse(other)
    return call.run()
  })
  if (other?.kind === 'lost_response') return cutConnection(request, reply)
  logged.status = status
  const half = other && status < 300 && answerInHalf(request, reply, other, body)
  if (half) return half
  return reply.code(status).headers(headers).send(body)
}

/** The token from `Authorization: Bearer …`, or an empty string. */
export function bearerToken(request: FastifyRequest): string {
  return /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
}

async function settle(
  run: () => unknown,
): Promise<{ status: number; body: unknown; headers: Record<string, string> }> {
  const headers = { 'cache-control': 'no-store' }
  try {
    const body = await run()
    return { status: body === undefined ? 204 : 200, body, headers }
  } catch (error) {
    if (error instanceof ApiError) {
      return { status: error.status, body: errorBody(error), headers: { ...headers, ...error.extra.headers } }
    }
    if (error instanceof OAuthError) {
      const body = { error: error.code, error_description: error.message }
      return { status: error.status, body, headers }
    }
    throw error
  }
}
