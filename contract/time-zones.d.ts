import type { ZoneRules } from '../availability/zone-rules.ts'
import { type ZoneTable } from '../availability/zone-table.ts'
/** Finds a zone's rules by its IANA name or an alias, regardless of case; undefined for an unknown one. */
export type FindZoneRules = (timeZone: string) => ZoneRules | undefined
/** Sets where this process gets its time zone rules from. Nothing else converts or formats times. */
export declare function setZoneSource(source: FindZoneRules): void
/**
 * The rules of an IANA zone, case-insensitive (`europe/berlin`).
 * @throws RangeError for an unknown name or a bare offset such as `+05:30`.
 */
export declare function zoneTable(timeZone: string): ZoneTable
/** Whether `zoneTable` accepts this name. */
export declare const isTimeZone: (timeZone: string) => boolean
/** ASCII only: the Kelvin sign isn't a K. */
export declare const lowerCase: (name: string) => string
//# sourceMappingURL=time-zones.d.ts.map
