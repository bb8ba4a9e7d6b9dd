import type { Hours } from '../../availability/hours.ts'
import type { DateOverride, Travel } from '../events/event-rules.ts'
import { zoneTable } from '../time/time-zones.ts'
import type { WeeklyAvailability } from './weekly-availability.ts'

/** The hours that count for an event: its schedule's or its own. The first override that includes a date counts. */
export interface HoursValues {
  timezone: string
  week: WeeklyAvailability
  overrides: readonly DateOverride[]
  travels: readonly Travel[]
}

/** Their form for slots. */
export const hoursFrom = ({ timezone, week, overrides, travels }: HoursValues): Hours => ({
  week,
  zone: zoneTable(timezone),
  dates: overrides,
  travels: travels.map((travel) => ({ ...travel, zone: zoneTable(travel.timezone) })),
})
