import { offsetText, timeText, zoneName } from '../../../../contract/time-text.ts'
import { isTimeZone } from '../../../../contract/time-zones.ts'
import type { Viewer } from '../../../../contract/viewer.ts'
import { countryName, type ZoneList } from '../../../data/search-zones.ts'

export interface ZoneRow {
  /** IANA. */
  name: string
  /** `Knox, Indiana` */
  city: string
  /** `United States`, or the part of the world; empty for UTC. */
  place: string
  /** What clocks there show, in the viewer's language; empty if the rules aren't known. */
  time: string
  /** `GMT-6`; empty if the rules aren't known. */
  offset: string
}

/** The zones in the order of the list: those in `first`, then the others by name. `at` is in epoch milliseconds. */
export function zoneRows(
  first: readonly string[],
  names: readonly string[],
  { list, viewer, at }: { list: ZoneList | null | undefined; viewer: Viewer; at: number },
): ZoneRow[] {
  const codes = new Map(list?.timezones.map(({ timeZone, countries }) => [timeZone, countries]))
  return [...new Set([...first, ...names])].map((name) => {
    const [region, ...parts] = zoneName(name).split('/')
    const countries = codes.get(name) ?? []
    // Some zones also apply to distant places of other countries.
    const place = countries.length === 1 ? countryName(countries[0]!) : parts.length > 0 ? region! : ''
    const isKnown = isTimeZone(name)
    return {
      name,
      city:
        parts
          .toReversed()
          .filter((part) => part !== place)
          .join(', ') ||
        (parts.at(-1) ?? region!),
      place,
      time: isKnown ? timeText(at, { ...viewer, timeZone: name }) : '',
      offset: isKnown ? offsetText(at, name) : '',
    }
  })
}
