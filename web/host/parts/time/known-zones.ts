import type { HoursValues } from '../../../../contract/hours/hours.ts'
import { knownZone } from '../../data/format-time-zone.ts'

interface ZonedEvent {
  timezone: string
  hours: HoursValues
}

/** The event with zones whose rules this page has: the server may know newer ones. */
export const withKnownZones = <Event extends ZonedEvent>(event: Event): Event => ({
  ...event,
  timezone: knownZone(event.timezone),
  hours: {
    ...event.hours,
    timezone: knownZone(event.hours.timezone),
    travels: event.hours.travels.map((travel) => ({ ...travel, timezone: knownZone(travel.timezone) })),
  },
})
