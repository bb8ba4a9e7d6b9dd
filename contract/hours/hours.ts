import type { DateHours, Hours } from '../../availability/hours.ts'
import { zoneTable } from '../time/time-zones.ts'
import type { WeeklyAvailability } from './weekly-availability.ts'

/** The hours that count for an event: its schedule's or its own. The first override that includes a date counts. */
export interface HoursValues {
  timezone: string
  week: WeeklyAvailability
  overrides: readonly DateOverride[]
  travels: readonly Travel[]
}

/** Their form for slots, with the rules of their zones. */
export const hoursFrom = ({ timezone, week, overrides, travels }: HoursValues): Hours => ({
  week,
  zone: zoneTable(timezone),
  dates: overrides,
  travels: travels.map((travel) => ({ ...travel, zone: zoneTable(travel.timezone) })),
})

/** Other hours of some dates, as hosts see them. */
export interface DateOverride extends DateHours {
  /** What the host calls it, such as a vacation. */
  readonly name: string
}

/** Dates (`YYYY-MM-DD`, both inclusive) on which a schedule's hours are read in another zone. */
export interface Travel {
  readonly from: string
  readonly to: string
  readonly timezone: string
}
