import { addZones } from '../../data/time-zones.ts'
import { api } from '../data/api.ts'

/** Gets the rules of all zones from the server. */
export async function loadTimeZones(): Promise<void> {
  const { timezones, aliases } = await api.listTimezones({ query: {} })
  addZones(timezones, aliases)
}
