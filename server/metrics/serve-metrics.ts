import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Metrics } from './create-metrics.ts'

export const METRICS_PATH = '/metrics'

/** Serves metrics to those who have the token, or on a port of their own, which only the operator can reach. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, config: Config['metrics']): void {
  const { token, port, host } = config
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    if (token !== null && !isBearer(request, token)) {
      return reply
        .status(401)
        .header('www-authenticate', 'Bearer')
        .type('text/plain')
        .send('Send METRICS_TOKEN\n')
    }
    return reply.type(metrics.contentType).send(await metrics.read())
  }
  if (port === null) {
    app.get(METRICS_PATH, answer)
    return
  }
  const own = Fastify({ forceCloseConnections: true })
  own.get(METRICS_PATH, answer)
  app.addHook('onReady', async () => {
    await own.listen({ port, host }).catch((error: unknown) => {
      throw Object.assign(error as Error, { settings: 'METRICS_' })
    })
  })
  app.addHook('onClose', () => own.close())
}

/** Hashes have the same length, so the comparison takes the same time for any token. */
function isBearer({ headers }: FastifyRequest, token: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(token))
}
