import { parseDate } from '../../availability/civil-date.ts'
import { eventLimits, eventMessages } from './event-options.ts'
import {
  type BookingLimit,
  type BookingWindow,
  type EventRules,
  limitMinutesMessage,
  type LimitPeriod,
  overlappingDates,
  ruleLimits,
  ruleMessages,
  type StartTimes,
} from './event-rules.ts'
import { type DateOverride } from '../hours/hours.ts'
import { timeRangeErrors } from '../hours/weekly-availability.ts'

export type RuleErrors = Partial<Record<keyof EventRules, string>>

/** The first error of each rule, with the server's messages, while typing. An empty number is NaN. */
export function ruleErrors(rules: EventRules): RuleErrors {
  const errors = {
    durations: durationsError(rules.durations),
    minimumNotice: isWhole(rules.minimumNotice, 0, ruleLimits.notice) ? null : ruleMessages.notice,
    bookingWindow: rules.bookingWindow && windowError(rules.bookingWindow),
    bufferBefore: bufferError(rules.bufferBefore),
    bufferAfter: bufferError(rules.bufferAfter),
    startTimes: rules.startTimes && startTimesError(rules.startTimes),
    limits: rules.limits.map(limitError).find((error) => error !== null),
    bookingsPerPerson:
      rules.bookingsPerPerson === null || isWhole(rules.bookingsPerPerson, 1, ruleLimits.bookingsPerPerson)
        ? null
        : ruleMessages.bookingsPerPerson,
    overrides: overridesError(rules.overrides),
  } satisfies { [Rule in keyof EventRules]?: string | null | undefined }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error))
}

const isWhole = (value: number, min: number, max: number) =>
  Number.isInteger(value) && value >= min && value <= max

const bufferError = (minutes: number | null) =>
  minutes === null || isWhole(minutes, 0, ruleLimits.buffer) ? null : ruleMessages.buffer

export function durationsError(durations: readonly number[]): string | null {
  const { min, max } = eventLimits.duration
  if (!durations.every((minutes) => isWhole(minutes, min, max))) return eventMessages.duration
  if (durations.length > ruleLimits.durations) return ruleMessages.tooManyDurations
  return new Set(durations).size === durations.length ? null : ruleMessages.durations
}

export function limitError({ per, bookings, minutes }: BookingLimit): string | null {
  if (bookings === null && minutes === null) return ruleMessages.emptyLimit
  if (bookings !== null && !isWhole(bookings, 1, ruleLimits.bookings)) return ruleMessages.bookings
  if (minutes === null) return null
  if (!Number.isInteger(minutes)) return ruleMessages.minutes
  return isLimitMinutes(per, minutes) ? null : limitMinutesMessage(per)
}

/** Whether a limit of minutes can be reached, and leaves some open. */
export const isLimitMinutes = (per: LimitPeriod, minutes: number) =>
  isWhole(minutes, ruleLimits.limitMinutes.min, ruleLimits.limitMinutes[per])

function startTimesError(startTimes: StartTimes): string | null {
  if ('every' in startTimes) {
    const { everyMin, everyMax } = ruleLimits
    return isWhole(startTimes.every, everyMin, everyMax) ? null : ruleMessages.every
  }
  const { at } = startTimes
  if (at.length === 0) return ruleMessages.noMinute
  const isSound =
    at.length <= ruleLimits.at &&
    at.every((minute) => isWhole(minute, 0, 59)) &&
    new Set(at).size === at.length
  return isSound ? null : ruleMessages.at
}

function windowError(window: BookingWindow): string | null {
  if (window.type === 'fixed') return datesError(window)
  return isWhole(window.days, 0, ruleLimits.windowDays) ? null : ruleMessages.windowDays
}

function datesError({ from, to }: { from: string; to: string }): string | null {
  if (!isSlotDate(from) || !isSlotDate(to)) return ruleMessages.date
  return from <= to ? null : ruleMessages.dateOrder
}

function overridesError(overrides: readonly DateOverride[]): string | null {
  for (const override of overrides) {
    const error = datesError(override) ?? rangesError(override)
    if (error) return error
  }
  if (overrides.length > ruleLimits.overrides) return ruleMessages.tooManyOverrides
  return overlappingDates(overrides).length > 0 ? ruleMessages.overlap : null
}

function rangesError({ slots }: DateOverride): string | null {
  if (slots.length > ruleLimits.overrideRanges) return ruleMessages.tooManyRanges
  return timeRangeErrors(slots).find((each) => each !== null) ?? null
}

export function isSlotDate(text: string): boolean {
  try {
    parseDate(text)
    return true
  } catch {
    return false
  }
}
