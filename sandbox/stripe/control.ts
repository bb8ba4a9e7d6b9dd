import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addMonths, DAY } from './billing/periods.ts'
import { advanceTo, catchUp } from './billing/life-cycle.ts'
import { faultRoutes } from '../faults.ts'
import { parseFault } from './faults.ts'
import type { Sandbox } from './sandbox.ts'
import { deliveryOf } from './webhooks/deliveries.ts'

/** At most ten years per step, because more renewals would take too long. */
const MAX_ADVANCE = 3653 * DAY

/** The steps of the page's buttons. */
const STEPS: Record<string, (now: number) => number> = {
  day: (now) => now + DAY,
  five_days: (now) => now + 5 * DAY,
  month: (now) => addMonths(now, 1),
  year: (now) => addMonths(now, 12),
}

/** Test controls: the clock, events and faults. */
export function controlRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { store, clock, faults, webhooks } = sandbox
  const reading = () => ({ now: clock.now(), iso: new Date(clock.now() * 1000).toISOString() })

  app.get('/clock', () => {
    catchUp(sandbox)
    webhooks.wake()
    return reading()
  })
  app.post('/clock', (request, reply) => {
    const until = target(request.body, clock.now())
    if (typeof until === 'string') return reply.code(400).send({ error: until })
    advanceTo(sandbox, until)
    webhooks.hurry()
    return answer(request, reply, reading())
  })

  app.get('/events.json', () =>
    store.list('event').map((event) => ({ ...event, delivery: deliveryOf(store, event.id) })),
  )
  faultRoutes(app, '/faults', faults, parseFault)
}

/** The requested time; a string is the error message. */
function target(body: unknown, now: number): number | string {
  const { advance, now: wanted, by } = fieldsOf(body)
  const until =
    typeof by === 'string' ? STEPS[by]?.(now) : typeof advance === 'number' ? now + advance : wanted
  if (typeof until !== 'number' || !Number.isInteger(until)) {
    return 'set advance to a whole number of seconds, or now to a Unix time in seconds'
  }
  if (until < now) return 'the clock can only move forward'
  return until - now > MAX_ADVANCE ? 'that time is too far ahead' : until
}

/** Returns JSON to programs and redirects forms back to the page. */
function answer(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
  const fromPage = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  return fromPage ? reply.redirect('/sandbox/stripe', 303) : reply.send(body)
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}
