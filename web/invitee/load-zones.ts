import { isTimeZone } from '../../contract/time/time-zones.ts'
import type { ZoneList } from '../data/search-zones.ts'
import { addZones } from '../data/time-zones.ts'
import { call } from './call.ts'

/** Makes zones known to this page: one, or all. */
async function load(timezone?: string): Promise<ZoneList> {
  const list = await call('listTimezones', { query: { timezone } })
  addZones(list.timezones)
  return list
}

/**
 * Makes a zone's rules known to this page. Throws `CallFailed`, with status 404 for a zone that the server doesn't
 * know.
 */
export const loadZone = async (timeZone: string): Promise<unknown> => isTimeZone(timeZone) || load(timeZone)

let choices: Promise<ZoneList> | null = null
let loaded: ZoneList | null = null

/** All zones that people can choose, whose rules are then known to this page. */
export function loadChoices(): Promise<ZoneList> {
  choices ??= load().then(({ timezones, aliases }) => {
    loaded = { timezones: timezones.filter(({ countries }) => countries), aliases }
    return loaded
  })
  // The next time, it is tried again.
  choices.catch(() => (choices = null))
  return choices
}

/** The same if they have been loaded, or null. */
export const loadedChoices = () => loaded
