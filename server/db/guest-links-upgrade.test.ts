import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { databaseBefore } from '../../testing/databases/earlier-database.ts'
import { isCapability } from './ids.ts'
import { openDatabase } from './open.ts'
import { guestLinks } from './tables/guest-links.ts'
import { bookingHistory } from './tables/bookings.ts'

test('gives guests and queued shares of earlier bookings links without answers, and starts a history', async () => {
  const { url, client } = await databaseBefore(17)
  const hostId = randomUUID()
  await client.query(
    `insert into hosts (id, google_sub, email, name, first_name, last_name, created_at)
     values ($1, 'sub', 'ada@example.com', 'Ada', 'Ada', '', now())`,
    [hostId],
  )
  await client.query(
    `insert into bookings (host_id, id, status, canceled_at, canceled_by, title, description, meet_via, timezone,
       calendar_id, calendar_entry_id, full_name, email, start_at, end_at, search_who, search_what, created_at, updated_at)
     values ($1, 'b', 'canceled', now() + interval '1 second', 'host', 'Talk', '', 'zoom', 'UTC', 'primary', 'e', 'Bob',
       'bob@example.com', now(), now() + interval '1 hour', '', '', now(), now())`,
    [hostId],
  )
  await client.query(
    `insert into booking_guests (host_id, booking_id, email, invited_at)
     values ($1, 'b', 'ann@example.com', now()), ($1, 'b', 'cy@example.com', now())`,
    [hostId],
  )
  for (const [role, to] of Object.entries({ recipient: 'Di@example.com', guest: 'ann@example.com' })) {
    await client.query(
      `insert into jobs (host_id, id, kind, payload, state, run_at, created_at)
       values ($1, $2, 'sendMail', $3, 'queued', now(), now())`,
      [hostId, randomUUID(), JSON.stringify({ bookingId: 'b', role, to })],
    )
  }
  await client.end()

  const { db, close } = await openDatabase({ url })
  onTestFinished(close)
  const links = await db.select().from(guestLinks).orderBy(guestLinks.email)
  expect(links).toMatchObject([
    { bookingId: 'b', email: 'ann@example.com', role: 'guest', includesAnswers: false, revokedAt: null },
    { bookingId: 'b', email: 'cy@example.com', role: 'guest' },
    { bookingId: 'b', email: 'di@example.com', role: 'recipient' },
  ])
  const tokens = links.map(({ token }) => token)
  expect(new Set(tokens).size).toBe(3)
  for (const token of tokens) expect(token.length >= 32 && isCapability(token)).toBe(true)
  expect(await db.select().from(bookingHistory).orderBy(bookingHistory.at)).toMatchObject([
    { bookingId: 'b', action: 'booked', actor: 'invitee', emails: [] },
    { bookingId: 'b', action: 'canceled', actor: 'host', emails: [] },
  ])
})
