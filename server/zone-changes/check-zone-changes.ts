import { type SQL, sql } from 'drizzle-orm'
import { DAY } from '../../availability/units.ts'
import type { ZoneRules } from '../../availability/zone-rules.ts'
import { isTimeZone, zoneTable } from '../../contract/time/time-zones.ts'
import { batchesOf } from '../db/batches-of.ts'
import type { Db, Tx } from '../db/database.ts'
import { zoneChecks } from '../db/tables/zone-checks.ts'
import type { Deps } from '../adapters/deps.ts'
import { toIso } from '../http/iso.ts'
import { enqueueAll, newJob } from '../jobs/enqueue.ts'
import { runtimeZones } from '../time-zones/runtime-zones.ts'
import { compareReleases, isRelease } from '../time-zones/zone-data.ts'
import { keepEventPeriods } from '../events/event-periods.ts'
import { bookingsInZones, zoneSegments } from './zone-segments.ts'

/** Until all processes have the new rules, some take bookings by the old ones. */
const REPEAT_AFTER_MS = DAY
const HOSTS_AT_ONCE = 20

/** Whether the clock of one of the zones shows another time than was agreed. */
const hasMoved = sql`(b.agreed_offset <> e.ahead or b.invitee_agreed_offset <> i.ahead) is true`

/**
 * Finds upcoming bookings whose wall time isn't what was agreed because this process has newer time zone rules than any
 * that checked before, and queues one email to each host. It unmarks bookings whose agreed time is correct again.
 * Several processes may do it at once, and one that is stopped leaves everything to the next.
 */
export async function checkZoneChanges(deps: Deps): Promise<void> {
  const { db, now } = deps
  const { release } = deps.zones.current()
  const [last] = await db.select().from(zoneChecks)
  if (!isDue(last, release, now())) return
  const used = await usedZones(db, now())
  await recordEarlierAgreements(deps, used)
  await recordMoved(deps, used)
  await keepEventPeriods(deps)
  await db.transaction(async (tx) => {
    await tx.insert(zoneChecks).values({}).onConflictDoNothing()
    const [locked] = await tx.select().from(zoneChecks).for('update')
    if (!isDue(locked, release, now())) return
    await tx.update(zoneChecks).set({ release, repeatAt: now() + REPEAT_AFTER_MS })
  })
  deps.wake('jobs')
}

function isDue(last: typeof zoneChecks.$inferSelect | undefined, release: string, now: number): boolean {
  if (!isRelease(release)) return false
  const order = compareReleases(release, last?.release ?? null)
  const repeatAt = last?.repeatAt ?? Infinity
  return order > 0 || (order === 0 && repeatAt <= now)
}

interface UsedZones {
  names: string[]
  /** From now to the last booking, in epoch milliseconds. */
  period: { start: number; end: number }
}

async function usedZones(db: Db, now: number): Promise<UsedZones> {
  const used = await rowsOf<{ timezone: string; invitee_timezone: string | null; last: number }>(
    db,
    sql`select b.timezone, b.invitee_timezone, extract(epoch from max(b.start_at))::float8 as last
      from bookings b where ${whereUpcoming(now)} group by 1, 2`,
  )
  const names = used.flatMap(({ timezone, invitee_timezone: invitees }) =>
    invitees === null ? [timezone] : [timezone, invitees],
  )
  const end = used.reduce((latest, { last }) => Math.max(latest, last * 1000), now)
  return { names: [...new Set(names)], period: { start: now, end } }
}

/** Earlier versions made bookings by the rules that the runtime came with. */
async function recordEarlierAgreements({ db, now }: Deps, { names, period }: UsedZones): Promise<void> {
  const whereUnrecorded = sql`${whereUpcoming(now())}
    and (b.agreed_offset is null or (b.invitee_agreed_offset is null and b.invitee_timezone is not null))`
  const found = await rowsOf<HostKey>(
    db,
    sql`select distinct b.host_id from bookings b where ${whereUnrecorded}`,
  )
  if (found.length === 0) return
  const segments = await zoneSegments(names, runtimeRules(), period)
  for (const some of batchesOf(found, HOSTS_AT_ONCE)) {
    await db.transaction(async (tx) => {
      await lockHosts(tx, some)
      await tx.execute(sql`
        update bookings set
          agreed_offset = coalesce(agreed_offset, known.event_ahead),
          invitee_agreed_offset = coalesce(invitee_agreed_offset, known.invitee_ahead)
        from (
          select b.host_id, b.id, e.ahead as event_ahead, i.ahead as invitee_ahead
          from ${bookingsInZones(segments)} where ${whereOfHosts(some)} and ${whereUnrecorded}) known
        where bookings.host_id = known.host_id and bookings.id = known.id`)
    })
  }
}

/** Marks and unmarks bookings, and queues the emails, a few hosts at a time. */
async function recordMoved({ db, now, zones }: Deps, { names, period }: UsedZones): Promise<void> {
  const { release } = zones.current()
  const segments = await zoneSegments(names, currentRules, period)
  const foundAt = now()
  // One that was made since then, for later than all others, may be beyond the segments.
  const whereToNotify = sql`${whereUpcoming(foundAt)} and b.start_at <= ${toIso(period.end)}::timestamptz
    and ${hasMoved} <> (b.zone_changed_at is not null)`
  const concerned = await rowsOf<HostKey>(
    db,
    sql`select distinct b.host_id from ${bookingsInZones(segments)} where ${whereToNotify}`,
  )
  for (const some of batchesOf(concerned, HOSTS_AT_ONCE)) {
    await db.transaction(async (tx) => {
      await lockHosts(tx, some)
      // Read again under the locks: a booking may have been moved in between, or another process was faster.
      const notified = await rowsOf<HostKey>(
        tx,
        sql`with changed as (
            update bookings
            set zone_changed_at = case when zone_changed_at is null then ${toIso(foundAt)}::timestamptz end
            where (host_id, id) in (
              select b.host_id, b.id from ${bookingsInZones(segments)} where ${whereOfHosts(some)} and ${whereToNotify})
            returning host_id, zone_changed_at)
          select distinct host_id from changed where zone_changed_at is not null`,
      )
      const jobs = notified.map(({ host_id: hostId }) =>
        newJob('sendZoneChangeNotice', { foundAt, release }, { hostId, now: foundAt }),
      )
      if (jobs.length > 0) await enqueueAll(tx, jobs)
    })
  }
}

interface HostKey {
  host_id: string
}

const rowsOf = async <Row>(db: Db | Tx, query: SQL) => ((await db.execute(query)) as { rows: Row[] }).rows

/** SQL: confirmed bookings that haven't started. */
const whereUpcoming = (now: number) => sql`b.status = 'confirmed' and b.start_at > ${toIso(now)}::timestamptz`

const idsOf = (hosts: readonly HostKey[]) => {
  const ids = JSON.stringify(hosts.map(({ host_id: id }) => id))
  return sql`(select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`
}

const whereOfHosts = (hosts: readonly HostKey[]) => sql`b.host_id in ${idsOf(hosts)}`

/**
 * Every change of bookings takes this lock. Always in the same order, so that two processes never wait for each other.
 */
async function lockHosts(tx: Tx, hosts: readonly HostKey[]): Promise<void> {
  await tx.execute(sql`select id from hosts where id in ${idsOf(hosts)} order by id for no key update`)
}

const currentRules = (name: string) => (isTimeZone(name) ? zoneTable(name).rules : undefined)

function runtimeRules(): (name: string) => ZoneRules | undefined {
  const { read } = runtimeZones().load()
  return (name) => {
    try {
      return read(name)
    } catch {
      return undefined
    }
  }
}
