import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseBefore } from '../../../testing/databases/earlier-database.ts'
import { hashEmail } from '../../recipients/hash-email.ts'
import { openDatabase } from '../open.ts'
import { bookingRecipients } from './recipients.ts'

test('guests invited with an older version count toward the limit of their booking', async () => {
  const { url, client } = await databaseBefore(18)
  const hostId = randomUUID()
  await client.query(
    `insert into hosts (id, google_sub, email, name, first_name, last_name, created_at)
     values ($1, 'sub', 'ada@example.com', 'Ada', 'Ada', '', now())`,
    [hostId],
  )
  await client.query(
    `insert into bookings (host_id, id, status, title, description, meet_via, timezone, calendar_id, calendar_entry_id,
       full_name, email, start_at, end_at, created_at, updated_at, search_who, search_what)
     values ($1, 'b', 'confirmed', '', '', 'phone', 'UTC', 'primary', 'entry', 'Bob', 'bob@example.com',
       '2027-01-04T15:00Z', '2027-01-04T15:30Z', now(), now(), '', '')`,
    [hostId],
  )
  const email = 'zoë@example.com'
  await client.query(
    `insert into booking_guests (host_id, booking_id, email, invited_at) values ($1, 'b', $2, '2026-11-22T10:00Z')`,
    [hostId, email],
  )
  await client.end()
  const database = await openDatabase({ url })
  expect(await database.db.select().from(bookingRecipients)).toEqual([
    {
      hostId,
      bookingId: 'b',
      emailHash: hashEmail(email),
      mailedAt: Date.parse('2026-11-22T10:00Z'),
      allowance: 'guests',
    },
  ])
  await database.close()
})
