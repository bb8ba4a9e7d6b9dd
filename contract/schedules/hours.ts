import type { Hours } from '../../availability/hours.ts'
import { zoneTable } from '../time/time-zones.ts'
import type { TimeSlot, WeeklyAvailability } from './weekly-availability.ts'

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
/** The rules that narrow an event's times. Free of schemas because the editor validates while typing. */
/** Dates (`YYYY-MM-DD`, both inclusive) with other hours than the week's; no slots: closed. */

export interface DateOverride {
  from: string
  to: string
  slots: TimeSlot[]
  /** What the host calls it, such as a vacation. */
  name: string
}
/** Dates (`YYYY-MM-DD`, both inclusive) on which a schedule's hours are read in another zone. */

export interface Travel {
  from: string
  to: string
  timezone: string
}
