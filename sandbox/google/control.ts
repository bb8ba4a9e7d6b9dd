import type { FastifyInstance } from 'fastify'
import { parseFault } from './faults.ts'
import type { Sandbox } from './sandbox.ts'

/** For tests: misbehaviour on demand, and the calls made so far. */
export function controlRoutes(app: FastifyInstance, { faults, calls }: Sandbox): void {
  app.get('/faults', () => faults.list())
  app.post('/faults', (request, reply) => {
    const fault = parseFault(request.body)
    if (typeof fault === 'string') return reply.code(400).send({ error: fault })
    faults.add(fault)
    return reply.code(201).send(fault)
  })
  app.delete('/faults', (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })

  app.get('/log', () => calls.list())
  app.delete('/log', (_request, reply) => {
    calls.clear()
    return reply.code(204).send()
  })
}
