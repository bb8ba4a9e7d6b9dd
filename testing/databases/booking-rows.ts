import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { HOUR } from '../../availability/units.ts'
import { searchTexts } from '../../server/bookings/lists/search-text.ts'
import { bookings } from '../../server/db/tables/bookings.ts'
import type { Db } from '../../server/db/database.ts'

type Row = typeof bookings.$inferInsert

/** A booking row, inserted without checking its slot. */
export function bookingRow(changes: Partial<Row> & Pick<Row, 'hostId' | 'startAt'>): Row {
  const row = {
    id: randomBytes(18).toString('base64url'),
    status: 'confirmed' as const,
    title: 'Intro call',
    description: '',
    meetVia: 'google-meet' as const,
    timezone: 'America/New_York',
    calendarId: 'primary',
    calendarEntryId: randomBytes(16).toString('hex'),
    fullName: 'Bob Marsh',
    email: 'bob@example.com',
    endAt: changes.startAt + HOUR / 2,
    createdAt: changes.startAt - HOUR,
    updatedAt: changes.startAt - HOUR,
    ...changes,
  }
  return { ...row, ...searchTexts(row) }
}

/**
 * Many confirmed bookings of one event, one every hour starting at `from` (epoch milliseconds), by people with 5,000
 * different names.
 */
export async function insertManyBookings(
  db: Db,
  { hostId, eventId, count, from }: { hostId: string; eventId: string; count: number; from: number },
): Promise<void> {
  const start = new Date(from).toISOString()
  // Inserts many rows per statement, because one statement per row takes minutes.
  for (let done = 0; done < count; done += 10_000) {
    await db.execute(sql`
      insert into bookings (host_id, id, event_id, status, title, description, meet_via, timezone, calendar_id,
        calendar_entry_id, full_name, email, start_at, end_at, created_at, updated_at, search_who, search_what)
      select ${hostId}, 'booking-' || n, ${eventId}, case when n % 10 = 0 then 'canceled' else 'confirmed' end,
        'Intro call', 'Bring questions on no.' || n, 'google-meet', 'America/New_York', 'primary', 'entry' || n,
        'Guest ' || md5((n % 5000)::text), md5(n::text) || '@example.com',
        at, at + interval '30 minutes', at - interval '3 days', at - interval '2 days',
        upper('Guest ' || md5((n % 5000)::text) || chr(10) || md5(n::text) || '@example.com'),
        upper('Intro call' || chr(10) || 'Bring questions on no.' || n)
      from generate_series(${done + 1}::int, ${Math.min(done + 10_000, count)}::int) n,
        lateral (select ${start}::timestamptz + n * interval '1 hour' as at) times`)
  }
  // Runs the maintenance that PostgreSQL runs on its own later. Until then, the index keeps recent rows in an
  // unsorted list.
  await db.execute(sql`vacuum analyze bookings`)
}
