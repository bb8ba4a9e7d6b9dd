import { MINUTE } from '../availability/units.ts'
import type { Interval } from '../availability/interval.ts'
import type { CountedLimit } from '../availability/slot-rules.ts'
import { rangeOfDays } from '../availability/slots.ts'
import { formatDate, instantFromWall, parseDate } from '../availability/wall-time.ts'
import { zoneTable } from '../contract/time/time-zones.ts'
import {
  defaultWeek,
  type TimeRange,
  type WeeklyAvailability,
} from '../contract/hours/weekly-availability.ts'
import type { SlotEvent } from '../server/bookings/slots/slot-request.ts'
import { type HostRules, noHostRules } from '../server/schedules/event-hours.ts'

const ZONE = 'America/New_York'

/** An event, its host's busy times and the requested slots, as the server knows them. */
export interface SlotRequest {
  readonly event: SlotEvent
  readonly host: HostRules
  readonly limits: readonly CountedLimit[]
  readonly busy: Interval[]
  readonly now: number
  readonly range: Interval
}

/** March 2027 in New York, which includes a clock change: weekdays 9 to 17, 30 minutes, 40 busy times. */
export function monthRequest(): SlotRequest {
  return request({
    week: weekdaysOf([{ start: '09:00', end: '17:00' }]),
    durationMinutes: 30,
    dateFrom: '2027-03-01',
    dateTo: '2027-03-31',
    busyTimes: 40,
  })
}

/** Sixty days in New York: three ranges on weekdays, 15 minutes, 400 busy times. */
export function sixtyDaysRequest(): SlotRequest {
  return request({
    week: weekdaysOf([
      { start: '08:00', end: '11:00' },
      { start: '12:00', end: '15:00' },
      { start: '16:00', end: '19:00' },
    ]),
    durationMinutes: 15,
    dateFrom: '2027-03-01',
    dateTo: '2027-04-29',
    busyTimes: 400,
  })
}

/**
 * The same month on a schedule with 20 date overrides and the holidays of three years, with limits per day, week and
 * month.
 */
export function ruledMonthRequest(): SlotRequest {
  const month = monthRequest()
  const first = parseDate('2027-02-01')
  const overrides = Array.from({ length: 20 }, (_, n) => {
    const date = formatDate(first + n * 5)
    return { from: date, to: date, name: '', slots: n % 2 === 0 ? [] : [{ start: '10:00', end: '15:00' }] }
  })
  const holidayDates = Array.from({ length: 36 }, (_, n) => {
    const date = formatDate(first - 30 + n * 30)
    return { from: date, to: date, name: 'Holiday', slots: [] }
  })
  const booked = month.busy
  return {
    ...month,
    host: {
      ...noHostRules,
      schedule: {
        id: '',
        name: '',
        timezone: ZONE,
        week: month.event.week,
        overrides,
        travels: [],
        holidayDates,
      },
    },
    limits: [
      { per: 'day', bookings: 4, minutes: null, booked },
      { per: 'week', bookings: null, minutes: 1_200, booked },
      { per: 'month', bookings: 100, minutes: null, booked },
    ],
  }
}

interface Load {
  readonly week: WeeklyAvailability
  readonly durationMinutes: number
  readonly dateFrom: string
  readonly dateTo: string
  readonly busyTimes: number
}

function request({ week, durationMinutes, dateFrom, dateTo, busyTimes }: Load): SlotRequest {
  const range = rangeOfDays(parseDate(dateFrom), parseDate(dateTo), zoneTable(ZONE))
  return {
    event: {
      week,
      timezone: ZONE,
      duration: durationMinutes,
      bufferTime: 5,
      rules: {},
      eventStart: null,
      eventEnd: null,
      bookingStart: null,
      bookingEnd: null,
    },
    host: noHostRules,
    limits: [],
    busy: busyInWorkingHours(parseDate(dateFrom), parseDate(dateTo), busyTimes),
    now: range.start - 1,
    range,
  }
}

/** Unordered meetings of 15 to 60 minutes between 8 and 18, identical on every run. */
function busyInWorkingHours(firstDay: number, lastDay: number, count: number): Interval[] {
  const table = zoneTable(ZONE)
  const random = randomNumbers(20_270_301)
  return Array.from({ length: count }, () => {
    const day = firstDay + Math.floor(random() * (lastDay - firstDay + 1))
    const start = instantFromWall(table, day, 480 + Math.floor(random() * 120) * 5)
    return { start, end: start + (15 + Math.floor(random() * 4) * 15) * MINUTE }
  })
}

/** The same hours on Monday to Friday, the days of the default week. */
function weekdaysOf(slots: readonly TimeRange[]): WeeklyAvailability {
  const day = { enabled: true, slots }
  return { ...defaultWeek(), monday: day, tuesday: day, wednesday: day, thursday: day, friday: day }
}

/** A linear congruential generator of numbers in [0, 1) that depend only on the seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
