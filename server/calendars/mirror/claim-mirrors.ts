import { and, eq, sql, type SQL } from 'drizzle-orm'
import { calendarMirrors } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { isMirror, type MirrorKey } from './mirror-key.ts'
import { nextPollAt } from './schedule.ts'
import { isActive, isUsed } from './use.ts'
import { webhookUrl } from './webhook-url.ts'

export interface ClaimedMirror extends MirrorKey {
  /** When it is due again (epoch milliseconds), unless something changes that. */
  nextPollAt: number
}

export interface MirrorClaim {
  limit: number
  /** The configured polling interval in milliseconds. */
  baseMs: number
  /** What the caller is syncing already. */
  running: readonly MirrorKey[]
}

/**
 * Claims up to `limit` mirrors that are due, the longest overdue first, and schedules their next polls. Mirrors that nobody uses
 * leave the queue instead: `next_poll_at` is `infinity` until they are used again.
 */
export async function claimMirrors(deps: Deps, claim: MirrorClaim): Promise<ClaimedMirror[]> {
  for (;;) {
    const due = await takeDue(deps, claim)
    const used = await schedule(deps, due, claim.baseMs)
    if (used.length > 0 || due.length < claim.limit) return used
  }
}

async function takeDue({ db, now }: Deps, { limit, baseMs, running }: MirrorClaim): Promise<ClaimedMirror[]> {
  const at = sql`${new Date(now()).toISOString()}::timestamptz`
  const notRunning =
    running.length === 0 ? sql`true` : sql`(m.host_id, m.calendar_id) not in (${tuples(running)})`
  return db
    .update(calendarMirrors)
    .set({ nextPollAt: now() + baseMs })
    .where(
      sql`(host_id, calendar_id) in (
        select m.host_id, m.calendar_id from calendar_mirrors m
        where m.next_poll_at <= ${at} and ${notRunning}
        order by m.next_poll_at limit ${limit} for update of m skip locked)
        and next_poll_at <= ${at}`,
    )
    .returning({
      hostId: calendarMirrors.hostId,
      calendarId: calendarMirrors.calendarId,
      nextPollAt: calendarMirrors.nextPollAt,
    })
}

/** Sets when each of the claimed mirrors is due again by its use, and returns those that are used. */
async function schedule(deps: Deps, due: readonly ClaimedMirror[], baseMs: number): Promise<ClaimedMirror[]> {
  if (due.length === 0) return []
  const { db, now } = deps
  const at = now()
  // Read after the claim, so that a change that committed in between counts.
  const uses = await db
    .select({
      hostId: calendarMirrors.hostId,
      calendarId: calendarMirrors.calendarId,
      isUsed,
      isActive: isActive(at),
      notifiedUntil: sql<number | null>`(select extract(epoch from max(c.expires_at))::float8 * 1000
        from calendar_channels c where c.host_id = calendar_mirrors.host_id
          and c.calendar_id = calendar_mirrors.calendar_id and c.address = ${webhookUrl(deps)})`,
    })
    .from(calendarMirrors)
    .where(sql`(host_id, calendar_id) in (${tuples(due)})`)
  const claimedUntil = at + baseMs
  const scheduled = uses.map(({ hostId, calendarId, ...use }) => ({
    hostId,
    calendarId,
    nextPollAt: nextPollAt(use, at, baseMs),
  }))
  await reschedule(
    deps,
    scheduled.filter((mirror) => mirror.nextPollAt !== claimedUntil),
    due[0]!.nextPollAt,
  )
  return scheduled.filter((mirror) => mirror.nextPollAt !== Infinity)
}

/** Leaves out mirrors that are no longer scheduled for `claimedUntil`: something else made them due. */
async function reschedule(
  { db }: Deps,
  mirrors: readonly ClaimedMirror[],
  claimedUntil: number,
): Promise<void> {
  const byTime = Map.groupBy(mirrors, (mirror) => mirror.nextPollAt)
  for (const [at, group] of byTime) {
    await db
      .update(calendarMirrors)
      .set({ nextPollAt: at })
      .where(
        and(
          sql`(host_id, calendar_id) in (${tuples(group)})`,
          eq(calendarMirrors.nextPollAt, claimedUntil),
          at === Infinity ? sql`not ${isUsed}` : undefined,
        ),
      )
  }
}

/** Takes a mirror off the queue that can't be synced until its host reconnects, unless something else has made it due. */
export async function park({ db }: Deps, mirror: ClaimedMirror): Promise<void> {
  await db
    .update(calendarMirrors)
    .set({ nextPollAt: Infinity })
    .where(and(isMirror(mirror), eq(calendarMirrors.nextPollAt, mirror.nextPollAt)))
}

function tuples(keys: readonly MirrorKey[]): SQL {
  return sql.join(
    keys.map(({ hostId, calendarId }) => sql`(${hostId}::uuid, ${calendarId})`),
    sql`, `,
  )
}
