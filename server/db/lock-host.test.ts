import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RouteName } from '../../contract/api/routes.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../testing/server/test-app.ts'
import { lockAddress } from '../hosts/claim-shares.ts'
import type { Tx } from './database.ts'
import { calendarText } from '../calendars/icalendar/calendar-text.test-support.ts'
import { refreshCalendars } from '../calendars/refresh-calendars.ts'
import { lockHost } from './lock-host.ts'

// The embedded database runs one transaction at a time.
const app = setUpApp({ database: 'postgres' })
const feed = http.createServer((_request, response) => response.end(calendarText()))
const fields = [{ type: 'single-line', label: 'Company' }]
const collection = { name: 'Intake', fields }
let token: string
let hostId: string
/** Ids of an event, a collection, a share of the collection, and a second calendar account. */
const ids = { event: '', collection: '', share: '', account: '' }

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    feed.listen(0, '127.0.0.1', resolve)
  })
  const { sessionToken, user } = await signIn(app.origin, 'ada@example.com')
  token = sessionToken
  hostId = user.id
  ids.event = (await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })).id
  ids.collection = (await ok(app.origin, 'createCollection', { token, body: collection })).id
  ids.account = (await connect()).id
  const share = { params: { id: ids.collection }, body: { email: 'max@example.com' } }
  ids.share = (await ok(app.origin, 'shareCollection', { token, ...share })).userId
})
afterAll(() => {
  feed.closeAllConnections()
  feed.close()
})

const connect = () => {
  const url = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/team.ics`
  return ok(app.origin, 'connectCalendars', { token, body: { provider: 'ics', url } })
}
const lockable = [
  'hosts',
  'events',
  'collections',
  'collection_shares',
  'calendar_connections',
  'calendar_mirrors',
  'calendars',
]
const used = () => [{ id: ids.collection, collectionStage: 'onBooking' }]

const changed = (name: RouteName, body: object, params: Record<string, string> = {}) =>
  ok(app.origin, name, { token, params, body })

/** Changes that lock several rows, in an order in which each is still possible. */
const changes: [string, () => Promise<unknown>][] = [
  ['creating an event', () => changed('createEvent', { title: 'Call', customFieldsCollections: used() })],
  [
    'saving an event',
    () => changed('updateEvent', { bufferTime: 10, customFieldsCollections: used() }, { id: ids.event }),
  ],
  ['hiding an event', () => changed('updateEventAddress', { isListed: false }, { id: ids.event })],
  [
    'sharing an event',
    () => changed('shareEvent', { email: 'max@example.com', role: 'view' }, { id: ids.event }),
  ],
  ['saving a collection', () => changed('updateCollection', collection, { id: ids.collection })],
  [
    'sharing a collection',
    () => changed('shareCollection', { email: 'eve@example.com' }, { id: ids.collection }),
  ],
  [
    'unsharing a collection',
    () => changed('unshareCollection', {}, { id: ids.collection, userId: ids.share }),
  ],
  ['deleting a collection', () => changed('deleteCollection', {}, { id: ids.collection })],
  ['connecting calendars again', connect],
  ['refreshing calendars', () => refreshCalendars(app.deps, { hostId, id: ids.account })],
  ['canceling an event', () => changed('cancelEvent', { cancellationReason: 'Moved' }, { id: ids.event })],
]

/** The tables with rows that `change` has locked while it waits for what `lock` locks. */
async function lockedBefore(lock: (tx: Tx) => Promise<unknown>, change: () => Promise<unknown>) {
  const isLocked = Promise.withResolvers<void>()
  const isWaiting = Promise.withResolvers<void>()
  const holding = app.db.transaction(async (tx) => {
    await lock(tx)
    isLocked.resolve()
    await isWaiting.promise
    const locked: string[] = []
    for (const table of lockable) {
      const all = sql.identifier(table)
      const free = await tx.$count(sql`(select 1 from ${all} for update skip locked) free`)
      if (free < (await tx.$count(sql`${all}`))) locked.push(table)
    }
    return locked
  })
  await isLocked.promise
  const changing = change()
  const waiting = sql`pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect
    .poll(() => app.db.$count(waiting))
    .toBe(1)
    .finally(isWaiting.resolve)
  const locked = await holding
  await changing
  return locked
}

const addressed: [string, () => Promise<unknown>][] = [
  ['signing in', () => signIn(app.origin, 'zoe@example.com')],
  [
    'sharing an event',
    () => changed('shareEvent', { email: 'Zoe@example.com', role: 'view' }, { id: ids.event }),
  ],
  [
    'sharing a collection',
    () => changed('shareCollection', { email: 'Zoe@example.com' }, { id: ids.collection }),
  ],
]

test.each(addressed)('%s locks nothing before the address', async (_name, change) => {
  expect(await lockedBefore((tx) => lockAddress(tx, 'zoe@example.com'), change)).toEqual([])
})

test.each(changes)('%s locks nothing before the host', async (_name, change) => {
  expect(await lockedBefore((tx) => lockHost(tx, hostId), change)).toEqual([])
})
