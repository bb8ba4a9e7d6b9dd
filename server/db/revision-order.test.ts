import pg from 'pg'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../testing/databases/databases.ts'
import { ok, signIn, startTestApp } from '../../testing/server/test-app.ts'
import { collections, eventCollections } from './tables/collections.ts'
import { events } from './tables/events.ts'

const HOSTS = 8
const isWaiting = `select count(*)::int as waiting from pg_stat_activity where application_name = 'change' and wait_event_type = 'Lock'`

test('a collection of several hosts raises their revisions in the order of their ids', async () => {
  const { where } = await freshDatabase('postgres')
  const connectionString = (where as { url: string }).url
  const app = await startTestApp({ databaseUrl: connectionString })
  const owner = await signIn(app.origin, 'owner@example.com')
  const { id: collectionId } = await ok(app.origin, 'createCollection', {
    token: owner.sessionToken,
    body: { name: 'Questions', fields: [{ label: 'Company', type: 'single-line' }] },
  })
  for (let n = 0; n < HOSTS; n++) {
    const { sessionToken: token } = await signIn(app.origin, `host-${n}@example.com`)
    await ok(app.origin, 'createEvent', { token, body: { title: 'Tea' } })
  }
  const used = await app.db.select({ hostId: events.hostId, eventId: events.id }).from(events)
  const [collection] = await app.db.select().from(collections).where(eq(collections.id, collectionId))
  const use = { position: 9, collectionHostId: collection!.hostId, collectionId, stage: 'onBooking' as const }
  await app.db.insert(eventCollections).values(used.map((event) => ({ ...event, ...use })))
  const ids = used.map(({ hostId }) => hostId).toSorted()

  const other = new pg.Client({ connectionString })
  const change = new pg.Client({ connectionString, application_name: 'change' })
  await Promise.all([other.connect(), change.connect()])
  // So that only an order that is asked for comes out.
  await change.query('set enable_sort = off; set enable_indexscan = off; set enable_indexonlyscan = off')
  await other.query('begin')
  await other.query('select from host_revisions where host_id = $1 for update', [ids[0]])
  const changed = change.query('update collections set name = $1 where id = $2', ['Others', collectionId])
  await expect.poll(async () => (await other.query(isWaiting)).rows).toEqual([{ waiting: 1 }])
  const free = await other.query<{ host_id: string }>(
    'select host_id from host_revisions for update skip locked',
  )
  expect(free.rows.map((row) => row.host_id)).toEqual(expect.arrayContaining(ids))
  await other.query('commit')
  await changed
  await Promise.all([other.end(), change.end()])
  await app.close()
})
