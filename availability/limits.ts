import { MINUTE } from './units.ts'
import { civilDateOf, epochDayOf } from './civil-date.ts'
import type { Interval } from './interval.ts'
import { dayOf, startOfDay, weekdayOf, type ZoneTable } from './wall-time.ts'

export type LimitPeriod = 'day' | 'week' | 'month'

/** How much can be booked in each period. A booking belongs to the period in which it starts, with its full length. */
export interface BookingLimit {
  readonly per: LimitPeriod
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

/** What is booked day by day, on all days with bookings. */
export interface BookedDays {
  /** Days since 1970-01-01. */
  readonly first: number
  readonly bookings: Uint32Array
  /** Milliseconds. */
  readonly time: Float64Array
}

const nothingBooked: BookedDays = { first: 0, bookings: new Uint32Array(0), time: new Float64Array(0) }

/** Counts bookings by the day on which they start. */
export function bookedDays(booked: readonly Interval[], zone: ZoneTable): BookedDays {
  if (booked.length === 0) return nothingBooked
  let earliest = Infinity
  let latest = -Infinity
  for (const { start } of booked) {
    if (start < earliest) earliest = start
    if (start > latest) latest = start
  }
  // A clock that is set back over midnight returns to the day before.
  const first = dayOf(zone, earliest) - 1
  const count = dayOf(zone, latest) + 2 - first
  const bookings = new Uint32Array(count)
  const time = new Float64Array(count)
  for (const { start, end } of booked) {
    const index = dayOf(zone, start) - first
    bookings[index]! += 1
    time[index]! += end - start
  }
  return { first, bookings, time }
}

/**
 * Periods in which no slot of `duration` milliseconds has room beside what is booked. Null: there is no room in any.
 */
export function fullPeriods(
  limit: BookingLimit,
  { first, bookings, time }: BookedDays,
  duration: number,
  { zone, firstWeekday }: LimitCalendar,
): Interval[] | null {
  const maxBookings = limit.bookings ?? Infinity
  const maxTime = (limit.minutes ?? Infinity) * MINUTE
  if (maxBookings < 1 || duration > maxTime) return null
  const { per } = limit
  const full: Interval[] = []
  let index = 0
  while (index < bookings.length) {
    const start = firstDayOf(per, first + index, firstWeekday)
    const behind = Math.min(dayAfter(per, start) - first, bookings.length)
    let usedBookings = 0
    let usedTime = 0
    for (; index < behind; index += 1) {
      usedBookings += bookings[index]!
      usedTime += time[index]!
    }
    if (usedBookings >= maxBookings || usedTime + duration > maxTime) full.push(periodFrom(per, start, zone))
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
function firstDayOf(per: LimitPeriod, day: number, firstWeekday: number): number {
  if (per === 'day') return day
  if (per === 'week') return day - ((weekdayOf(day) - firstWeekday + 7) % 7)
  return day - civilDateOf(day).day + 1
}

function periodFrom(per: LimitPeriod, first: number, zone: ZoneTable): Interval {
  return { start: startOfDay(zone, first), end: startOfDay(zone, dayAfter(per, first)) }
}

/** The first day after the period that starts with `first`. */
function dayAfter(per: LimitPeriod, first: number): number {
  if (per === 'day') return first + 1
  if (per === 'week') return first + 7
  const { year, month } = civilDateOf(first)
  return month === 12 ? epochDayOf(year + 1, 1, 1) : epochDayOf(year, month + 1, 1)
}
