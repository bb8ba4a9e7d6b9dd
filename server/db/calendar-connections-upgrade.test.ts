import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { databaseBefore } from '../../testing/databases/earlier-database.ts'
import { calendarConnections, calendars } from './tables/calendars.ts'
import { openDatabase } from './open.ts'
import { events } from './tables/events.ts'

test('an earlier host keeps their account, and their events go on checking the calendars that they checked', async () => {
  const { url, client } = await databaseBefore(33)
  const hostId = randomUUID()
  const values = [hostId]
  await client.query(
    `insert into hosts (id, google_sub, email, name, first_name, last_name, created_at)
     values ($1, 'sub', 'ada@example.com', 'Ada', 'Ada', '', now())`,
    values,
  )
  await client.query(
    `insert into google_connections (host_id, refresh_token, key_id, granted_scopes, updated_at)
     values ($1, 'sealed', 'key', '{openid}', now())`,
    values,
  )
  await client.query(
    `insert into calendars (host_id, calendar_id, name, is_primary)
     values ($1, 'ada@example.com', 'Ada', true), ($1, 'team', 'Team', false)`,
    values,
  )
  await client.query(
    `insert into events (host_id, id, booking_link_id, title, description, duration, meet_via, timezone, calendar_id,
       is_enabled, is_archived, buffer_time, allow_users_to_cancel, allow_users_to_edit, show_booking_start_date, week,
       created_at, updated_at)
     select $1, gen_random_uuid(), id, id, '', 30, 'zoom', 'UTC', id, true, false, 0, true, true, false, '{}', now(), now()
     from unnest(array['primary', 'ada@example.com', 'team']) id`,
    values,
  )
  await client.end()

  const { db, close } = await openDatabase({ url })
  onTestFinished(close)
  expect(await db.select().from(calendarConnections)).toMatchObject([
    { hostId, id: hostId, provider: 'google', account: 'sub', name: 'ada@example.com', credential: 'sealed' },
  ])
  const checked = await db.select().from(calendars).orderBy(calendars.calendarId)
  expect(
    checked.map(({ calendarId, connectionId, isChecked }) => [calendarId, connectionId, isChecked]),
  ).toEqual([
    ['ada@example.com', hostId, true],
    ['team', hostId, false],
  ])
  const found = await db.select().from(events).orderBy(events.calendarId)
  expect(found.map(({ calendarId, checkedCalendars }) => [calendarId, checkedCalendars])).toEqual([
    ['ada@example.com', null],
    ['ada@example.com', null],
    ['team', []],
  ])
})
