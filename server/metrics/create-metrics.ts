import type { FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { Siblings } from '../cluster/siblings.ts'
import type { Deps } from '../adapters/deps.ts'
import { MailRefused, type Mailer } from '../adapters/mailer.ts'
import { measureAll } from './measure-all.ts'
import { type MeasuredProcess, registerProcessReadings } from './process-readings.ts'
import { registerReadings } from './readings.ts'

export interface Metrics {
  contentType: string
  /** The current values in Prometheus' text format. */
  read(): Promise<string>
  countRequest(request: FastifyRequest, reply: FastifyReply): void
  /** The same mailer, with its emails counted. */
  countMails(mailer: Mailer): Mailer
}

/**
 * Measurements of the processes that share this one's port, and of the database. Labels never contain ids, addresses or
 * URLs.
 */
export function createMetrics(
  deps: Pick<Deps, 'db' | 'now'> & MeasuredProcess & { siblings: Siblings },
): Metrics {
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
    help: 'Attempts to send an email: sent, refused for good, or failed and retried',
    labelNames: ['result'] as const,
    registers,
  })
  for (const result of ['sent', 'refused', 'failed']) mails.inc({ result }, 0)
  registerProcessReadings(deps, registry)
  const measured = measureAll(registry, deps.siblings)
  const state = new Registry()
  const readState = registerReadings(deps, state)

  return {
    contentType: registry.contentType,
    async read() {
      const [all] = await Promise.all([measured(), readState()])
      return `${await all.metrics()}\n${await state.metrics()}`
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
