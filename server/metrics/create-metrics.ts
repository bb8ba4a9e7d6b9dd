import type { FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { MailRefused, type Mailer } from '../mailer.ts'
import { type MeasuredDeps, registerReadings } from './readings.ts'

export interface Metrics {
  contentType: string
  /** The current values in Prometheus' text format. */
  read(): Promise<string>
  countRequest(request: FastifyRequest, reply: FastifyReply): void
  /** The same mailer, with its emails counted. */
  countMails(mailer: Mailer): Mailer
}

/** Measurements of this process and of the shared database. Labels never contain ids, addresses or URLs. */
export function createMetrics(deps: MeasuredDeps): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'boomtime_http_request_duration_seconds',
    help: 'Duration of requests by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const mails = new Counter({
    name: 'boomtime_mails_total',
    help: 'Attempts of this process to send an email: sent, refused for good, or failed and retried',
    labelNames: ['result'] as const,
    registers,
  })
  const readState = registerReadings(deps, registry)

  return {
    contentType: registry.contentType,
    async read() {
      await readState()
      return registry.metrics()
    },
    countRequest({ method, routeOptions }, { statusCode, elapsedTime }) {
      requests.observe(
        { method, route: routeOptions.url ?? 'unknown', status: statusCode },
        elapsedTime / 1000,
      )
    },
    countMails: (mailer) => ({
      from: mailer.from,
      async send(message) {
        try {
          await mailer.send(message)
          mails.inc({ result: 'sent' })
        } catch (error) {
          mails.inc({ result: error instanceof MailRefused ? 'refused' : 'failed' })
          throw error
        }
      },
    }),
  }
}
