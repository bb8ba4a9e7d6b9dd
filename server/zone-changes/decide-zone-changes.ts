import { and, eq, gt, lt } from 'drizzle-orm'
import { type Interval, overlaps } from '../../availability/interval.ts'
import type { ZoneChangeOutcome } from '../../contract/bookings/zone-changes.schema.ts'
import { whereBooking } from '../bookings/lock-booking.ts'
import { hostActor } from '../bookings/open-booking.ts'
import { relistCopies } from '../bookings/calendar-entries/relist-copies.ts'
import { commitChange, recordChange } from '../bookings/record-change.ts'
import { refreshMirrors } from '../calendars/mirror/freshness.ts'
import { mirrorHorizon } from '../calendars/mirror-key.ts'
import { lockHost } from '../db/lock-host.ts'
import type { Tx } from '../db/database.ts'
import { type BookingRow, bookings } from '../db/tables/bookings.ts'
import type { Deps } from '../adapters/deps.ts'
import type { Handler } from '../http/endpoint.ts'
import { AppError } from '../http/errors.ts'
import { agreedOffsets, agreedStart } from '../bookings/agreed-offsets.ts'
import { type CheckedTogether, groupByChecked, readCheckedEntries } from './checked-for.ts'
import { readUndecided } from '../bookings/undecided-bookings.ts'
import { type Move, planMoves } from './plan-moves.ts'

/** How many bookings a transaction moves, so that other requests about the host's bookings needn't wait long. */
const MOVES_AT_ONCE = 50

/** What happened to bookings, by id. */
type Outcomes = Map<string, ZoneChangeOutcome>

interface Chosen {
  hostId: string
  ids: readonly string[]
}

/**
 * Leaves bookings where they are, or moves them to the local time that was agreed. That is a move by the host, but it
 * may be outside the event's hours or period, and the event may be paused. A repeated request finds nothing left to
 * decide.
 */
export const decideZoneChanges: Handler<'decideZoneChanges'> = async ({ deps, caller, body }) => {
  const ids = [...new Set(body.bookingIds)]
  const chosen = { hostId: caller.hostId, ids }
  const outcomes = await (body.keep === 'instant' ? keepInstants(deps, chosen) : keepWallTimes(deps, chosen))
  return { results: ids.map((id) => ({ id, outcome: outcomes.get(id) ?? 'settled' })) }
}

async function keepInstants({ db, now }: Deps, { hostId, ids }: Chosen): Promise<Outcomes> {
  return db.transaction(async (tx) => {
    await lockHost(tx, hostId)
    const undecided = await readUndecided(tx, hostId, now(), ids)
    for (const booking of undecided) await keepInstant(tx, booking)
    return new Map(undecided.map(({ id }) => [id, 'kept']))
  })
}

/** Nobody gets an email, because nothing moves. */
const keepInstant = (tx: Tx, booking: BookingRow) =>
  tx.update(bookings).set(agreedOffsets(booking)).where(whereBooking(booking))

async function keepWallTimes(deps: Deps, { hostId, ids }: Chosen): Promise<Outcomes> {
  const { db, now } = deps
  const reached = await refreshCalendars(deps, await readUndecided(db, hostId, now(), ids))
  const outcomes: Outcomes = new Map()
  let isDone = false
  while (!isDone) {
    isDone = await commitChange(deps, async (tx) => {
      await lockHost(tx, hostId)
      return moveSome(tx, await readUndecided(tx, hostId, now(), ids), { reached, outcomes, now: now() })
    })
  }
  return outcomes
}

/** Syncs the calendars that the bookings' events check. Returns the keys of the groups whose busy times are known. */
async function refreshCalendars(deps: Deps, undecided: readonly BookingRow[]): Promise<ReadonlySet<string>> {
  const reached = new Set<string>()
  const refresh = async ({ key, checking, bookings: group }: CheckedTogether) => {
    const end = Math.max(...group.map((booking) => moveOf(booking).next.end))
    try {
      await refreshMirrors(deps, checking, Math.min(end, mirrorHorizon(deps.now())))
      reached.add(key)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'calendar_unreachable')) throw error
    }
  }
  await Promise.all((await groupByChecked(deps.db, undecided)).map(refresh))
  return reached
}

interface Round {
  reached: ReadonlySet<string>
  /** Receives what happens. */
  outcomes: Outcomes
  now: number
}

/** Moves one batch. Returns whether nothing movable is left. */
async function moveSome(
  tx: Tx,
  undecided: readonly BookingRow[],
  { reached, outcomes, now }: Round,
): Promise<boolean> {
  if (undecided.length === 0) return true
  const { others, busyOf } = await readBusyTimes(tx, undecided)
  const movable: Move[] = []
  for (const booking of undecided) {
    const move = moveOf(booking)
    const { key, entries } = busyOf.get(booking.id)!
    const isInTheWay = (entry: (typeof entries)[number]) =>
      entry.entryId !== booking.calendarEntryId && overlaps(entry, move.next)
    if (move.next.start === move.now.start) {
      await keepInstant(tx, booking)
      outcomes.set(booking.id, 'kept')
    } else if (move.next.start <= now) outcomes.set(booking.id, 'in_the_past')
    else if (!reached.has(key)) outcomes.set(booking.id, 'calendar_unreachable')
    else if (entries.some(isInTheWay)) outcomes.set(booking.id, 'calendar_busy')
    else movable.push(move)
  }
  const moving = new Set(movable.map(({ id }) => id))
  const { order, blocked } = planMoves(
    movable,
    others.filter(({ id }) => !moving.has(id)),
  )
  for (const { id } of blocked) outcomes.set(id, 'overlaps_booking')
  const byId = new Map(undecided.map((booking) => [booking.id, booking]))
  for (const { id, next } of order.slice(0, MOVES_AT_ONCE)) {
    await moveTo(tx, byId.get(id)!, next, now)
    outcomes.set(id, 'moved')
  }
  return order.length <= MOVES_AT_ONCE
}

function moveOf(booking: BookingRow): Move {
  const { id, startAt, endAt } = booking
  const start = agreedStart(booking)
  return { id, now: { start: startAt, end: endAt }, next: { start, end: start + endAt - startAt } }
}

/** The host's bookings, and for each of these the entries of the calendars that it checks, where they would move to. */
async function readBusyTimes(tx: Tx, undecided: readonly BookingRow[]) {
  const { hostId } = undecided[0]!
  const times = undecided.map((booking) => moveOf(booking).next)
  const start = Math.min(...times.map((time) => time.start))
  const end = Math.max(...times.map((time) => time.end))
  const others = await tx
    .select({ id: bookings.id, start: bookings.startAt, end: bookings.endAt })
    .from(bookings)
    .where(
      and(
        eq(bookings.hostId, hostId),
        eq(bookings.status, 'confirmed'),
        lt(bookings.startAt, end),
        gt(bookings.endAt, start),
      ),
    )
  const busyOf = new Map<string, { key: string; entries: Awaited<ReturnType<typeof readCheckedEntries>> }>()
  for (const group of await groupByChecked(tx, undecided)) {
    const entries = await readCheckedEntries(tx, group, { start, end })
    for (const { id } of group.bookings) busyOf.set(id, { key: group.key, entries })
  }
  return { others, busyOf }
}

async function moveTo(tx: Tx, booking: BookingRow, { start, end }: Interval, now: number): Promise<void> {
  const [moved] = await tx
    .update(bookings)
    .set({
      startAt: start,
      endAt: end,
      ...agreedOffsets({ ...booking, startAt: start }),
      entryRemovedAt: null,
      entryDivergedAt: null,
      sequence: booking.sequence + 1,
      updatedAt: now,
    })
    .where(whereBooking(booking))
    .returning()
  if (booking.entryRemovedAt !== null) await relistCopies(tx, booking)
  await recordChange(tx, moved!, { kind: 'changed', before: booking, by: hostActor }, now)
}
