import ICAL from 'ical.js'
import type { OffsetChange, ZoneRules } from '../../availability/zone-rules.ts'
import { zoneTable } from '../time/time-zones.ts'
import type { Budget } from './bounds.ts'
import { readMoment } from './moments.ts'
import { filterProperties, findProperty, type ParsedComponent, textOf } from './properties.ts'
import { ruleWalls } from './recurrence.ts'
import type { ObserveZone } from './zones.ts'

const MAX_OFFSET_SECONDS = 26 * 3600

/** Reads VTIMEZONEs until an instant (epoch milliseconds). The same one in many files is read once. */
export function createZoneObserver(until: number, steps: Budget): ObserveZone {
  const read = new Map<string, ZoneRules | null>()
  return (definition) => {
    const key = JSON.stringify(definition)
    const known = read.get(key)
    const rules = known === undefined ? observedRules(definition, until, steps) : known
    read.set(key, rules)
    return rules
  }
}

function observedRules(definition: ParsedComponent, until: number, steps: Budget): ZoneRules | null {
  const observances = definition.children.flatMap((child) => readObservance(child, until, steps) ?? [])
  const onsets = observances.flatMap(({ from, to, walls }) =>
    walls.map((wall) => ({ at: wall / 1000 - from, from, to })),
  )
  onsets.sort((one, other) => one.at - other.at)
  const [first] = onsets
  if (!first) return null
  const changes: OffsetChange[] = onsets
    .filter(({ at }, index) => at !== onsets[index + 1]?.at)
    .map(({ at, to }) => [at, to])
  return { timeZone: textOf(definition, 'tzid'), offset: first.from, changes, yearly: [] }
}

function readObservance(component: ParsedComponent, until: number, steps: Budget) {
  const to = offsetOf(component, 'tzoffsetto')
  // Outlook for Mac leaves it out where the clock never changes.
  const from = findProperty(component, 'tzoffsetfrom') ? offsetOf(component, 'tzoffsetfrom') : to
  const utc = zoneTable('UTC')
  const read = (name: string) =>
    filterProperties(component, name).flatMap((property) =>
      property.values.flatMap((value) => readMoment(value, property, () => utc)?.wall ?? []),
    )
  const [start] = read('dtstart')
  if (start === undefined || from === null || to === null) return null
  const walls = [start, ...read('rdate')]
  const rule = findProperty(component, 'rrule')
  if (rule) {
    const toInstant = (wall: number) => wall - from * 1000
    walls.push(
      ...ruleWalls(rule, { wall: start, isDate: false }, { toInstant, from: start, to: until, steps }),
    )
  }
  return { from, to, walls: [...new Set(walls)] }
}

/** In seconds; null if it is malformed. */
function offsetOf(component: ParsedComponent, name: string): number | null {
  const text = findProperty(component, name)?.values[0]
  try {
    const seconds = ICAL.UtcOffset.fromString(String(text)).toSeconds()
    return Math.abs(seconds) <= MAX_OFFSET_SECONDS ? seconds : null
  } catch {
    return null
  }
}
