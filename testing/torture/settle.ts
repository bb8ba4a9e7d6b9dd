import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../server/db/database.ts'
import { calendarMirrors } from '../../server/db/tables/calendars.ts'
import { hosts } from '../../server/db/tables/hosts.ts'
import { jobs } from '../../server/db/tables/jobs.ts'
import { bookings } from '../../server/db/tables/bookings.ts'
import { readState, type State } from './checks/state.ts'
import type { Violation } from './history.ts'
import type { Installation } from './installation.ts'
import type { Round } from './round.ts'

/** Without any progress. */
const LIMIT_MS = 90_000

/** The embedded database's process is stopped for each look, and has to get on with its work in between. */
const PAUSES_MS = { postgres: { first: 500, max: 2000 }, embedded: { first: 3000, max: 12_000 } } as const

/** Reminders wait for their meeting. */
const isPending = and(
  eq(jobs.state, 'queued'),
  or(ne(jobs.kind, 'sendMail'), sql`${jobs.payload} ->> 'kind' <> 'reminder'`),
)

/**
 * Waits, with the faults gone, until nothing is left to do: no jobs, and every calendar was listed since the last write
 * to it. Kills every process first. Returns the database's state then, and what never ends as violations.
 */
export async function settle(round: Round): Promise<{ state: State; violations: Violation[] }> {
  const { installation, history } = round
  await delay(Math.max(0, history.lateUntil - Date.now()))
  await restartAll(installation)
  let last = { at: Date.now(), count: Number.POSITIVE_INFINITY }
  const { first, max } = PAUSES_MS[installation.database]
  for (let pauseMs: number = first; ; pauseMs = Math.min(1.5 * pauseMs, max)) {
    await delay(pauseMs)
    const { waiting, state } = await installation.inspect(async (db) => {
      const found = await findWaiting(db, round)
      if (found.length > 0) await skipDelays(db)
      return { waiting: found, state: await readState(db, round) }
    })
    if (waiting.length < last.count) last = { at: Date.now(), count: waiting.length }
    if (waiting.length > 0 && Date.now() < last.at + LIMIT_MS) continue
    const violations = waiting.map((detail) => ({ rule: 'the queues drain', detail, booking: null }))
    return { state, violations }
  }
}

/** The locks of the killed processes are released, which takes a minute otherwise. */
async function restartAll(installation: Installation): Promise<void> {
  const indexes = [...installation.processes.keys()]
  await Promise.all(indexes.map((index) => installation.kill(index)))
  await installation.inspect(async (db) => {
    await db.update(jobs).set({ lockedUntil: null }).where(eq(jobs.state, 'queued'))
    await skipDelays(db)
  })
  await Promise.all(indexes.map((index) => installation.start(index)))
}

/** Retries and listings that were put off happen now: nobody wants to wait for hours of growing delays. */
async function skipDelays(db: Db): Promise<void> {
  const now = Date.now()
  const isUnclaimed = or(isNull(jobs.lockedUntil), lt(jobs.lockedUntil, now))
  await db
    .update(jobs)
    .set({ runAt: now })
    .where(and(isPending, isUnclaimed, gt(jobs.runAt, now)))
  await db.update(calendarMirrors).set({ nextPollAt: now, notBefore: null })
}

async function findWaiting(db: Db, round: Round): Promise<string[]> {
  const queued = await db.select().from(jobs).where(isPending)
  const [written] = await db
    .select({ at: sql<string | null>`max(${bookings.entryWrittenAt})` })
    .from(bookings)
  const lastWrite = Math.max(
    written?.at ? new Date(written.at).getTime() : 0,
    ...round.history.operations.map(({ startedAt }) => startedAt),
  )
  const mirrors = await db
    .select({
      email: hosts.email,
      calendarId: calendarMirrors.calendarId,
      syncedAt: calendarMirrors.syncedAt,
    })
    .from(calendarMirrors)
    .innerJoin(hosts, eq(hosts.id, calendarMirrors.hostId))
  const emails = new Set(round.hosts.map(({ email }) => email))
  return [
    ...queued.map(
      ({ kind, payload, attempts, lastError }) =>
        `${kind} ${JSON.stringify(payload)} was tried ${attempts} times: ${lastError ?? 'no error'}`,
    ),
    ...mirrors
      .filter(({ email, syncedAt }) => emails.has(email) && (syncedAt ?? 0) <= lastWrite)
      .map(({ calendarId }) => `The calendar ${calendarId} wasn't listed since it was last written to.`),
  ]
}
