import { DAY, HOUR, MINUTE } from '../../availability/units.ts'
import type { WeeklyAvailability } from '../../contract/hours/weekly-availability.ts'
import { ok, signIn } from '../server/test-app.ts'
import type { BookableEvent, Host, Hours } from './history.ts'
import type { Installation } from './installation.ts'
import type { Random } from './random.ts'

const FIRST_HOUR = 8
const LAST_HOUR: Record<Hours, number> = { long: 16, short: 12 }
const DAYS = 2

/** What the hosts offer. The first two share a calendar. */
const EVENTS = [
  { title: 'Short', duration: 30, bufferTime: 0, calendar: 0 },
  { title: 'Medium', duration: 45, bufferTime: 15, calendar: 0 },
  { title: 'Long', duration: 60, bufferTime: 5, calendar: 1 },
] as const

/** The midnight (UTC) where the days begin that are booked: no reminder is due before the run is over. */
export const firstDay = (now: number) => (Math.floor(now / DAY) + 3) * DAY

/** The days that are booked, both inclusive, as `listSlots` takes them. */
export function daysOf(base: number) {
  const day = (index: number) => new Date(base + index * DAY).toISOString().slice(0, 10)
  return { dateFrom: day(0), dateTo: day(DAYS - 1), timezone: 'UTC' }
}

/** New hosts, each with the same three events. */
export async function createHosts(
  { processes, calendars }: Installation,
  names: readonly string[],
): Promise<Host[]> {
  const { origin } = processes[0]!
  return Promise.all(
    names.map(async (name) => {
      const email = `${name}@example.com`
      const { sessionToken: token } = await signIn(origin, email)
      const host: Host = { email, token, events: [] }
      const ids = calendars.calendarIds(email)
      for (const { calendar, ...values } of EVENTS) {
        const calendarId = ids[calendar]!
        const { id, bookingUrlId } = await ok(origin, 'createEvent', {
          token,
          body: {
            ...values,
            calendarId,
            // Nothing waits for the link of a video call.
            meetVia: 'phone',
            timezone: 'UTC',
            weeklyAvailabilitySlots: weekOf('long'),
          },
        })
        const { duration, bufferTime } = values
        host.events.push({
          host,
          id,
          bookingUrlId,
          calendarId,
          duration,
          bufferTime,
          hours: 'long',
          isBeingEdited: false,
        })
      }
      return host
    }),
  )
}

/** Every day of a week alike. */
export function weekOf(hours: Hours): WeeklyAvailability {
  const time = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  const day = { enabled: true, slots: [{ start: time(FIRST_HOUR), end: time(LAST_HOUR[hours]) }] }
  return { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: day }
}

/** The start of one of the event's slots, whether it is offered right now or not. */
export function anySlot(random: Random, { duration }: BookableEvent, base: number): number {
  const hours = LAST_HOUR.long - FIRST_HOUR
  const index = random.integer(0, Math.floor((hours * 60) / duration))
  return base + random.integer(0, DAYS) * DAY + FIRST_HOUR * HOUR + index * duration * MINUTE
}

/** The host takes no more bookings, so that nobody polls their calendars. */
export async function pauseHosts({ processes }: Installation, hosts: readonly Host[]): Promise<void> {
  const { origin } = processes[0]!
  for (const { token, events } of hosts)
    for (const { id } of events)
      await ok(origin, 'updateEvent', { token, params: { id }, body: { isEnabled: false } })
}
