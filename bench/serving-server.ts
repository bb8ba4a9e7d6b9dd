// The process whose CPU `serving.ts` measures: the whole server, and beside it a bare Fastify that sends the same
// bytes.
import process from 'node:process'
import Fastify from 'fastify'
import { buildRequest } from '../contract/api/client.ts'
import { routes } from '../contract/api/routes.ts'
import { type DatabaseKind, setup } from '../testing/databases/databases.ts'
import { ok, signIn, startTestApp } from '../testing/server/test-app.ts'

/** Addresses of the same answers: of the server and of the bare one. */
export interface Served {
  slots: string
  bareSlots: string
  page: string
  barePage: string
  /** Sent with each request. */
  headers: Record<string, string>
}

const end = await setup()
const app = await startTestApp({ database: process.argv[2] as DatabaseKind, trustProxy: 1, log: () => {} })
// Time passes, so that calendars are synced as usual.
const start = performance.now()
const from = app.clock.now
const ticking = setInterval(() => (app.clock.now = from + (performance.now() - start)), 50)

const { sessionToken: token } = await signIn(app.origin, 'maya@example.com')
const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Intro call', duration: 30 } })
const { url, headers } = buildRequest(routes.listSlots, {
  params: { id: event.id },
  query: { dateFrom: '2027-02-01', dateTo: '2027-02-28', timezone: 'America/New_York' },
})
const slots = app.origin + url
const page = `${app.origin}/book/${event.bookingUrlId}`
const plain = { ...headers, 'accept-encoding': 'identity' }

const bare = Fastify()
for (const [path, address] of Object.entries({ '/slots': slots, '/page': page })) {
  const response = await fetch(address, { headers: plain })
  const text = await response.text()
  const type = response.headers.get('content-type')!
  bare.get(path, async (_request, reply) => reply.type(type).send(text))
}
const bareOrigin = await bare.listen({ host: '127.0.0.1', port: 0 })

process.on('message', () => process.send!(process.cpuUsage()))
process.once('disconnect', () => {
  clearInterval(ticking)
  void Promise.all([app.close(), bare.close()])
    .then(end)
    .finally(() => process.exit())
})
process.send!({
  slots,
  bareSlots: `${bareOrigin}/slots`,
  page,
  barePage: `${bareOrigin}/page`,
  headers: plain,
} satisfies Served)
