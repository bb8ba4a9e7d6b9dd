import { civilDateOf, epochDayOf } from './civil-date.ts'
import type { Interval } from './interval.ts'
import { dayOf, startOfDay, weekdayOf, type ZoneTable } from './wall-time.ts'

const MINUTE = 60_000

/** How much can be booked in each period. A booking belongs to the period in which it starts, with its full length. */
export interface BookingLimit {
  readonly per: 'day' | 'week' | 'month'
  /** Null: no limit. */
  readonly bookings: number | null
  /** Booked minutes; null: no limit. */
  readonly minutes: number | null
}

/** Whose calendar days, weeks and months they are. `firstWeekday` is 0 for Monday to 6 for Sunday. */
export interface LimitCalendar {
  readonly zone: ZoneTable
  readonly firstWeekday: number
}

/**
 * Periods in which no slot of `duration` milliseconds has room beside the bookings, which start on `days` (days since
 * 1970-01-01 in the calendar's zone). Null: there is no room in any.
 */
export function fullPeriods(
  limit: BookingLimit,
  { booked, days }: { readonly booked: readonly Interval[]; readonly days: readonly number[] },
  duration: number,
  calendar: LimitCalendar,
): Interval[] | null {
  const maxBookings = limit.bookings ?? Infinity
  const maxTime = (limit.minutes ?? Infinity) * MINUTE
  if (maxBookings < 1 || duration > maxTime) return null
  const used = new Map<number, { bookings: number; time: number }>()
  // Of the booking before, which is often in the same period.
  let [first, next] = [0, 0]
  for (let index = 0; index < booked.length; index += 1) {
    const day = days[index]!
    if (day < first || day >= next) {
      first = firstDayOf(limit.per, day, calendar.firstWeekday)
      next = dayAfter(limit.per, first)
    }
    const { start, end } = booked[index]!
    const period = used.get(first)
    if (period) {
      period.bookings += 1
      period.time += end - start
    } else used.set(first, { bookings: 1, time: end - start })
  }
  const full: Interval[] = []
  for (const [day, { bookings, time }] of used) {
    if (bookings >= maxBookings || time + duration > maxTime) {
      full.push(periodFrom(limit.per, day, calendar.zone))
    }
  }
  return full
}

/** The whole periods of all limits that include some of `range`: bookings that start in them count. */
export function countedTime(
  limits: readonly BookingLimit[],
  range: Interval,
  { zone, firstWeekday }: LimitCalendar,
): Interval {
  const periods = limits.flatMap(({ per }) =>
    [range.start, range.end - 1].map((instant) =>
      periodFrom(per, firstDayOf(per, dayOf(zone, instant), firstWeekday), zone),
    ),
  )
  return {
    start: Math.min(...periods.map(({ start }) => start)),
    end: Math.max(...periods.map(({ end }) => end)),
  }
}

/** The first day of the period that includes a day. */
function firstDayOf(per: BookingLimit['per'], day: number, firstWeekday: number): number {
  if (per === 'day') return day
  if (per === 'week') return day - ((weekdayOf(day) - firstWeekday + 7) % 7)
  return day - civilDateOf(day).day + 1
}

function periodFrom(per: BookingLimit['per'], first: number, zone: ZoneTable): Interval {
  return { start: startOfDay(zone, first), end: startOfDay(zone, dayAfter(per, first)) }
}

/** The first day after the period that starts with `first`. */
function dayAfter(per: BookingLimit['per'], first: number): number {
  if (per === 'day') return first + 1
  if (per === 'week') return first + 7
  const { year, month } = civilDateOf(first)
  return month === 12 ? epochDayOf(year + 1, 1, 1) : epochDayOf(year, month + 1, 1)
}
