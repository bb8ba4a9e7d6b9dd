import { createZoneTable } from '../availability/zone-table.js'
let find = () => undefined
// Keyed by lower-case name, so that all spellings share an entry and the size is bounded by the number of zones.
let tables = new Map()
/** Sets where this process gets its time zone rules from. Nothing else converts or formats times. */
export function setZoneSource(source) {
  find = source
  tables = new Map()
}
/**
 * The rules of an IANA zone, case-insensitive (`europe/berlin`).
 * @throws RangeError for an unknown name or a bare offset such as `+05:30`.
 */
export function zoneTable(timeZone) {
  const table = findTable(timeZone)
  if (!table) throw new RangeError(`Unknown time zone: ${timeZone}`)
  return table
}
/** Whether `zoneTable` accepts this name. */
export const isTimeZone = (timeZone) => findTable(timeZone) !== undefined
function findTable(timeZone) {
  const key = lowerCase(timeZone)
  const known = tables.get(key)
  if (known) return known
  const rules = find(timeZone)
  if (!rules) return undefined
  const table = createZoneTable(rules)
  tables.set(key, table)
  return table
}
/** ASCII only: the Kelvin sign isn't a K. */
export const lowerCase = (name) => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
//# sourceMappingURL=time-zones.js.map
