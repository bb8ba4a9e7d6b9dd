import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { databaseBefore } from '../../testing/databases/earlier-database.ts'
import { openDatabase } from './open.ts'
import { bookings } from './tables/bookings.ts'

test('earlier bookings get the buffers of their event, or of their link where they are larger', async () => {
  const { url, client } = await databaseBefore(45)
  const [hostId, eventId, linkId] = [randomUUID(), randomUUID(), randomUUID()]
  await client.query(
    `insert into hosts (id, google_sub, email, name, first_name, last_name, created_at)
     values ($1, 'sub', 'ada@example.com', 'Ada', 'Ada', '', now())`,
    [hostId],
  )
  await client.query(
    `insert into events (host_id, id, booking_link_id, title, description, duration, meet_via, timezone, calendar_id,
       is_enabled, is_archived, buffer_time, allow_users_to_cancel, allow_users_to_edit, show_booking_start_date, week, rules,
       created_at, updated_at)
     values ($1, $2, 'talk', 'Talk', '', 30, 'zoom', 'UTC', 'primary', true, false, 10, true, true, false, '{}',
       '{"bufferBefore": 20, "bufferAfter": null}', now(), now())`,
    [hostId, eventId],
  )
  await client.query(
    `insert into event_links (host_id, id, event_id, token, name, rules, created_at)
     values ($1, $2, $3, 'token', '', '{"bufferBefore": 5, "bufferAfter": 15}', now())`,
    [hostId, linkId, eventId],
  )
  const add = (id: string, ofEvent: string | null, ofLink: string | null, days: number) =>
    client.query(
      `insert into bookings (host_id, id, event_id, link_id, status, title, description, meet_via, timezone, calendar_id,
         calendar_entry_id, full_name, email, start_at, end_at, search_who, search_what, created_at, updated_at)
       values ($1, $2, $3, $4, 'confirmed', 'Talk', '', 'zoom', 'UTC', 'primary', $2, 'Bob', 'bob@example.com',
         now() + make_interval(days => $5), now() + make_interval(days => $5, mins => 30), '', '', now(), now())`,
      [hostId, id, ofEvent, ofLink, days],
    )
  await add('a own', eventId, null, 1)
  await add('b by link', eventId, linkId, 2)
  await add('c of no event', null, null, 3)
  await add('d past', eventId, null, -9)
  await client.end()

  const { db, close } = await openDatabase({ url })
  onTestFinished(close)
  const kept = await db.select().from(bookings).orderBy(bookings.id)
  expect(kept.map(({ bufferBefore, bufferAfter }) => [bufferBefore, bufferAfter])).toEqual([
    [20, 10],
    [20, 15],
    [0, 0],
    [0, 0],
  ])
})
