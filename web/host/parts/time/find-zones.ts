import { type Cities, type FoundZone, zoneSearch } from '../../../data/search-zones.ts'
import { listZones, serverZones, type Zone } from '../../data/zones.ts'

let search: { zones: readonly Zone[]; cities: Cities; find: (query: string) => FoundZone<Zone>[] } | null =
  null

/** The zones that match a query. */
export function findZones(query: string, cities: Cities): FoundZone<Zone>[] {
  const zones = listZones()
  if (search?.zones !== zones || search.cities !== cities)
    search = { zones, cities, find: zoneSearch(zones, serverZones(), cities) }
  return search.find(query)
}
