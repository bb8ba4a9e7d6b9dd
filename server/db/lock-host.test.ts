import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RouteName } from '../../contract/api/routes.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { type Asked, call, ok, signIn } from '../../testing/server/test-app.ts'
import { calendarText } from '../calendars/icalendar/calendar-text.test-support.ts'
import { lockHost } from './lock-host.ts'

// The embedded database runs one transaction at a time.
const app = setUpApp({ database: 'postgres' })
const feed = http.createServer((_request, response) => response.end(calendarText()))
const fields = [{ type: 'single-line', label: 'Company' }]
const collection = { name: 'Intake', fields }
let token: string
let hostId: string
/** Of an event, a collection, and a share of the collection. */
const ids = { event: '', collection: '', share: '' }

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    feed.listen(0, '127.0.0.1', resolve)
  })
  const { sessionToken, user } = await signIn(app.origin, 'ada@example.com')
  token = sessionToken
  hostId = user.id
  ids.event = (await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })).id
  ids.collection = (await ok(app.origin, 'createCollection', { token, body: collection })).id
  const share = { params: { id: ids.collection }, body: { email: 'max@example.com' } }
  await ok(app.origin, 'connectCalendars', { token, ...connection() })
  ids.share = (await ok(app.origin, 'shareCollection', { token, ...share })).userId
})
afterAll(() => {
  feed.closeAllConnections()
  feed.close()
})

const connection = () => ({
  body: { provider: 'ics', url: `http://127.0.0.1:${(feed.address() as AddressInfo).port}/team.ics` },
})
const lockable = [
  'events',
  'collections',
  'collection_shares',
  'calendar_connections',
  'calendar_mirrors',
  'calendars',
]
const used = () => [{ id: ids.collection, collectionStage: 'onBooking' }]

/** Changes that lock several rows, in an order in which each is still possible. */
const changes: Partial<Record<RouteName, () => Asked>> = {
  createEvent: () => ({ body: { title: 'Call', customFieldsCollections: used() } }),
  updateEvent: () => ({
    params: { id: ids.event },
    body: { bufferTime: 10, customFieldsCollections: used() },
  }),
  updateEventAddress: () => ({ params: { id: ids.event }, body: { isListed: false } }),
  shareEvent: () => ({ params: { id: ids.event }, body: { email: 'max@example.com', role: 'view' } }),
  updateCollection: () => ({ params: { id: ids.collection }, body: collection }),
  shareCollection: () => ({ params: { id: ids.collection }, body: { email: 'eve@example.com' } }),
  unshareCollection: () => ({ params: { id: ids.collection, userId: ids.share } }),
  deleteCollection: () => ({ params: { id: ids.collection } }),
  connectCalendars: connection,
  cancelEvent: () => ({ params: { id: ids.event }, body: { cancellationReason: 'Moved' } }),
}

test.each(Object.entries(changes))('%s locks nothing before its host', async (name, request) => {
  const isHostLocked = Promise.withResolvers<void>()
  const isWaiting = Promise.withResolvers<void>()
  const holding = app.db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    isHostLocked.resolve()
    await isWaiting.promise
    for (const table of lockable)
      await tx.execute(sql`select 1 from ${sql.identifier(table)} for update nowait`)
  })
  await isHostLocked.promise
  const reply = call(app.origin, name as RouteName, { token, ...request() })
  const waiting = sql`pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect
    .poll(() => app.db.$count(waiting))
    .toBe(1)
    .finally(isWaiting.resolve)
  await holding
  expect(await reply).toMatchObject({ success: true })
})
