import type { BusyTimes } from './busy-times.ts'
import { periodLength } from '../../../contract/icalendar/event-part.ts'
import { type FindZone, readMoment } from '../../../contract/icalendar/moments.ts'
import { filterProperties, paramOf, type ParsedComponent } from '../../../contract/icalendar/properties.ts'

/** The busy periods of a VFREEBUSY, which says nothing about events. */
export function addFreeBusy(component: ParsedComponent, findZone: FindZone, found: BusyTimes): void {
  for (const property of filterProperties(component, 'freebusy')) {
    const kind = paramOf(property, 'fbtype').toUpperCase()
    if (kind === 'FREE') continue
    for (const value of property.values) {
      const [first, last] = Array.isArray(value) ? (value as unknown[]) : []
      const start = readMoment(first, property, findZone)
      const length = start && periodLength(start, last, property, findZone)
      if (!start || !length) continue
      const isTentative = kind === 'BUSY-TENTATIVE'
      found.add(start, length, { isTentative, isOutOfOffice: kind === 'BUSY-UNAVAILABLE' })
    }
  }
}
