import { offsetText, timeText, zoneName } from '../../../../contract/time/time-text.ts'
import { isTimeZone } from '../../../../contract/time/time-zones.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { countryName } from '../../../data/search-zones.ts'

interface ZoneDetails {
  /** `Knox, Indiana` */
  city: string
  /** `United States`, or the part of the world; empty for UTC. */
  place: string
  /** What clocks there show, in the viewer's language; empty if the rules aren't known. */
  time: string
  /** `GMT-6`; empty if the rules aren't known. */
  offset: string
}

/** How a zone is listed at an instant (epoch milliseconds). `countries` are the ISO 3166-1 codes of those in it. */
export function zoneDetails(
  name: string,
  { countries, viewer, at }: { countries: readonly string[]; viewer: Viewer; at: number },
): ZoneDetails {
  const [region, ...parts] = zoneName(name).split('/')
  // Some zones also apply to distant places of other countries.
  const place = countries.length === 1 ? countryName(countries[0]!) : parts.length > 0 ? region! : ''
  const [city = region!, ...areas] = parts.toReversed()
  return {
    city: [city, ...areas.filter((area) => area !== place)].join(', '),
    place,
    time: isTimeZone(name) ? timeText(at, { ...viewer, timeZone: name }) : '',
    offset: knownOffset(name, at),
  }
}

/** `GMT-6`; empty if the rules aren't known. */
export const knownOffset = (name: string, at: number): string =>
  isTimeZone(name) ? offsetText(at, name) : ''
