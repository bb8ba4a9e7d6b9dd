import { setImmediate } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { changesBetween, type ZoneRules } from '../../availability/zone-rules.ts'

const ZONES_AT_ONCE = 10

/** A stretch of time with a constant offset. Its ends are timestamps as PostgreSQL reads them. */
interface ZoneSegment {
  zone: string
  starts: string
  ends: string
  /** Seconds ahead of UTC. */
  ahead: number
}

/**
 * What the clocks of zones show in a period (epoch milliseconds), as JSON that a database compares any number of
 * bookings with. Leaves out zones that `readRules` doesn't know.
 */
export async function zoneSegments(
  names: readonly string[],
  readRules: (name: string) => ZoneRules | undefined,
  { start, end }: { start: number; end: number },
): Promise<string> {
  const segments: ZoneSegment[] = []
  for (const [index, zone] of names.entries()) {
    // Reading all rules takes longer than requests should wait.
    if (index % ZONES_AT_ONCE === 0) await setImmediate()
    const rules = readRules(zone)
    if (!rules) continue
    const { offset, changes } = changesBetween(rules, start / 1000, end / 1000)
    const starts = ['-infinity', ...changes.map(([at]) => new Date(at * 1000).toISOString())]
    for (const [position, ahead] of [offset, ...changes.map(([, next]) => next)].entries()) {
      segments.push({ zone, starts: starts[position]!, ends: starts[position + 1] ?? 'infinity', ahead })
    }
  }
  return JSON.stringify(segments)
}

/**
 * SQL: bookings `b` with the segments of the event's zone `e` and of the invitee's zone `i` that they start in, if
 * known.
 */
export function bookingsInZones(segments: string): SQL {
  const join = (alias: SQL, zone: SQL) =>
    sql`left join jsonb_to_recordset(${segments}::jsonb)
        as ${alias}(zone text, starts timestamptz, ends timestamptz, ahead integer)
      on ${alias}.zone = ${zone} and ${alias}.starts <= b.start_at and b.start_at < ${alias}.ends`
  return sql`bookings b ${join(sql`e`, sql`b.timezone`)} ${join(sql`i`, sql`b.invitee_timezone`)}`
}
