import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { databaseBefore } from '../../testing/databases/earlier-database.ts'
import { openDatabase } from './open.ts'
import { bookings } from './tables/bookings.ts'

test('gives each earlier booking an id of its own for the people its event is shared with', async () => {
  const { url, client } = await databaseBefore(30)
  const hostId = randomUUID()
  await client.query(
    `insert into hosts (id, google_sub, email, name, first_name, last_name, created_at)
     values ($1, 'sub', 'ada@example.com', 'Ada', 'Ada', '', now())`,
    [hostId],
  )
  await client.query(
    `insert into bookings (host_id, id, status, title, description, meet_via, timezone, calendar_id, calendar_entry_id,
       full_name, email, start_at, end_at, search_who, search_what, created_at, updated_at)
     select $1, 'b' || n, 'confirmed', 'Talk', '', 'zoom', 'UTC', 'primary', 'e' || n, 'Bob', 'bob@example.com',
       now() + n * interval '1 day', now() + n * interval '1 day' + interval '1 hour', '', '', now(), now()
     from generate_series(1, 3) n`,
    [hostId],
  )
  await client.end()

  const { db, close } = await openDatabase({ url })
  onTestFinished(close)
  const ids = await db.select({ sharedId: bookings.sharedId }).from(bookings)
  expect(new Set(ids.map(({ sharedId }) => sharedId)).size).toBe(3)
})
