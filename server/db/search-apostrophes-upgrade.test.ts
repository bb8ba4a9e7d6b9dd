import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { databaseBefore } from '../../testing/databases/earlier-database.ts'
import { searchTexts } from '../bookings/lists/search-text.ts'
import { openDatabase } from './open.ts'
import { bookings } from './tables/bookings.ts'

test('earlier bookings are found with any apostrophe', async () => {
  const { url, client } = await databaseBefore(56)
  const hostId = randomUUID()
  await client.query(
    `insert into hosts (id, google_sub, email, name, first_name, last_name, created_at)
     values ($1, 'sub', 'ada@example.com', 'Ada', 'Ada', '', now())`,
    [hostId],
  )
  await client.query(
    `insert into bookings (host_id, id, status, title, description, meet_via, timezone, calendar_id, calendar_entry_id,
       full_name, email, start_at, end_at, search_who, search_what, created_at, updated_at)
     values ($1, 'b', 'confirmed', 'Síle’s talk', '', 'zoom', 'UTC', 'primary', 'e', 'Síle O’Brien', 'sile@example.com',
       now(), now() + interval '1 hour', $2, $3, now(), now())`,
    [hostId, 'SILE O’BRIEN\nSILE@EXAMPLE.COM', 'SILE’S TALK\n\u001f'],
  )
  await client.end()

  const { db, close } = await openDatabase({ url })
  onTestFinished(close)
  const [booking] = await db.select().from(bookings)
  expect(booking).toMatchObject(searchTexts(booking!))
  expect(booking!.searchWho).toContain("O'BRIEN")
})
