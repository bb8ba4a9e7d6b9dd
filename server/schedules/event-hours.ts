import { and, eq, sql } from 'drizzle-orm'
import type { Hours } from '../../availability/hours.ts'
import { type DateOverride, hoursFrom } from '../../contract/hours/hours.ts'
import {
  type BookingLimit,
  type EventRules,
  noRules,
  type WeekStart,
} from '../../contract/events/event-rules.ts'
import { settingsDefaults } from '../../contract/account/settings-options.ts'
import type { Db, Tx } from '../db/database.ts'
import { type ScheduleRow, schedules } from '../db/tables/schedules.ts'
import { hostSettings } from '../db/tables/hosts.ts'
import { type EventRow, events } from '../db/tables/events.ts'

/** Host settings that affect an event's slots. */
export interface HostRules {
  /** The schedule that the event uses, or null if it has hours of its own. */
  schedule: (ScheduleHours & Pick<ScheduleRow, 'id' | 'name'>) | null
  weekStart: WeekStart
  /** The limits on all of the host's bookings together. */
  limits: readonly BookingLimit[]
}

/** For an event with hours of its own, of a host without limits. */
export const noHostRules: HostRules = {
  schedule: null,
  weekStart: settingsDefaults.week_start,
  limits: settingsDefaults.booking_limits,
}

/** A column with the `HostRules` of each event, for queries of `events`. */
export const hostRules = sql<HostRules>`(
  select json_build_object(
    'weekStart', coalesce(settings.week_start, ${noHostRules.weekStart}),
    'limits', coalesce(settings.booking_limits, '[]'),
    'schedule', (
      select json_build_object('id', id, 'name', name, 'timezone', timezone, 'week', week, 'overrides', overrides, 'travels', travels,
        'holidayDates', holiday_dates)
      from ${schedules} where host_id = "events"."host_id" and id = "events"."schedule_id"
    )
  )
  from (select 1) as only_row left join ${hostSettings} as settings on settings.host_id = "events"."host_id"
)`

export async function readHostRules(
  db: Db | Tx,
  { hostId, id }: Pick<EventRow, 'hostId' | 'id'>,
): Promise<HostRules> {
  const [found] = await db
    .select({ host: hostRules })
    .from(events)
    .where(and(eq(events.hostId, hostId), eq(events.id, id)))
  return found?.host ?? noHostRules
}

export const rulesOfEvent = (event: Pick<EventRow, 'rules'>): EventRules => ({ ...noRules, ...event.rules })

/** The hours that count for an event, as its host reads them. */
export const hoursView = (event: EventWithHours, schedule: ScheduleHours | null) => ({
  timezone: schedule?.timezone ?? event.timezone,
  week: schedule?.week ?? event.week,
  overrides: overridesOf(event, schedule),
  travels: schedule?.travels ?? [],
})

/** Its own dates come before its schedule's, and these before holidays. */
const overridesOf = (event: EventWithHours, schedule: ScheduleHours | null): DateOverride[] => [
  ...(event.rules.overrides ?? []),
  ...(schedule ? [...schedule.overrides, ...schedule.holidayDates] : []),
]

type EventWithHours = Pick<EventRow, 'week' | 'timezone' | 'rules'>
type ScheduleHours = Pick<ScheduleRow, 'week' | 'timezone' | 'overrides' | 'travels' | 'holidayDates'>

/** The hours that count for an event. */
export const hoursOf = (event: EventWithHours, schedule: ScheduleHours | null): Hours =>
  hoursFrom(hoursView(event, schedule))
