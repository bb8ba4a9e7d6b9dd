import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { CalendarProviderName } from '../../../contract/calendars/calendar-connections.ts'
import { calendarMirrors } from '../../db/tables/calendars.ts'
import { commitsLater, placeholderLike, prepared } from '../../db/prepared.ts'
import type { Deps } from '../../adapters/deps.ts'
import { whereMirror, mirrorId, type MirrorKey } from '../mirror-key.ts'
import { nextPollAt } from './schedule.ts'
import { inActiveUse, inUse } from './mirror-use.ts'
import { webhookUrl } from './webhook-url.ts'

export interface ClaimedMirror extends MirrorKey {
  /** The host name of the server that it is read from; null: Google. */
  server: string | null
  /** When it is due again (epoch milliseconds), unless something changes that. */
  nextPollAt: number
  /** Whether its last sync failed. */
  isFailing: boolean
}

export interface MirrorClaim {
  limit: number
  /** The configured polling interval in milliseconds. */
  baseMs: number
  /** What the caller is syncing already. */
  running: readonly ClaimedMirror[]
}

export interface GoogleClaim extends MirrorClaim {
  /** In [0, 1): rounds the part of inactive mirrors. */
  random?: number
}

export interface OthersClaim extends MirrorClaim {
  /** How many mirrors of one server may be synced at once. */
  maxPerServer: number
  /** How many mirrors may be synced at once whose last sync failed. */
  maxFailing: number
}

type Claim = ({ from: 'google' } & GoogleClaim) | ({ from: 'others' } & OthersClaim)

interface DueMirror extends ClaimedMirror {
  isActive: boolean
}

/** The part of all claims that inactive mirrors get in any case, if that many are due. */
const INACTIVE_SHARE = 0.2

/**
 * How many of `limit` mirrors are inactive ones in any case: rounded at random, so that the share holds for small
 * limits too.
 */
export const reservedForInactive = (limit: number, random = Math.random()) =>
  Math.floor(limit * INACTIVE_SHARE + random)

/** How many mirrors that are due are looked at for those whose servers have free places. */
const MAX_CANDIDATES = 500

/**
 * Claims up to `limit` of Google's mirrors that are due, the longest overdue first, and schedules their next polls.
 * Active ones come first: if the provider's quota is too small for all, the others are late. Mirrors that nobody uses
 * leave the queue instead: `next_poll_at` is `infinity` until they are used again.
 */
export const claimMirrors = (deps: Deps, claim: GoogleClaim) => claimUsed(deps, { from: 'google', ...claim })

/**
 * The same for all other servers, which have no common quota. A server whose places are taken is passed over, so those
 * that wait for it keep nobody else waiting. Nor do those that fail, however many servers they are on.
 */
export const claimOtherMirrors = (deps: Deps, claim: OthersClaim) =>
  claimUsed(deps, { from: 'others', ...claim })

/**
 * SQL: mirrors in a JSON text, as `k`. Unlike a list of keys in the statement, they leave it the same for every claim.
 */
const keysIn = (json: SQL) => sql`jsonb_to_recordset(${json}::jsonb)
  as k(host_id uuid, calendar_id text, next_poll_at timestamptz, is_active boolean)`

const jsonOf = (mirrors: readonly (MirrorKey & Partial<DueMirror>)[]) =>
  JSON.stringify(
    mirrors.map((mirror) => ({
      host_id: mirror.hostId,
      calendar_id: mirror.calendarId,
      is_active: mirror.isActive,
      ...(mirror.nextPollAt !== undefined && {
        next_poll_at: mirror.nextPollAt === Infinity ? 'infinity' : new Date(mirror.nextPollAt).toISOString(),
      }),
    })),
  )

async function claimUsed(deps: Deps, claim: Claim): Promise<ClaimedMirror[]> {
  for (;;) {
    const due = await takeDue(deps, claim)
    const used = await schedule(deps, due, claim.baseMs)
    if (used.length > 0 || due.length === 0) return used
  }
}

async function takeDue({ db, now }: Deps, claim: Claim): Promise<DueMirror[]> {
  const { running, baseMs } = claim
  const take = claim.from === 'google' ? takeAtGoogle(claim) : takeElsewhere(claim)
  const taken = await take(db, {
    at: new Date(now()).toISOString(),
    claimedUntil: now() + baseMs,
    running: jsonOf(running),
    ...(claim.from === 'others' && {
      limit: claim.limit,
      maxPerServer: claim.maxPerServer,
      takenOf: JSON.stringify(countsOf(running.map(({ server }) => server ?? ''))),
    }),
  })
  return taken.map(({ failures, ...mirror }) => ({ ...mirror, isFailing: failures > 0 }))
}

const countsOf = (names: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, { length }]) => [name, length]))

const at = sql`${sql.placeholder('at')}::timestamptz`
const whereDue = sql`m.next_poll_at <= ${at} and (m.host_id, m.calendar_id) not in
  (select k.host_id, k.calendar_id from ${keysIn(sql`${sql.placeholder('running')}`)})`

/** Rows by their places, because PostgreSQL would read the whole table to find that many keys. */
const takeAt = (places: SQL) =>
  prepared((db) =>
    db
      .update(calendarMirrors)
      .set({ nextPollAt: sql`${placeholderLike(calendarMirrors.nextPollAt, 'claimedUntil')}` })
      .where(sql`ctid = any(array(${places})) and next_poll_at <= ${at} and ${commitsLater}`)
      .returning({
        hostId: calendarMirrors.hostId,
        calendarId: calendarMirrors.calendarId,
        server: calendarMirrors.server,
        nextPollAt: calendarMirrors.nextPollAt,
        isActive: calendarMirrors.isActive,
        failures: calendarMirrors.failures,
      }),
  )
type Take = ReturnType<typeof takeAt>

/** Their limits are part of the statements: without knowing them, PostgreSQL would sort everything that is due. */
const takes = new Map<string, Take>()

function takeOf(name: string, places: () => SQL): Take {
  const take = takes.get(name) ?? takeAt(places())
  takes.set(name, take)
  return take
}

function takeAtGoogle({ limit: free, random }: GoogleClaim): Take {
  // Few different ones.
  const limit = free < 10 ? free : free - (free % 5)
  const reserved = reservedForInactive(limit, random)
  const due = (isActiveNow: boolean, atMost: SQL) => sql`
    select m.ctid as place from calendar_mirrors m
    where m.server is null and m.is_active = ${sql.raw(String(isActiveNow))} and ${whereDue}
    order by m.next_poll_at limit ${atMost} for update of m skip locked`
  return takeOf(
    `google ${limit} ${reserved}`,
    () => sql`
    with reserved as materialized (${due(false, literal(reserved))}),
      active as materialized (${due(true, sql`${literal(limit)} - (select count(*) from reserved)`)}),
      inactive as materialized (${due(false, sql`${literal(limit)} - (select count(*) from active)`)})
    select place from active union all select place from inactive`,
  )
}

const literal = (count: number) => sql.raw(String(count))

function takeElsewhere({ running, maxFailing }: OthersClaim): Take {
  const takenBy = (server: SQL) => sql`coalesce((${sql.placeholder('takenOf')}::jsonb ->> ${server})::int, 0)`
  const maxPerServer = sql`${sql.placeholder('maxPerServer')}::int`
  const roomForFailing = Math.max(0, maxFailing - running.filter(({ isFailing }) => isFailing).length)
  const candidates = (failures: SQL, atMost: number) => sql`
    select m.ctid as place, m.server, m.next_poll_at from calendar_mirrors m
    where m.server is not null and ${failures} and ${whereDue} and ${takenBy(sql`m.server`)} < ${maxPerServer}
    order by m.next_poll_at limit ${literal(atMost)} for update of m skip locked`
  return takeOf(
    `others ${roomForFailing}`,
    () => sql`
    with failing as materialized (${candidates(sql`m.failures > 0`, roomForFailing)}),
      others as materialized (${candidates(sql`m.failures = 0`, MAX_CANDIDATES)})
    select place from (
      select candidate.*, row_number() over (partition by server order by next_poll_at) as turn
      from (select * from failing union all select * from others) candidate) queue
    where turn + ${takenBy(sql`server`)} <= ${maxPerServer}
    order by next_poll_at limit ${sql.placeholder('limit')}::int`,
  )
}

/** Sets when each of the claimed mirrors is due again by its use, and returns those that are used. */
async function schedule(deps: Deps, due: readonly DueMirror[], baseMs: number): Promise<ClaimedMirror[]> {
  if (due.length === 0) return []
  const { db, now, calendarProviders } = deps
  const instant = now()
  const known = new Map(due.map((mirror) => [mirrorId(mirror), mirror]))
  // Read after the claim, so that a change that committed in between counts.
  const uses = await readUses(db, {
    keys: jsonOf(due),
    at: new Date(instant).toISOString(),
    address: webhookUrl(deps),
  })
  const scheduled = uses.map(({ hostId, calendarId, server, provider, ...use }) => {
    const { pollMs } = calendarProviders[provider ?? 'google'].freshness
    const { isFailing } = known.get(mirrorId({ hostId, calendarId }))!
    const dueAt = nextPollAt(use, instant, pollMs ?? baseMs)
    return { hostId, calendarId, server, isFailing, isActive: use.isActive, nextPollAt: dueAt }
  })
  const claimedUntil = due[0]!.nextPollAt
  const changed = scheduled.filter(
    (mirror) =>
      mirror.nextPollAt !== claimedUntil || mirror.isActive !== known.get(mirrorId(mirror))!.isActive,
  )
  if (changed.length > 0)
    await reschedule(db, { changed: jsonOf(changed), claimedUntil, at: new Date(instant).toISOString() })
  return scheduled
    .filter((mirror) => mirror.nextPollAt !== Infinity)
    .map(({ hostId, calendarId, server, isFailing, nextPollAt: dueAt }) => ({
      hostId,
      calendarId,
      server,
      isFailing,
      nextPollAt: dueAt,
    }))
}

const whereKey = sql`calendar_mirrors.host_id = k.host_id and calendar_mirrors.calendar_id = k.calendar_id`

const readUses = prepared((db) =>
  db
    .select({
      hostId: calendarMirrors.hostId,
      calendarId: calendarMirrors.calendarId,
      server: calendarMirrors.server,
      isUsed: inUse(at),
      provider: sql<CalendarProviderName | null>`case when calendar_mirrors.server is null then 'google' else (
        select c.provider from calendar_connections c
        where c.host_id = calendar_mirrors.host_id and c.id = calendar_mirrors.connection_id) end`,
      isActive: inActiveUse(at),
      notifiedUntil: sql<number | null>`(select extract(epoch from max(c.expires_at))::float8 * 1000
        from calendar_channels c where c.host_id = calendar_mirrors.host_id
          and c.calendar_id = calendar_mirrors.calendar_id and c.address = ${sql.placeholder('address')})`,
    })
    .from(keysIn(sql`${sql.placeholder('keys')}`))
    .innerJoin(calendarMirrors, whereKey),
)

/** Leaves out mirrors that are no longer scheduled for `claimedUntil`: something else made them due. */
const reschedule = prepared((db) =>
  db
    .update(calendarMirrors)
    .set({ nextPollAt: sql`k.next_poll_at`, isActive: sql`k.is_active` })
    .from(keysIn(sql`${sql.placeholder('changed')}`))
    .where(
      sql`${whereKey} and calendar_mirrors.next_poll_at = ${placeholderLike(calendarMirrors.nextPollAt, 'claimedUntil')}
        and (k.next_poll_at <> 'infinity' or not ${inUse(at)}) and ${commitsLater}`,
    ),
)

/**
 * Takes a mirror off the queue that can't be synced until its host reconnects, unless something else has made it due.
 */
export async function park({ db }: Deps, mirror: ClaimedMirror): Promise<void> {
  await db
    .update(calendarMirrors)
    .set({ nextPollAt: Infinity })
    .where(and(whereMirror(mirror), eq(calendarMirrors.nextPollAt, mirror.nextPollAt)))
}
