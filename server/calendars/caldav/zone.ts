import { isTimeZone } from '../../../contract/time/time-zones.ts'
import { namesOf } from '../../../contract/icalendar/zones.ts'

/** How much of an entry is searched for its zone. */
const MAX_SEARCHED = 20_000

/** The zone that a calendar is in, by its name (RFC 7809) or its VTIMEZONE (RFC 4791, 5.2.2); null if we know none. */
export function namedZone(name: string | null, definition: string | null): string | null {
  const named = [name ?? '', ...(definition === null ? [] : valuesOf(definition, 'X-LIC-LOCATION|TZID'))]
  return named.flatMap(namesOf).find(isTimeZone) ?? null
}

/** The zone that most entries are in, in place of a calendar's own; null if they are in none that we know. */
export function commonZone(texts: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const text of texts) {
    const start = text.indexOf('BEGIN:VEVENT')
    if (start === -1) continue
    const zone = zonesOfStarts(text.slice(start, start + MAX_SEARCHED))
      .flatMap(namesOf)
      .find(isTimeZone)
    if (zone !== undefined) counts.set(zone, (counts.get(zone) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([one, a], [other, b]) => b - a || one.localeCompare(other))
  return most?.[0] ?? null
}

const unfolded = (text: string) => text.replaceAll(/\r?\n[ \t]/g, '')

const valuesOf = (text: string, names: string): string[] =>
  [
    ...unfolded(text.slice(0, MAX_SEARCHED)).matchAll(
      new RegExp(`^(?:${names})(?:;[^:\r\n]*)?:([^\r\n]+)`, 'gim'),
    ),
  ].map(([, value]) => value!.trim())

const zonesOfStarts = (text: string): string[] =>
  [...unfolded(text).matchAll(/^DTSTART;(?:[^:\r\n]*;)?TZID=(?:"([^"\r\n]*)"|([^;:\r\n]*))/gim)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )
