/** Free of schemas because the editor validates while typing. */

import type { BookingWindow } from '../../availability/notice-and-window.ts'
import type { StartTimes } from '../../availability/grid.ts'
import type { BookingLimit, LimitPeriod } from '../../availability/limits.ts'
import { MINUTES_PER_DAY } from '../../availability/units.ts'
import type { DateOverride } from '../hours/hours.ts'
import type { Weekday } from '../hours/weekly-availability.ts'

export type { BookingWindow, StartTimes, BookingLimit, LimitPeriod }

export const limitPeriods = ['day', 'week', 'month'] as const satisfies LimitPeriod[]

/** The rules that narrow an event's times. */
export interface EventRules {
  overrides: DateOverride[]
  /** Minutes before a booking; null: the buffer time. */
  bufferBefore: number | null
  /** Minutes after a booking; null: the buffer time. */
  bufferAfter: number | null
  /** Null: one slot after the other. */
  startTimes: StartTimes | null
  /** Minutes. */
  minimumNotice: number
  bookingWindow: BookingWindow | null
  /** At most one for each period. */
  limits: BookingLimit[]
  /** Minutes that people can choose besides the event's duration, ascending. */
  durations: number[]
  /** How many upcoming bookings of the event one email address can have; null: no limit. */
  bookingsPerPerson: number | null
  /** Whether the event can only be booked with a one-off link. */
  linksOnly: boolean
}

export const noRules: EventRules = {
  overrides: [],
  bufferBefore: null,
  bufferAfter: null,
  startTimes: null,
  minimumNotice: 0,
  bookingWindow: null,
  limits: [],
  durations: [],
  bookingsPerPerson: null,
  linksOnly: false,
}

export const ruleLimits = {
  overrides: 100,
  /** Ranges of one date override: every event in a list carries all of them. */
  overrideRanges: 6,
  travels: 50,
  /** Characters. */
  overrideName: 100,
  /** Minutes. */
  buffer: MINUTES_PER_DAY,
  notice: 52 * 7 * MINUTES_PER_DAY,
  everyMin: 5,
  everyMax: MINUTES_PER_DAY,
  /** Start times an hour: as many as with the smallest distance. */
  at: 12,
  durations: 8,
  windowDays: 730,
  bookings: 1_000,
  /** Minutes: a quarter of an hour, and all of a period. */
  limitMinutes: { min: 15, day: MINUTES_PER_DAY, week: 7 * MINUTES_PER_DAY, month: 31 * MINUTES_PER_DAY },
  bookingsPerPerson: 100,
} as const

export const ruleMessages = {
  tooManyOverrides: `At most ${ruleLimits.overrides} date overrides are possible`,
  tooManyRanges: `A date override can have at most ${ruleLimits.overrideRanges} time ranges`,
  date: 'Use a date such as 2027-03-14',
  dateOrder: 'The first date can’t be after the last one',
  overlap: 'Two of these share a date. Each date can have one entry.',
  emptyLimit: 'Enter a number of bookings or minutes',
  repeatedLimit: 'Each period can have one limit',
  buffer: `Use a whole number of minutes from 0 to ${ruleLimits.buffer}`,
  every: `Use a whole number of minutes from ${ruleLimits.everyMin} to ${ruleLimits.everyMax}`,
  at: `Use up to ${ruleLimits.at} different whole minutes from 0 to 59`,
  notice: 'Use a minimum notice from 0 minutes to 52 weeks',
  windowDays: `Use a whole number of days from 0 to ${ruleLimits.windowDays}`,
  bookings: `Use a whole number of bookings from 1 to ${ruleLimits.bookings}`,
  minutes: 'Use a whole number of minutes',
  noMinute: 'Choose at least one minute',
  durations: 'Each duration can be offered once',
  ownDuration: 'This is the event’s own duration, which people can always choose',
  notOffered: 'This event doesn’t offer this duration',
  tooManyDurations: `People can choose among at most ${ruleLimits.durations} other durations`,
  bookingsPerPerson: `Use a whole number of bookings from 1 to ${ruleLimits.bookingsPerPerson}`,
} as const

export const limitMinutesMessage = (per: LimitPeriod) =>
  `Use from ${ruleLimits.limitMinutes.min} minutes to ${ruleLimits.limitMinutes[per] / 60} hours a ${per}`

/** The days a week can start with, for limits. */
export const weekStarts = ['monday', 'saturday', 'sunday'] as const satisfies Weekday[]
export type WeekStart = (typeof weekStarts)[number]

/** The indexes of the stretches of dates that share a date with an earlier one. */
export function overlappingDates(stretches: readonly { from: string; to: string }[]): number[] {
  return stretches.flatMap(({ from, to }, index) =>
    stretches.slice(0, index).some((other) => from <= other.to && other.from <= to) ? [index] : [],
  )
}
