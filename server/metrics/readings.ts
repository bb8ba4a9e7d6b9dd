import { setTimeout as delay } from 'node:timers/promises'
import { count, sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { calendarConnections } from '../db/tables/calendars.ts'
import { jobs } from '../db/tables/jobs.ts'
import { calendarProviders } from '../../contract/calendars/calendar-connections.ts'
import { poolOf } from '../jobs/job.ts'
import type { Deps } from '../adapters/deps.ts'

/** A scrape waits no longer than this for the database. */
const TIMEOUT_MS = 5000
const AGES = { '1m': 60, '15m': 900, '1h': 3600, '1d': 86_400, older: Infinity } as const

/** After so many failures in a row, a calendar counts as failing. */
const FAILING = 3

/**
 * Registers the state of jobs, mirrors and calendar accounts, which all processes share. Returns a function that reads
 * them, to be called before each scrape: the registry reads all values at once and wouldn't wait.
 */
export function registerReadings(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  registry: Registry,
): () => Promise<void> {
  const registers = [registry]

  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `boomtime_${name}`, help, labelNames, registers })
  const queued = gauge('jobs', 'Jobs by kind and state', 'kind', 'state')
  const waiting = gauge('jobs_due_age_seconds', 'How long the oldest due job has been waiting', 'kind')
  const mirrors = gauge(
    'calendar_mirrors',
    'Mirrors of calendars in use by time since their last sync',
    'age',
  )
  const failing = gauge('calendar_mirrors_failing', 'Mirrors whose last three syncs or more have failed')
  const pollsDue = gauge(
    'calendar_polls_due_age_seconds',
    'How long the calendar that is most overdue has been waiting',
  )
  const oldest = gauge('calendar_mirror_oldest_age_seconds', 'Time since the last sync of the oldest mirror')
  const connections = gauge(
    'calendar_connections',
    'Hosts’ calendar accounts by provider and state',
    'provider',
    'state',
  )
  const up = gauge(
    'database_up',
    'Whether the database answered this scrape. If not, its values come from an earlier scrape',
  )

  const read = async () => {
    const at = now()
    const foundJobs = await db
      .select({
        kind: jobs.kind,
        state: jobs.state,
        jobs: count(),
        dueSince: sql<number | null>`extract(epoch from min(${jobs.runAt}))::float8`,
      })
      .from(jobs)
      .groupBy(jobs.kind, jobs.state)
    const ages = Object.entries(AGES).map(([label, limit]) => sql`when age <= ${limit} then ${label}`)
    const foundMirrors = await db
      .select({
        age: sql<string>`case when age is null then 'never' ${sql.join(ages, sql` `)} end`,
        mirrors: count(),
        oldest: sql<number | null>`max(age)`,
        failing: sql<number>`count(*) filter (where failures >= ${FAILING})::int`,
        dueSince: sql<number | null>`extract(epoch from min(next_poll_at))::float8`,
      })
      // Mirrors that nobody uses aren't in the queue.
      .from(
        sql`(select failures, next_poll_at, (${at / 1000} - extract(epoch from synced_at))::float8 as age
          from calendar_mirrors where next_poll_at < 'infinity') as mirrors`,
      )
      .groupBy(sql`1`)
    const broken = sql<boolean>`${calendarConnections.brokenAt} is not null`
    const foundConnections = await db
      .select({ provider: calendarConnections.provider, isBroken: broken, accounts: count() })
      .from(calendarConnections)
      .groupBy(calendarConnections.provider, broken)

    for (const one of [queued, waiting, mirrors, connections]) one.reset()
    // An alert on a change would miss the first failure if its series began with it.
    for (const kind of Object.keys(poolOf)) queued.set({ kind, state: 'failed' }, 0)
    for (const { kind, state, jobs: number, dueSince } of foundJobs) {
      queued.set({ kind, state }, number)
      if (state === 'queued' && dueSince !== null) waiting.set({ kind }, Math.max(0, at / 1000 - dueSince))
    }
    for (const age of [...Object.keys(AGES), 'never']) mirrors.set({ age }, 0)
    for (const { age, mirrors: number } of foundMirrors) mirrors.set({ age }, number)
    oldest.set(Math.max(0, ...foundMirrors.map((group) => group.oldest ?? 0)))
    failing.set(foundMirrors.reduce((sum, group) => sum + group.failing, 0))
    pollsDue.set(Math.max(0, ...foundMirrors.map(({ dueSince }) => at / 1000 - (dueSince ?? at / 1000))))
    for (const provider of calendarProviders) {
      connections.set({ provider, state: 'connected' }, 0)
      connections.set({ provider, state: 'broken' }, 0)
    }
    for (const { provider, isBroken, accounts } of foundConnections)
      connections.set({ provider, state: isBroken ? 'broken' : 'connected' }, accounts)
  }

  return async () => {
    const reading = read().then(
      () => true,
      () => false,
    )
    up.set((await Promise.race([reading, delay(TIMEOUT_MS, false, { ref: false })])) ? 1 : 0)
  }
}
