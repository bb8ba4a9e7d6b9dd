import { and, eq, sql } from 'drizzle-orm'
import type { Hours } from '../../availability/hours.ts'
import { hoursFrom } from '../../contract/hours.ts'
import {
  type BookingLimit,
  type DateOverride,
  type EventRules,
  noRules,
  type WeekStart,
} from '../../contract/event-rules.ts'
import { settingsDefaults } from '../../contract/settings-options.ts'
import type { Db, Tx } from '../db/database.ts'
import { type ScheduleRow, schedules } from '../db/schedule-schema.ts'
import { type EventRow, hosts, hostSettings } from '../db/schema.ts'

/** What decides about an event's slots but belongs to its host. */
export interface HostRules {
  /** The schedule that the event uses, or null if it has hours of its own. */
  schedule: ScheduleRow | null
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

export async function readHostRules(
  db: Db | Tx,
  event: Pick<EventRow, 'hostId' | 'scheduleId'>,
): Promise<HostRules> {
  const settings = { weekStart: hostSettings.week_start, limits: hostSettings.booking_limits }
  const ofHost = db.select({ ...settings, schedule: schedules }).from(hosts)
  const [found] = await ofHost
    .leftJoin(hostSettings, eq(hostSettings.hostId, hosts.id))
    .leftJoin(
      schedules,
      event.scheduleId === null
        ? sql`false`
        : and(eq(schedules.hostId, hosts.id), eq(schedules.id, event.scheduleId)),
    )
    .where(eq(hosts.id, event.hostId))
  return {
    schedule: found?.schedule ?? null,
    weekStart: found?.weekStart ?? noHostRules.weekStart,
    limits: found?.limits ?? noHostRules.limits,
  }
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
