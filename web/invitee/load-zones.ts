import { isTimeZone } from '../../contract/time-zones.ts'
import { addZones } from '../data/time-zones.ts'
import { call } from './call.ts'

/** Makes zones known to this page: one, or all. */
async function load(timezone?: string) {
  const { timezones } = await call('listTimezones', { query: { timezone } })
  addZones(timezones)
  return timezones
}

/** Makes a zone's rules known to this page. Throws `CallFailed`, with status 404 for a zone that the server doesn't know. */
export const loadZone = async (timeZone: string): Promise<unknown> => isTimeZone(timeZone) || load(timeZone)

let choices: Promise<string[]> | null = null

/** The names of all zones that people can choose, whose rules are then known to this page. */
export function loadChoices(): Promise<string[]> {
  choices ??= load().then((zones) => zones.flatMap(({ timeZone, countries }) => (countries ? timeZone : [])))
  // The next time, it is tried again.
  choices.catch(() => (choices = null))
  return choices
}
