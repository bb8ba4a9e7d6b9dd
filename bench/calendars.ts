import { performance } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import type { DatabaseKind } from '../testing/databases/databases.ts'
import { onEachDatabase } from './on-each-database.ts'
import { ok, signIn, startTestApp } from '../testing/server/test-app.ts'

const ADDED = 4
/** In each calendar: eight entries a day for three years. */
const ENTRIES = 8 * 365 * 3
const ROUNDS = 201
/** How much longer a request for slots may take if it checks five calendars instead of one. */
const LIMIT = 1.3

/**
 * Measures requests for a month of slots that check one calendar or five, in turn, and returns the limits they exceed.
 */
export const measureCalendars = (): Promise<string[]> => onEachDatabase(measureOn)

async function measureOn(kind: DatabaseKind): Promise<string[]> {
  const app = await startTestApp({ database: kind })
  try {
    const { sessionToken: token, user } = await signIn(app.origin, 'maya@example.com')
    const create = (checkedCalendars: string[] | null) =>
      ok(app.origin, 'createEvent', { token, body: { title: 'Intro call', checkedCalendars } })
    const one = await create([])
    await app.db.execute(sql`
      insert into calendars (host_id, calendar_id, name, is_primary, is_checked)
      select ${user.id}::uuid, 'team-' || n, 'Team', false, true from generate_series(1, ${ADDED}::int) n`)
    const five = await create(null)
    const day = new Date(app.clock.now).toISOString()
    await app.db.execute(sql`
      update calendar_mirrors set time_zone = 'UTC', synced_at = ${day}::timestamptz,
        covered_until = ${day}::timestamptz + interval '5 years'`)
    await app.db.execute(sql`
      insert into calendar_entries (host_id, calendar_id, entry_id, start_at, end_at)
      select m.host_id, m.calendar_id, 'e' || n, starts, starts + interval '30 minutes'
      from (select *, row_number() over () as position from calendar_mirrors) m,
        generate_series(1, ${ENTRIES}::int) n,
        lateral (select ${day}::timestamptz + n * interval '3 hours' + m.position * interval '30 minutes' as starts) t`)
    await app.db.execute(sql`vacuum analyze`)

    const query = { dateFrom: '2027-02-01', dateTo: '2027-02-28', timezone: 'America/New_York' }
    let asked = 0
    const time = async (id: string) => {
      // Answers are kept by URL.
      asked += 1
      const begin = performance.now()
      await ok(app.origin, 'listSlots', { params: { id }, query: { ...query, asked: String(asked) } })
      return performance.now() - begin
    }
    const times: { one: number[]; five: number[] } = { one: [], five: [] }
    for (let round = -20; round < ROUNDS; round++) {
      const [first, second] = [await time(one.id), await time(five.id)]
      if (round < 0) continue
      times.one.push(first)
      times.five.push(second)
    }
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[(ROUNDS - 1) / 2]!
    const ratio = median(times.five) / median(times.one)
    const shown = (ms: number) => Math.round(ms * 100) / 100
    console.table([
      {
        database: kind,
        'one calendar, median ms': shown(median(times.one)),
        'five calendars': shown(median(times.five)),
        ratio: shown(ratio),
        limit: LIMIT,
      },
    ])
    return ratio > LIMIT
      ? [
          `${kind}: slots of five calendars took ${shown(ratio)} times as long as of one; the limit is ${LIMIT}`,
        ]
      : []
  } finally {
    await app.close()
  }
}
