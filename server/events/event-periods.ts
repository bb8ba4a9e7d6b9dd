import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { createZoneTable, type ZoneTable } from '../../availability/zone-table.ts'
import { instantOnClock, offsetAt } from '../../availability/wall-time.ts'
import { isTimeZone, zoneTable } from '../../contract/time/time-zones.ts'
import { type EventRow, events, type PeriodOffsets } from '../db/tables/events.ts'
import type { Deps } from '../adapters/deps.ts'
import { whereEvent } from './save-event.ts'
import { runtimeZones } from '../time-zones/runtime-zones.ts'

const EVENTS_AT_ONCE = 200

const bounds = ['eventStart', 'eventEnd', 'bookingStart', 'bookingEnd'] as const
type Periods = Pick<EventRow, 'timezone' | (typeof bounds)[number]>

/** The column that records by which offsets dates and times became the bounds of periods. */
export const periodOffsets = (event: Periods): PeriodOffsets =>
  isTimeZone(event.timezone) ? offsetsIn(zoneTable(event.timezone), event) : {}

function offsetsIn(zone: ZoneTable, event: Periods): PeriodOffsets {
  const known = bounds.flatMap((bound) => {
    const at = event[bound]
    return at === null ? [] : [[bound, offsetAt(zone, at) / 1000]]
  })
  return Object.fromEntries(known) as PeriodOffsets
}

/**
 * Moves the periods of events whose zone has other rules now, so that they begin and end at the dates and times that
 * the host typed. Nobody has to decide, because nobody else was promised anything.
 */
export async function keepEventPeriods({ db }: Deps): Promise<void> {
  let after: Pick<EventRow, 'hostId' | 'id'> | null = null
  for (;;) {
    const some: EventRow[] = await db
      .select()
      .from(events)
      .where(
        and(
          isNull(events.deletedAt),
          or(...bounds.map((bound) => isNotNull(events[bound]))),
          after
            ? sql`(${events.hostId}, ${events.id}) > (${after.hostId}::uuid, ${after.id}::uuid)`
            : undefined,
        ),
      )
      .orderBy(asc(events.hostId), asc(events.id))
      .limit(EVENTS_AT_ONCE)
    for (const event of some) {
      const kept = keptPeriods(event)
      if (!kept) continue
      // Saved in between: then its periods are right already.
      await db
        .update(events)
        .set(kept)
        .where(and(whereEvent(event.hostId, event.id), eq(events.version, event.version)))
    }
    after = some.at(-1) ?? null
    if (some.length < EVENTS_AT_ONCE) return
  }
}

/** The changes to an event; null if there are none. */
function keptPeriods(event: EventRow): Partial<EventRow> | null {
  if (!isTimeZone(event.timezone)) return null
  const zone = zoneTable(event.timezone)
  // Earlier versions calculated with the rules that the runtime came with.
  const typed = event.periodOffsets ?? offsetsIn(runtimeZone(event.timezone) ?? zone, event)
  const moved = bounds.flatMap((bound) => {
    const [at, offset] = [event[bound], typed[bound]]
    if (at === null || offset === undefined || offsetAt(zone, at) === offset * 1000) return []
    return [[bound, instantOnClock(zone, at + offset * 1000)]]
  })
  if (moved.length === 0 && event.periodOffsets !== null) return null
  const periods = Object.fromEntries(moved) as Partial<Periods>
  return { ...periods, periodOffsets: offsetsIn(zone, { ...event, ...periods }) }
}

const runtimeTables = new Map<string, ZoneTable | null>()

function runtimeZone(timeZone: string): ZoneTable | null {
  const known = runtimeTables.get(timeZone)
  if (known !== undefined) return known
  const table = readRuntimeZone(timeZone)
  runtimeTables.set(timeZone, table)
  return table
}

function readRuntimeZone(timeZone: string): ZoneTable | null {
  try {
    return createZoneTable(runtimeZones().load().read(timeZone))
  } catch {
    return null
  }
}
