import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { isDiskFull } from '../db/sql-errors.ts'
import type { Deps } from '../adapters/deps.ts'

/** A database that takes longer than this to answer counts as unreachable. */
const READY_TIMEOUT_MS = 5000
const UNREACHABLE = 'database unreachable'

/**
 * `/healthz`: the process runs. `/readyz`: it should get requests, because it isn't stopping and its database answers.
 */
export function registerHealth(
  app: FastifyInstance,
  { db, zones }: Pick<Deps, 'db' | 'zones'>,
  isStopping: () => boolean,
): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    // Changes nothing, and fails where nothing can be changed: at a standby after a failover, for example.
    const answers = db.execute(sql`delete from sign_in_attempts where false`).then(
      () => 'ok',
      (error: unknown) => (isDiskFull(error) ? 'disk full' : UNREACHABLE),
    )
    const answer = await Promise.race([answers, delay(READY_TIMEOUT_MS, UNREACHABLE, { ref: false })])
    const status = isStopping() ? 'stopping' : answer
    const { release, source } = zones.current()
    return reply.status(status === 'ok' ? 200 : 503).send({ status, timeZones: { release, source } })
  })
}
