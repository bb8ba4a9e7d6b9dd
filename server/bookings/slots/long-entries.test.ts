import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../../testing/server/test-app.ts'

const app = setUpApp()

test.each([
  ['2026-11-01T00:00:00Z', '2027-01-14T00:00:00Z'],
  ['2026-12-04T00:00:00Z', '2027-01-14T00:00:00Z'],
  ['2027-01-11T00:00:00Z', '2027-06-01T00:00:00Z'],
])('an entry from %s to %s blocks each of its days', async (start, end) => {
  const { sessionToken: token } = await signIn(app.origin, `${start.slice(0, 10)}@example.com`)
  const body = { title: 'Talk', timezone: 'UTC' }
  const { id, calendarId } = await ok(app.origin, 'createEvent', { token, body })
  // Answers are kept by URL.
  let asked = 0
  const days = async () => {
    const query = {
      dateFrom: '2027-01-11',
      dateTo: '2027-01-15',
      timezone: 'UTC',
      asked: String((asked += 1)),
    }
    const slots = await ok(app.origin, 'listSlots', { params: { id }, query })
    return [...new Set(slots.map(({ startUtc }) => startUtc.slice(0, 10)))]
  }
  const before = await days()
  expect(before.length).toBe(5)
  await app.db.execute(sql`
    insert into calendar_entries (host_id, calendar_id, entry_id, start_at, end_at)
    select host_id, ${calendarId}, 'long', ${start}::timestamptz, ${end}::timestamptz from events where id = ${id}`)
  const isFree = (day: string) => `${day}T23:59:59Z` <= start || `${day}T00:00:00Z` >= end
  expect(await days()).toEqual(before.filter(isFree))
})
