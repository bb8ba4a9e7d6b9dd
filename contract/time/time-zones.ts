import type { ZoneRules } from '../../availability/zone-rules.ts'
import { createZoneTable, type ZoneTable } from '../../availability/zone-table.ts'

/** Finds a zone's rules by its IANA name or an alias, regardless of case; undefined for an unknown one. */
export type FindZoneRules = (timeZone: string) => ZoneRules | undefined

/** Known to everyone, because it has no rules. */
const UTC: ZoneRules = { timeZone: 'UTC', offset: 0, changes: [], yearly: [] }

let find: FindZoneRules = () => undefined
// By the name as it is usually spelled and by its lower-case form, so that the number of zones bounds the size.
let tables = new Map<string, ZoneTable>()

/** Sets where this process gets its time zone rules from. Nothing else converts or formats times. */
export function setZoneSource(source: FindZoneRules): void {
  find = source
  tables = new Map()
}

/** Another one after each `setZoneSource`: what was calculated before may be outdated. */
export const zoneSource = (): FindZoneRules => find

/**
 * The rules of an IANA zone, case-insensitive (`europe/berlin`).
 * @throws RangeError for an unknown name or a bare offset such as `+05:30`.
 */
export function zoneTable(timeZone: string): ZoneTable {
  const table = findTable(timeZone)
  if (!table) throw new RangeError(`Unknown time zone: ${timeZone}`)
  return table
}

/** Whether `zoneTable` accepts this name. */
export const isTimeZone = (timeZone: string): boolean => findTable(timeZone) !== undefined

function findTable(timeZone: string): ZoneTable | undefined {
  const spelled = tables.get(timeZone)
  if (spelled) return spelled
  const key = lowerCase(timeZone)
  const known = tables.get(key)
  if (known) return known
  const rules = key === 'utc' ? UTC : find(timeZone)
  if (!rules) return undefined
  const table = createZoneTable(rules)
  tables.set(key, table).set(rules.timeZone, table)
  return table
}

/** ASCII only: the Kelvin sign isn't a K. */
export const lowerCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
