import { MINUTE } from './units.ts'
import type { Interval } from './interval.ts'
import { type BookedDays, bookedDays, fullPeriods } from './limits.ts'
import { reportNarrowed } from './narrowing.ts'
import { type BookingWindow, reportTooSoonOrLate } from './notice-and-window.ts'
import type { BusyTime, CountedLimit, Period, SlotRules } from './slot-rules.ts'

/** A rule other than the hours that closes a start, with the part of the rules that does. */
export type ClosingRule =
  | { readonly rule: SimpleRule }
  | { readonly rule: 'narrowedHours' }
  | { readonly rule: 'bookingWindow'; readonly window: BookingWindow }
  | { readonly rule: 'limit'; readonly limit: CountedLimit }
  | { readonly rule: 'busy'; readonly busy: BusyTime }

type SimpleRule = 'past' | 'minimumNotice' | 'eventPeriod' | 'bookingPeriod' | 'narrowedStarts'

/** Called with the starts (epoch milliseconds, `to` exclusive) that a rule closes. Either end can be infinite. */
interface OnClosed {
  readonly simple: (from: number, to: number, rule: SimpleRule | 'narrowedHours') => void
  readonly window: (from: number, to: number, window: BookingWindow) => void
  readonly limit: (from: number, to: number, limit: CountedLimit) => void
  readonly busy: (from: number, to: number, busy: BusyTime) => void
}

const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number

/**
 * Reports which of the `asked` starts (epoch milliseconds) each rule closes, in no order. What isn't reported can be
 * booked if the hours have a slot there. Offering, booking, moving and explaining slots all use this function and the
 * hours, and nothing else.
 * @throws RangeError for an invalid length or instant.
 */
export function reportClosed(rules: SlotRules, asked: Interval, on: OnClosed): void {
  const { now, eventPeriod } = rules
  const duration = rules.durationMinutes * MINUTE
  assertSound(rules)
  reportTooSoonOrLate(rules, on)
  if (!isWithin(rules.bookingPeriod, now)) on.simple(NEGATIVE_INFINITY, POSITIVE_INFINITY, 'bookingPeriod')
  if (eventPeriod.start !== null) on.simple(NEGATIVE_INFINITY, eventPeriod.start, 'eventPeriod')
  if (eventPeriod.end !== null) on.simple(eventPeriod.end - duration + 1, POSITIVE_INFINITY, 'eventPeriod')
  if (rules.narrowing) reportNarrowed(rules, rules.narrowing, asked, on.simple)
  reportFull(rules, duration, on)
  reportBusy(rules, duration, on)
}

/** Every rule that closes a start (epoch milliseconds), apart from the hours. */
export function closingRules(rules: SlotRules, start: number): ClosingRule[] {
  const found: ClosingRule[] = []
  const add = (from: number, to: number, by: ClosingRule) => {
    if (from <= start && start < to) found.push(by)
  }
  reportClosed(
    rules,
    { start, end: start + 1 },
    {
      simple: (from, to, rule) => add(from, to, { rule }),
      window: (from, to, window) => add(from, to, { rule: 'bookingWindow', window }),
      limit: (from, to, limit) => add(from, to, { rule: 'limit', limit }),
      busy: (from, to, busy) => add(from, to, { rule: 'busy', busy }),
    },
  )
  return found
}

function reportFull(rules: SlotRules, duration: number, on: OnClosed): void {
  const { zone, limits = [], firstWeekday = 0 } = rules
  // Limits of the same owner count the same bookings.
  let booked: readonly Interval[] | null = null
  let days: BookedDays | null = null
  for (const limit of limits) {
    if (days === null || limit.booked !== booked) {
      booked = limit.booked
      days = bookedDays(booked, zone)
    }
    const full = fullPeriods(limit, days, duration, { zone, firstWeekday })
    if (full === null) on.limit(NEGATIVE_INFINITY, POSITIVE_INFINITY, limit)
    else for (const { start, end } of full) on.limit(start, end, limit)
  }
}

/**
 * Nothing busy may overlap the slot with its buffers, and the slot may not overlap anything busy with its own. Buffers
 * may overlap one another, so between two meetings only the larger one counts.
 */
function reportBusy(rules: SlotRules, duration: number, on: OnClosed): void {
  const { bufferBeforeMinutes, bufferAfterMinutes } = rules
  for (const busy of rules.busy) {
    const { start, end, bufferBeforeMinutes: ownBefore = 0, bufferAfterMinutes: ownAfter = 0 } = busy
    if (Number.isNaN(start) || Number.isNaN(end)) throw new RangeError('A busy time has no start or no end')
    if (start >= end) continue
    const gapBefore = Math.max(bufferAfterMinutes, ownBefore) * MINUTE
    const gapAfter = Math.max(bufferBeforeMinutes, ownAfter) * MINUTE
    on.busy(Math.floor(start - gapBefore - duration) + 1, end + gapAfter, busy)
  }
}

function assertSound({
  durationMinutes,
  bufferBeforeMinutes,
  bufferAfterMinutes,
  startTimes,
  now,
}: SlotRules): void {
  if (!(durationMinutes > 0 && durationMinutes < Infinity)) {
    throw new RangeError(`Not a duration: ${durationMinutes} minutes`)
  }
  if (!(bufferBeforeMinutes >= 0)) throw new RangeError(`Not a buffer: ${bufferBeforeMinutes} minutes`)
  if (!(bufferAfterMinutes >= 0)) throw new RangeError(`Not a buffer: ${bufferAfterMinutes} minutes`)
  if (startTimes && 'every' in startTimes && !(startTimes.every > 0)) {
    throw new RangeError(`Not a distance between start times: ${startTimes.every} minutes`)
  }
  if (Number.isNaN(now)) throw new RangeError('Rules need a now')
}

function isWithin(period: Period, instant: number): boolean {
  return (period.start === null || period.start <= instant) && (period.end === null || instant < period.end)
}
