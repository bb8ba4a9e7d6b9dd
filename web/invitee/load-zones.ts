import { isTimeZone } from '../../contract/time-zones.ts'
import { addZones } from '../data/time-zones.ts'
import { call } from './call.ts'

/** Makes a zone's rules known to this page. Throws `CallFailed`, with status 404 for a zone that the server doesn't know. */
export async function loadZone(timeZone: string): Promise<void> {
  if (isTimeZone(timeZone)) return
  const { timezones } = await call('listTimezones', { query: { timezone: timeZone } })
  addZones(timezones)
}

let choices: Promise<string[]> | null = null

/** The names of all zones that people can choose, whose rules are then known to this page. */
export function loadChoices(): Promise<string[]> {
  choices ??= call('listTimezones', { query: {} }).then(({ timezones }) => {
    addZones(timezones)
    return timezones.flatMap(({ timeZone, countries }) => (countries ? timeZone : []))
  })
  // The next time, it is tried again.
  choices.catch(() => (choices = null))
  return choices
}
