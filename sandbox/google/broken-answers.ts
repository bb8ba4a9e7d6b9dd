import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from './faults.ts'

/** Ends the connection without an answer. */
export function cutConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

/** Answers in the caller's place, or loses the connection, before the call takes effect; null: the call runs first. */
export function answerInstead(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Fault,
  runLate: (fault: Fault) => Promise<void>,
): FastifyReply | null {
  const { kind } = fault
  if (kind === 'html')
    return reply.type('text/html').send('<!doctype html><title>Sign in to the network</title>')
  if (kind === 'empty') return reply.send({})
  if (kind === 'late') {
    // It fails if the sandbox was closed in between.
    runLate(fault).catch(() => {})
  }
  return kind === 'late' || kind === 'unreachable' ? cutConnection(request, reply) : null
}

/** Answers with half of what a call returned; null if the fault does something else. */
export function answerInHalf(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: Fault,
  body: unknown,
): FastifyReply | null {
  const text = JSON.stringify(body ?? {})
  const half = text.slice(0, text.length / 2)
  if (fault.kind === 'half_json') return reply.type('application/json').send(half)
  if (fault.kind !== 'cut_body') return null
  reply.hijack()
  const length = Buffer.byteLength(text)
  reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
  reply.raw.write(half, () => request.raw.socket.destroy())
  return reply
}
