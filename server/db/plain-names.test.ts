import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { databaseBefore } from '../../testing/databases/earlier-database.ts'
import { openDatabase } from './open.ts'
import { idempotentRequests } from './tables/requests.ts'
import { jobs } from './tables/jobs.ts'

test('keeps queued mail and Idempotency-Keys of the version before', async () => {
  const { url, client } = await databaseBefore(15)
  const hostId = randomUUID()
  await client.query(
    `insert into hosts (id, google_sub, email, name, first_name, last_name, created_at)
     values ($1, 'sub', 'ada@example.com', 'Ada', 'Ada', '', now())`,
    [hostId],
  )
  const enqueue = (kind: string, payload: object) =>
    client.query(
      `insert into jobs (host_id, id, kind, payload, state, run_at, created_at, line, place)
       values ($1, $2, $3, $4, 'queued', now(), now(), 'b reader', 3)`,
      [hostId, randomUUID(), kind, JSON.stringify(payload)],
    )
  const mail = {
    bookingId: 'b',
    kind: 'shared',
    to: 'bob@example.com',
    startAt: '1800000000000',
    message: '',
  }
  await enqueue('sendMail', {
    ...mail,
    role: 'reader',
    endAt: '1800001800000',
    sequence: '3',
    beforeAt: '1790000000000',
  })
  await enqueue('sendCalendarNotice', { brokenAt: '1800000000000' })
  await client.query(
    `insert into bookings (host_id, id, status, title, description, meet_via, timezone, calendar_id, calendar_entry_id,
       full_name, email, start_at, end_at, idempotency_key, request_hash, search_who, search_what, created_at, updated_at)
     values ($1, 'b', 'confirmed', 'Talk', '', 'zoom', 'UTC', 'primary', 'e', 'Bob', 'bob@example.com', now(),
       now() + interval '1 hour', 'key', 'hash', '', '', now(), now())`,
    [hostId],
  )
  await client.end()

  const { db, close } = await openDatabase({ url })
  onTestFinished(close)
  const queued = await db.select().from(jobs).orderBy(jobs.kind)
  expect(queued.map(({ payload }) => payload)).toEqual([
    { brokenAt: 1_800_000_000_000 },
    {
      ...mail,
      role: 'recipient',
      startAt: 1_800_000_000_000,
      endAt: 1_800_001_800_000,
      sequence: 3,
      previousStartAt: 1_790_000_000_000,
    },
  ])
  expect(queued[1]).toMatchObject({ queueName: 'b reader', position: 3 })
  expect(await db.select().from(idempotentRequests)).toMatchObject([
    { hostId, key: 'createBooking key', requestHash: 'hash', createdId: 'b' },
  ])
  expect(await db.$count(sql`bookings`)).toBe(1)
})
