import { performance } from 'node:perf_hooks'
import { HOUR } from '../availability/units.ts'
import { insertManyBookings } from '../testing/databases/booking-rows.ts'
import type { DatabaseKind } from '../testing/databases/databases.ts'
import { onEachDatabase } from './on-each-database.ts'
import { ok, signIn, START_OF_TESTS, startTestApp } from '../testing/server/test-app.ts'

const COUNT = 100_000
const ROUNDS = 21
const FIRST_PAGE_LIMIT_MS: Readonly<Record<DatabaseKind, number>> = { postgres: 50, embedded: 20 }
/**
 * How much longer than the first page it may take if many bookings are passed before. The embedded database's first page
 * gained the most from an index.
 */
const DEEP_PAGE_TIMES: Readonly<Record<DatabaseKind, number>> = { postgres: 3, embedded: 6 }
/** How much longer a search may take. */
const SEARCH_TIMES: Readonly<Record<DatabaseKind, number>> = { postgres: 2.5, embedded: 5 }

const FIRST = 'page 1'
const deep: Readonly<Record<string, Record<string, string>>> = {
  'upcoming, page 1': { upcoming: 'true' },
  'past, page 1': { past: 'true', order_by: '-start_utc' },
  'page 1,000': { page: '1000' },
  'newest first, page 1,000': { order_by: '-created_at', page: '1000' },
}
const searches: Readonly<Record<string, Record<string, string>>> = {
  'search: a few found': { booking_q: 'no.4711' },
  'search: two words': { booking_q: 'guest no.777' },
  'search: most found': { booking_q: 'questions' },
  'search: nothing found': { booking_q: 'nobody at all' },
  'search: part of an address': { attendees: 'c4ca4' },
}

/**
 * Measures the booking list of a host with 100,000 bookings by warm HTTP requests and returns the limits it exceeds.
 */
export const measureBookings = (): Promise<string[]> => onEachDatabase(measureOn)

async function measureOn(kind: DatabaseKind): Promise<string[]> {
  const app = await startTestApp({ database: kind })
  try {
    const { sessionToken: token, user } = await signIn(app.origin, 'maya@example.com')
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Intro call' } })
    const from = START_OF_TESTS - (COUNT / 2) * HOUR
    await insertManyBookings(app.db, { hostId: user.id, eventId: event.id, count: COUNT, from })
    const median = async (query: Record<string, string>) => {
      const rounds: number[] = []
      for (let round = -3; round < ROUNDS; round++) {
        const begin = performance.now()
        await ok(app.origin, 'listBookings', { token, query })
        if (round >= 0) rounds.push(performance.now() - begin)
      }
      return Math.round(rounds.toSorted((a, b) => a - b)[(ROUNDS - 1) / 2]! * 10) / 10
    }
    const first = await median({})
    const limits = [
      { name: FIRST, query: {}, limit: FIRST_PAGE_LIMIT_MS[kind] },
      ...Object.entries(deep).map(([name, query]) => ({ name, query, limit: DEEP_PAGE_TIMES[kind] * first })),
      ...Object.entries(searches).map(([name, query]) => ({
        name,
        query,
        limit: SEARCH_TIMES[kind] * first,
      })),
    ]
    const figures: { case: string; 'median ms': number; limit: number }[] = []
    for (const { name, query, limit } of limits) {
      figures.push({ case: `${kind}, ${name}`, 'median ms': await median(query), limit: Math.round(limit) })
    }
    console.table(figures)
    return figures
      .filter((figure) => figure['median ms'] > figure.limit)
      .map((figure) => `${figure.case} took ${figure['median ms']} ms; the limit is ${figure.limit} ms`)
  } finally {
    await app.close()
  }
}
