import { type SQL, sql } from 'drizzle-orm'
import { MINUTE } from '../../availability/units.ts'
import { MAX_CLOCK_SKEW_MS } from '../adapters/time-left.ts'
import { jobs } from '../db/tables/jobs.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Deps } from '../adapters/deps.ts'
import type { Job, JobPool } from './job.ts'

const LOCK_MS = MINUTE

/** A lock that ends later is from a clock that ran ahead and was corrected since: nobody holds it. */
export const latestLockEnd = (now: number) => now + LOCK_MS + MAX_CLOCK_SKEW_MS

/**
 * For this long after the database failed, expired locks still count: others have to record what they did until then.
 * Longer than a connection and a statement can hang.
 */
const RECORDING_MS = 45_000

/** When the database failed this process last, in epoch milliseconds. */
export interface LastFailure {
  at: number
}

/** How many jobs whose time has come a claim marks as due. */
const MAX_MARKED = 1000

/**
 * How many jobs of one host and pool run at once, in all processes together. Fewer than a process runs: others never
 * wait for them.
 */
const MAX_RUNNING_PER_HOST = 2
const BEFORE_ALL_HOSTS = '00000000-0000-0000-0000-000000000000'

/**
 * Returns a function that claims up to `limit` due jobs of this pool. Hosts take turns: each call goes on after the
 * host that the previous one ended with, so a host's backlog delays nobody else. `running` are the caller's own jobs.
 */
export function jobClaimer(
  { db, now }: { db: Db | Tx } & Pick<Deps, 'now'>,
  pool: JobPool,
  lastFailure: LastFailure = { at: -Infinity },
) {
  let lastHostId = BEFORE_ALL_HOSTS

  /** Marks scheduled jobs whose time has come, so that the index of due jobs has them. */
  const markDue = (at: SQL) =>
    db
      .update(jobs)
      .set({ isDue: true })
      .where(
        sql`(host_id, id) in (
          select j.host_id, j.id from jobs j
          where j.state = 'queued' and not j.is_due and j.pool = ${pool} and j.run_at <= ${at}
          order by j.run_at limit ${MAX_MARKED} for update skip locked)`,
      )

  async function claim(limit: number, running: readonly Job[]): Promise<Job[]> {
    const at = timestamp(now())
    const isRecording = Math.abs(now() - lastFailure.at) < RECORDING_MS
    const whereLocked = sql`between ${isRecording ? sql`'-infinity'` : at} and ${timestamp(latestLockEnd(now()))}`
    const notRunning = running.length === 0 ? sql`true` : sql`j.id not in ${running.map(({ id }) => id)}`
    await markDue(at)
    const whereDue = sql`j.state = 'queued' and j.is_due and j.pool = ${pool} and j.run_at <= ${at}`
    // One index lookup per host, however long its backlog is.
    const nextHost = (after: unknown) =>
      sql`(select j.host_id from jobs j where ${whereDue} and j.host_id > ${after} order by j.host_id limit 1)`
    const claimed = await db
      .update(jobs)
      .set({ lockedUntil: now() + LOCK_MS, attempts: sql`attempts + 1` })
      .where(
        sql`(host_id, id) in (
          with recursive
            later as (
              select ${nextHost(sql`${lastHostId}::uuid`)} as host_id
              union all select ${nextHost(sql`later.host_id`)} from later where host_id is not null),
            earlier as (
              select ${nextHost(sql`${BEFORE_ALL_HOSTS}::uuid`)} as host_id
              union all select ${nextHost(sql`earlier.host_id`)} from earlier
                where host_id < ${lastHostId}::uuid),
            turns as (
              select host_id from later where host_id is not null
              union all select host_id from earlier where host_id <= ${lastHostId}::uuid),
            busy as materialized (
              select j.host_id, count(*) as jobs from jobs j
              where j.state = 'queued' and j.pool = ${pool} and j.locked_until ${whereLocked} group by j.host_id)
          select picked.host_id, picked.id from turns, lateral (
            select j.host_id, j.id from jobs j
            where j.host_id = turns.host_id and ${whereDue} and ${notRunning}
              and (j.locked_until ${whereLocked}) is not true
              and (j.queue_name is null or not exists (
                select from jobs before where before.state = 'queued'
                  and before.host_id = j.host_id and before.queue_name = j.queue_name
                  and before.position < j.position
                  and (before.uncertain_attempts = 0 or before.locked_until ${whereLocked})))
            order by j.run_at limit greatest(0, ${MAX_RUNNING_PER_HOST} - coalesce(
              (select busy.jobs from busy where busy.host_id = turns.host_id), 0))
            for update skip locked) picked
          limit ${limit})`,
      )
      .returning()
    lastHostId = lastInTurn(claimed, lastHostId)
    return claimed as Job[]
  }

  return async (limit: number, running: readonly Job[]): Promise<Job[]> => {
    try {
      return await claim(limit, running)
    } catch (error) {
      lastFailure.at = now()
      throw error
    }
  }
}

const timestamp = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`

/** The host that was reached last, beginning after `start` and going on from the first one. */
function lastInTurn(claimed: readonly { hostId: string }[], start: string): string {
  const hostIds = claimed.map(({ hostId }) => hostId).toSorted()
  return hostIds.findLast((hostId) => hostId <= start) ?? hostIds.at(-1) ?? start
}
