import { and, eq, sql, type SQL } from 'drizzle-orm'
import { calendarMirrors } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { isMirror, mirrorId, type MirrorKey } from './mirror-key.ts'
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
  /** In [0, 1): rounds the part of inactive mirrors. */
  random?: number
}

interface DueMirror extends ClaimedMirror {
  isActive: boolean
}

/** The part of all claims that inactive mirrors get in any case, if that many are due. */
const INACTIVE_SHARE = 0.2

/** How many of `limit` mirrors are inactive ones in any case: rounded at random, so that the share holds for small limits too. */
export const reservedForInactive = (limit: number, random = Math.random()) =>
  Math.floor(limit * INACTIVE_SHARE + random)

/**
 * Claims up to `limit` mirrors that are due, the longest overdue first, and schedules their next polls. Active ones come first: if
 * the provider's quota is too small for all, the others are late. Mirrors that nobody uses leave the queue instead:
 * `next_poll_at` is `infinity` until they are used again.
 */
export async function claimMirrors(deps: Deps, claim: MirrorClaim): Promise<ClaimedMirror[]> {
  for (;;) {
    const due = await takeDue(deps, claim)
    const used = await schedule(deps, due, claim.baseMs)
    if (used.length > 0 || due.length === 0) return used
  }
}

async function takeDue(
  { db, now }: Deps,
  { limit, baseMs, running, random }: MirrorClaim,
): Promise<DueMirror[]> {
  const at = sql`${new Date(now()).toISOString()}::timestamptz`
  const notRunning =
    running.length === 0 ? sql`true` : sql`(m.host_id, m.calendar_id) not in (${tuples(running)})`
  const due = (isActiveNow: boolean, atMost: SQL) => sql`
    select m.host_id, m.calendar_id from calendar_mirrors m
    where m.is_active = ${isActiveNow} and m.next_poll_at <= ${at} and ${notRunning}
    order by m.next_poll_at limit ${atMost} for update of m skip locked`
  return db
    .update(calendarMirrors)
    .set({ nextPollAt: now() + baseMs })
    .where(
      sql`(host_id, calendar_id) in (
        with reserved as materialized (${due(false, sql`${reservedForInactive(limit, random)}::int`)}),
          active as materialized (${due(true, sql`${limit}::int - (select count(*) from reserved)`)}),
          inactive as materialized (${due(false, sql`${limit}::int - (select count(*) from active)`)})
        select * from active union all select * from inactive)
        and next_poll_at <= ${at}`,
    )
    .returning({
      hostId: calendarMirrors.hostId,
      calendarId: calendarMirrors.calendarId,
      nextPollAt: calendarMirrors.nextPollAt,
      isActive: calendarMirrors.isActive,
    })
}

/** Sets when each of the claimed mirrors is due again by its use, and returns those that are used. */
async function schedule(deps: Deps, due: readonly DueMirror[], baseMs: number): Promise<ClaimedMirror[]> {
  if (due.length === 0) return []
  const { db, now } = deps
  const at = now()
  const wasActive = new Map(due.map((mirror) => [mirrorId(mirror), mirror.isActive]))
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
  const scheduled = uses.map((use) => ({
    hostId: use.hostId,
    calendarId: use.calendarId,
    isActive: use.isActive,
    nextPollAt: nextPollAt(use, at, baseMs),
  }))
  const claimedUntil = due[0]!.nextPollAt
  const changed = scheduled.filter(
    (mirror) => mirror.nextPollAt !== claimedUntil || mirror.isActive !== wasActive.get(mirrorId(mirror)),
  )
  await reschedule(deps, changed, claimedUntil)
  return scheduled
    .filter((mirror) => mirror.nextPollAt !== Infinity)
    .map(({ hostId, calendarId, nextPollAt: dueAt }) => ({ hostId, calendarId, nextPollAt: dueAt }))
}

/** Leaves out mirrors that are no longer scheduled for `claimedUntil`: something else made them due. */
async function reschedule({ db }: Deps, mirrors: readonly DueMirror[], claimedUntil: number): Promise<void> {
  const groups = Map.groupBy(mirrors, (mirror) => `${mirror.nextPollAt} ${mirror.isActive}`)
  for (const group of groups.values()) {
    const { nextPollAt: at, isActive: active } = group[0]!
    await db
      .update(calendarMirrors)
      .set({ nextPollAt: at, isActive: active })
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
