import type { FastifyInstance } from 'fastify'
import { faultRoutes } from '../faults.ts'
import { parseFault } from './faults.ts'
import type { Sandbox } from './sandbox.ts'

/** Test controls: faults and the call log. */
export function controlRoutes(app: FastifyInstance, { faults, calls }: Sandbox): void {
  faultRoutes(app, '/faults', faults, parseFault)
  app.post('/faults/release', (_request, reply) => {
    faults.release()
    return reply.code(204).send()
  })

  app.get('/log', () => calls.list())
  app.delete('/log', (_request, reply) => {
    calls.clear()
    return reply.code(204).send()
  })
}
