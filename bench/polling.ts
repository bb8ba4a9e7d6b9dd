import { performance } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { HOUR } from '../availability/units.ts'
import { claimMirrors } from '../server/calendars/mirror/claim-mirrors.ts'
import type { DatabaseKind } from '../testing/databases/databases.ts'
import { onEachDatabase } from './on-each-database.ts'
import { startTestApp, type TestApp } from '../testing/server/test-app.ts'
import { type CalendarClass, type Scenario, simulatePolling } from './polling-simulation.ts'

const MIRRORS = 100_000
const UNUSED = 2000
const CLAIMS = 21
const BATCH = 50
const CLAIM_LIMIT_MS = 5

const classes: CalendarClass[] = [
  { name: 'active, notified', calendars: 49_900, isUsed: true, isActive: true, isNotified: true },
  { name: 'active', calendars: 100, isUsed: true, isActive: true, isNotified: false },
  { name: 'inactive, notified', calendars: 949_000, isUsed: true, isActive: false, isNotified: true },
  { name: 'inactive', calendars: 1000, isUsed: true, isActive: false, isNotified: false },
  { name: 'unused', calendars: 200_000, isUsed: false, isActive: false, isNotified: false },
]
const million: Scenario = {
  name: 'one million hosts',
  callsPerMinute: 10_000,
  processes: 4,
  durationMs: 2 * HOUR,
  otherCallsPerMinute: 700,
  changesPerCalendarAndDay: 5,
  classes,
}
const scenarios: Scenario[] = [
  million,
  { ...million, name: 'the same with half of the quota', callsPerMinute: 5000, durationMs: HOUR },
]

/**
 * Simulates the polling of a million calendars, and measures how long a claim takes among 100,000 mirrors, of which
 * 2,000 are unused and were due first. Returns the limits that are exceeded.
 */
export async function measurePolling(): Promise<string[]> {
  const failures: string[] = []
  for (const scenario of scenarios) failures.push(...(await measureScenario(scenario)))
  return [...failures, ...(await onEachDatabase(measureClaims))]
}

async function measureScenario(scenario: Scenario): Promise<string[]> {
  const { name, callsPerMinute } = scenario
  const figures = await simulatePolling(scenario)
  console.log(`Polling ${name}, ${callsPerMinute} calls a minute`)
  console.table(
    figures.classes.map(({ pollsPerMinute, p50Age, p95Age, p95Change, ...rest }) => ({
      ...rest,
      'polls/min': pollsPerMinute,
      'age p50 s': p50Age,
      'age p95 s': p95Age,
      'change p95 s': p95Change,
    })),
  )
  const { mostPolls, mostCalls, refused, leasesPerMinute } = figures
  const budget = callsPerMinute * 0.8
  console.table([
    { case: 'polls in the busiest minute', calls: mostPolls, limit: budget },
    { case: 'calls in the busiest 60 seconds', calls: mostCalls, limit: callsPerMinute },
    { case: 'calls that the provider refused', calls: refused, limit: 0 },
    { case: 'leases per minute, all processes', calls: leasesPerMinute },
  ])
  return [
    ...(mostPolls > budget ? [`${name}: ${mostPolls} polls in a minute; the limit is ${budget}`] : []),
    ...(refused > 0 ? [`${name}: the provider refused ${refused} calls`] : []),
  ]
}

export async function measureClaims(kind: DatabaseKind): Promise<string[]> {
  const app = await startTestApp({ database: kind })
  try {
    await insertMirrors(app)
    const claim = () => claimMirrors(app.deps, { limit: BATCH, baseMs: 60_000, running: [] })
    const begin = performance.now()
    await claim()
    const first = Math.round(performance.now() - begin)
    const times: number[] = []
    for (let round = 0; round < CLAIMS; round++) {
      const start = performance.now()
      const { length } = await claim()
      times.push(performance.now() - start)
      if (length === 0) throw new Error('A claim found no calendars')
    }
    const median = Math.round(times.toSorted((a, b) => a - b)[CLAIMS >> 1]! * 10) / 10
    console.table([
      { case: `${kind}, first claim, takes ${UNUSED} unused off the queue`, ms: first },
      { case: `${kind}, claim of ${BATCH} among ${MIRRORS}`, ms: median, limit: CLAIM_LIMIT_MS },
    ])
    return median > CLAIM_LIMIT_MS
      ? [`${kind}: a claim took ${median} ms; the limit is ${CLAIM_LIMIT_MS}`]
      : []
  } finally {
    await app.close()
  }
}

/**
 * Hosts with one event and one mirror each, half of them active. The unused ones have paused their event and have been
 * due the longest.
 */
async function insertMirrors(app: TestApp): Promise<void> {
  const at = sql`${new Date(app.clock.now).toISOString()}::timestamptz`
  await app.db.execute(sql`
    insert into hosts (id, google_sub, email, name, first_name, last_name, created_at)
    select gen_random_uuid(), n::text, n || '@example.com', '', '', '', ${at}
    from generate_series(1, ${MIRRORS}::int) n`)
  await app.db.execute(sql`
    insert into calendar_connections
      (host_id, id, provider, account, name, credential, key_id, granted_scopes, created_at, updated_at)
    select id, id, 'google', google_sub, email, '', '', '{}', ${at}, ${at} from hosts`)
  await app.db.execute(sql`
    insert into events (host_id, id, booking_link_id, title, description, duration, meet_via, timezone, calendar_id, is_enabled,
      is_archived, buffer_time, allow_users_to_cancel, allow_users_to_edit, show_booking_start_date, week, created_at, updated_at)
    select id, gen_random_uuid(), google_sub, '', '', 30, 'google_meet', 'UTC', 'primary', google_sub::int > ${UNUSED}, false, 0,
      true, true, false, '{}', ${at}, ${at} from hosts`)
  await app.db.execute(sql`
    insert into calendar_mirrors (host_id, calendar_id, next_poll_at, is_active, last_used_at)
    select id, 'primary', ${at} - interval '1 day' + google_sub::int * interval '1 second', google_sub::int % 2 = 0,
      ${at} - case when google_sub::int % 2 = 0 then interval '0' else interval '2 days' end from hosts`)
  await app.db.execute(sql`vacuum analyze`)
}
