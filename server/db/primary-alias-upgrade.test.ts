import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { databaseBefore } from '../../testing/databases/earlier-database.ts'
import { calendarEntries, calendarMirrors } from './tables/calendars.ts'
import { openDatabase } from './open.ts'
import { bookings } from './tables/bookings.ts'
import { events } from './tables/events.ts'

test('what was stored under the alias of a listed primary calendar belongs to that calendar, once', async () => {
  const { url, client } = await databaseBefore(38)
  const [ada, bob, unlisted] = [randomUUID(), randomUUID(), randomUUID()]
  const values = [ada, bob, unlisted]
  const hosts = 'unnest(array[$1, $2, $3]::uuid[]) with ordinality as h (id, n)'
  const listed = '(values ($1::uuid, 1), ($2::uuid, 2), ($3::uuid, 3)) as h (id, n)'
  await client.query(
    `insert into hosts (id, google_sub, email, name, first_name, last_name, created_at)
     select id, n, n || '@example.com', '', '', '', now() from ${hosts}`,
    values,
  )
  await client.query(
    `insert into calendars (host_id, calendar_id, name, is_primary)
     select id, n || '@example.com', '', true from ${listed} where n < 3`,
    values,
  )
  await client.query(
    `insert into events (host_id, id, booking_link_id, title, description, duration, meet_via, timezone, calendar_id,
       is_enabled, is_archived, buffer_time, allow_users_to_cancel, allow_users_to_edit, show_booking_start_date, week,
       created_at, updated_at)
     select id, gen_random_uuid(), n, '', '', 30, 'zoom', 'UTC', 'primary', true, false, 0, true, true, false, '{}', now(), now()
     from ${hosts}`,
    values,
  )
  await client.query(
    `insert into bookings (host_id, id, event_id, status, title, description, meet_via, timezone, calendar_id, calendar_entry_id,
       full_name, email, start_at, end_at, created_at, updated_at, search_who, search_what)
     select h.id, h.n, e.id, 'confirmed', '', '', 'zoom', 'UTC', 'primary', 'e', '', '', now(), now() + interval '1 hour', now(), now(), '', ''
     from ${hosts} join events e on e.host_id = h.id`,
    values,
  )
  await client.query(
    `insert into calendar_mirrors (host_id, calendar_id, sync_token, synced_at, covered_until, next_poll_at, last_used_at)
     select h.id, c, 'token', now(), now(), now(), now() from ${listed}, unnest(array['primary', '1@example.com']) c
     where c = 'primary' or h.n = 1`,
    values,
  )
  await client.query(
    `insert into calendar_entries (host_id, calendar_id, entry_id, start_at, end_at)
     select host_id, calendar_id, 'entry', now(), now() + interval '1 hour' from calendar_mirrors`,
  )
  await client.end()

  const { db, close } = await openDatabase({ url })
  onTestFinished(close)
  const idsOf = (rows: readonly { hostId: string; calendarId: string }[]) =>
    [ada, bob, unlisted].map((id) => rows.filter(({ hostId }) => hostId === id).map((row) => row.calendarId))
  const once = [['1@example.com'], ['2@example.com'], ['primary']]
  for (const table of [events, bookings, calendarMirrors, calendarEntries]) {
    expect(idsOf(await db.select().from(table))).toEqual(once)
  }
  const mirrors = await db.select().from(calendarMirrors)
  // The alias's token may not be one of the calendar's own.
  expect(mirrors.find(({ hostId }) => hostId === bob)).toMatchObject({ syncToken: null })
  expect(mirrors.every(({ syncedAt }) => syncedAt !== null)).toBe(true)
})
