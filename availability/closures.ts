import { type BookingWindow, windowOf } from './booking-window.ts'
import type { Interval } from './interval.ts'
import { fullPeriods } from './limits.ts'
import type { CountedLimit, Period, SlotRules } from './rules.ts'

const MINUTE = 60_000

/** A rule other than the hours that closes a start, with the part of the rules that does. */
export type ClosingRule =
  | { readonly rule: 'past' }
  | { readonly rule: 'minimumNotice' }
  | { readonly rule: 'eventPeriod' }
  | { readonly rule: 'bookingPeriod' }
  | { readonly rule: 'bookingWindow'; readonly window: BookingWindow }
  | { readonly rule: 'limit'; readonly limit: CountedLimit }
  | { readonly rule: 'busy'; readonly busy: Interval }

/** Called with the starts (epoch milliseconds, `to` exclusive) that a rule closes. Either end can be infinite. */
export type OnClosed = (from: number, to: number, by: ClosingRule) => void

const PAST = { rule: 'past' } as const
const NOTICE = { rule: 'minimumNotice' } as const
const EVENT_PERIOD = { rule: 'eventPeriod' } as const
const BOOKING_PERIOD = { rule: 'bookingPeriod' } as const

/**
 * Reports which starts each rule closes, in no order. What isn't reported can be booked if the hours have a slot there.
 * Offering, booking, moving and explaining slots all use this function and the hours, and nothing else.
 * @throws RangeError for an invalid length or instant.
 */
export function reportClosed(rules: SlotRules, onClosed: OnClosed): void {
  const { now, eventPeriod } = rules
  const duration = rules.durationMinutes * MINUTE
  assertSound(rules)
  onClosed(Number.NEGATIVE_INFINITY, now + 1, PAST)
  if (rules.noticeMinutes) onClosed(Number.NEGATIVE_INFINITY, now + rules.noticeMinutes * MINUTE, NOTICE)
  if (!isWithin(rules.bookingPeriod, now)) {
    onClosed(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, BOOKING_PERIOD)
  }
  if (eventPeriod.start !== null) onClosed(Number.NEGATIVE_INFINITY, eventPeriod.start, EVENT_PERIOD)
  if (eventPeriod.end !== null) {
    onClosed(eventPeriod.end - duration + 1, Number.POSITIVE_INFINITY, EVENT_PERIOD)
  }
  for (const window of rules.windows ?? []) {
    const { start, end } = windowOf(window, rules, now)
    if (start > Number.NEGATIVE_INFINITY) {
      onClosed(Number.NEGATIVE_INFINITY, start, { rule: 'bookingWindow', window })
    }
    onClosed(end, Number.POSITIVE_INFINITY, { rule: 'bookingWindow', window })
  }
  for (const limit of rules.limits ?? []) reportFull(rules, limit, duration, onClosed)
  reportBusy(rules, duration, onClosed)
}

function reportFull(rules: SlotRules, limit: CountedLimit, duration: number, onClosed: OnClosed): void {
  const calendar = { zone: rules.zone, firstWeekday: rules.firstWeekday ?? 0 }
  const full = fullPeriods(limit, limit.booked, duration, calendar) ?? [
    { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY },
  ]
  for (const { start, end } of full) onClosed(start, end, { rule: 'limit', limit })
}

/** Nothing busy may overlap the slot with its buffers. */
function reportBusy(rules: SlotRules, duration: number, onClosed: OnClosed): void {
  const before = rules.bufferBeforeMinutes * MINUTE
  const behind = duration + rules.bufferAfterMinutes * MINUTE
  for (const busy of rules.busy) {
    const { start, end } = busy
    if (Number.isNaN(start) || Number.isNaN(end)) throw new RangeError('A busy time has no start or no end')
    if (start < end) onClosed(Math.floor(start - behind) + 1, end + before, { rule: 'busy', busy })
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
