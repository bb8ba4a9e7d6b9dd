import type { StartTimes } from './grid.ts'
import type { DateHours, Hours } from './hours.ts'
import type { Interval } from './interval.ts'
import type { BookingLimit } from './limits.ts'
import type { NoticeAndWindow } from './notice-and-window.ts'
import type { WeeklyAvailability } from './week.ts'

/** A period in epoch milliseconds. A missing edge is open, and the end is exclusive. */
export interface Period {
  readonly start: number | null
  readonly end: number | null
}

/** A limit and the confirmed bookings that count, from all periods it is asked about. */
export interface CountedLimit extends BookingLimit {
  readonly booked: readonly Interval[]
}

/**
 * Narrows hours without changing which slots they are split into. On each date, it is read in the zone of the hours.
 */
export interface Narrowing {
  /**
   * A slot must lie entirely within its ranges, all of them taken together. Null: dates are open all day, unless
   * `dates` says otherwise.
   */
  readonly week: WeeklyAvailability | null
  /** The first one that includes a date replaces that date's ranges. */
  readonly dates: readonly DateHours[]
  /** A slot must start at one of these minutes of an hour on the clock. Null: at any. */
  readonly at: readonly number[] | null
}

/** A booking or calendar entry. An empty one blocks nothing. */
export interface BusyTime extends Interval {
  /** Minutes before and after it that must be free of slots too: a booking's own buffers. Missing: none. */
  readonly bufferBeforeMinutes?: number
  readonly bufferAfterMinutes?: number
}

/** Everything that decides whether a slot is offered. Instants are whole epoch milliseconds. */
export interface SlotRules extends Hours, NoticeAndWindow {
  readonly durationMinutes: number
  /** Time that must be free of bookings and entries before and after each slot. */
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
  /** Missing: one slot after the other. */
  readonly startTimes?: StartTimes | null
  readonly narrowing?: Narrowing | null
  /** A slot must lie entirely inside this period. */
  readonly eventPeriod: Period
  /** `now` must lie inside this period. */
  readonly bookingPeriod: Period
  readonly limits?: readonly CountedLimit[]
  /** The first day of a week for limits, from 0 for Monday to 6 for Sunday. Missing: Monday. */
  readonly firstWeekday?: number
  /** In any order, overlapping or not. */
  readonly busy: readonly BusyTime[]
  readonly now: number
}
