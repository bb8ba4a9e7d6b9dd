// Writes the cities by which people search for a time zone: `npm run cities`, when the packages behind it are updated.
import fs from 'node:fs'
import path from 'node:path'
import zoneAt from '@photostructure/tz-lookup'
import cityTimezones from 'city-timezones'
import { cityName, offsetText } from '../contract/time/time-text.ts'
import { packagedRules } from '../testing/time-zones/time-zones.ts'
import { plain } from '../web/data/search-zones.ts'

const MIN_POPULATION = 100_000
/** How much smaller a city of the same name may be to be meant as well. */
const SMALLER = 4
/** What people call cities that the package knows by another name. */
const OTHER_NAMES = {
  Bengaluru: 'Bangalore',
  Göteborg: 'Gothenburg',
  Haora: 'Howrah',
  Makkah: 'Mecca',
  Nürnberg: 'Nuremberg',
}
const DATES = [Date.UTC(2027, 0, 5), Date.UTC(2027, 6, 5)]

const { choices, aliases } = packagedRules
const names = new Set(choices.map(({ name }) => name))
const ofZones = new Set([...names].map((name) => plain(cityName(name))))
const largestOf = new Map()
const cities = new Map()
for (const { city, lat, lng, pop, timezone } of cityTimezones.cityMapping.toSorted((a, b) => b.pop - a.pop)) {
  const zone = aliases.get(timezone) ?? timezone
  const name = plain(city)
  const largest = largestOf.get(name) ?? pop
  largestOf.set(name, largest)
  const isMeant = pop >= MIN_POPULATION && pop * SMALLER >= largest && !ofZones.has(name)
  // Where the city lies confirms its zone, or at least the zone's time.
  if (!isMeant || !names.has(zone) || timesIn(zone) !== timesIn(zoneAt(lat, lng))) continue
  const ofZone = cities.get(zone) ?? new Set()
  cities.set(zone, ofZone.add(city.replace(/^Ft\. /, 'Fort ').replace(/^Mt\. /, 'Mount ')))
  if (Object.hasOwn(OTHER_NAMES, city)) ofZone.add(OTHER_NAMES[city])
}
const lines = [...cities].map(([zone, some]) => [zone, [...some].join('|')])
fs.writeFileSync(
  path.join(import.meta.dirname, '../web/data/cities.json'),
  `${JSON.stringify(Object.fromEntries(lines.toSorted(([one], [other]) => (one < other ? -1 : 1))), null, 2)}\n`,
)

function timesIn(zone) {
  return DATES.map((date) => offsetText(date, zone)).join()
}
