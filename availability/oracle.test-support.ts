import { MINUTE } from './units.ts'
import type { BookingWindow } from './notice-and-window.ts'
import {
  dateOf,
  type Date,
  datesAround,
  datesWith,
  hasHours,
  hoursReasons,
  includes,
  isCovered,
  minuteAt,
  NAMES,
  type Open,
  openBy,
  oracleGridOn,
  remembered,
  zoneOn,
} from './oracle-hours.test-support.ts'
import type { BusyTime, SlotRules } from './slot-rules.ts'

// A second implementation of every rule, slot by slot with native Temporal. It shares no code with the tested one.

/**
 * Every offered start from `from` up to but not including `until`, computed by checking each slot of each day
 * separately.
 */
export function oracleStarts(rules: SlotRules, from: number, until: number): number[] {
  const found = new Set<number>()
  const home = rules.zone.rules.timeZone
  let date = dateOf(from, home).subtract({ days: 4 })
  const last = dateOf(until, home).add({ days: 4 })
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    for (const start of oracleGridOn(date, rules)) {
      if (start >= from && start < until && !found.has(start) && oracleClosings(rules, start).length === 0) {
        found.add(start)
      }
    }
  }
  return [...found].toSorted((a, b) => a - b)
}

/** Names of all reasons why a start isn't offered, such as `limit 1`; the number is its place among the rules. */
export function oracleReasons(rules: SlotRules, start: number): string[] {
  return [...hoursReasons(rules, start), ...oracleClosings(rules, start)].toSorted()
}

/** The same without the hours. */
function oracleClosings(rules: SlotRules, start: number): string[] {
  const { now, eventPeriod, bookingPeriod, noticeMinutes = 0, windows = [], limits = [] } = rules
  const end = start + rules.durationMinutes * MINUTE
  const reasons: string[] = []
  if (start <= now) reasons.push('past')
  if (noticeMinutes > 0 && start < now + noticeMinutes * MINUTE) reasons.push('minimumNotice')
  const startsTooSoon = eventPeriod.start !== null && start < eventPeriod.start
  const endsTooLate = eventPeriod.end !== null && end > eventPeriod.end
  if (startsTooSoon || endsTooLate) reasons.push('eventPeriod')
  const isTooEarly = bookingPeriod.start !== null && now < bookingPeriod.start
  const isTooLate = bookingPeriod.end !== null && now >= bookingPeriod.end
  if (isTooEarly || isTooLate) reasons.push('bookingPeriod')
  const date = windows.length + limits.length > 0 ? dateOf(start, rules.zone.rules.timeZone).toString() : ''
  windows.forEach((_, index) => {
    if (!isInWindow(rules, `${index} ${date}`)) reasons.push(`bookingWindow ${index}`)
  })
  limits.forEach((_, index) => {
    if (isFull(rules, `${index} ${date}`)) reasons.push(`limit ${index}`)
  })
  reasons.push(...narrowingReasons(rules, start))
  rules.busy.forEach((entry, index) => {
    if (meets(rules, start, end, entry)) reasons.push(`busy ${index}`)
  })
  return reasons
}

/** Whether a slot with its buffers meets what is busy, or the slot meets what is busy with its own buffers. */
function meets(rules: SlotRules, start: number, end: number, busy: BusyTime): boolean {
  if (busy.start >= busy.end) return false
  const wideStart = start - rules.bufferBeforeMinutes * MINUTE
  const wideEnd = end + rules.bufferAfterMinutes * MINUTE
  if (wideStart < busy.end && busy.start < wideEnd) return true
  const keptFrom = busy.start - (busy.bufferBeforeMinutes ?? 0) * MINUTE
  const keptUntil = busy.end + (busy.bufferAfterMinutes ?? 0) * MINUTE
  return start < keptUntil && keptFrom < end
}

/**
 * A slot has to lie within the narrower hours from beginning to end, whatever ranges and dates they come from, and to
 * start at one of the minutes, on the clock of a date that includes its start.
 */
function narrowingReasons(rules: SlotRules, start: number): string[] {
  const { narrowing } = rules
  if (!narrowing) return []
  const reasons: string[] = []
  const own = datesWith(start, rules)
  const end = start + rules.durationMinutes * MINUTE
  const ranges = datesAround(start, rules).flatMap((date) => narrowedOn(rules, date.toString()))
  const isNarrowed = narrowing.week !== null || narrowing.dates.length > 0
  if (isNarrowed && !isCovered(start, end, ranges)) {
    const places = own.map((date) => narrowing.dates.findIndex((dates) => includes(dates, date)))
    const names = places.map((place) => (place < 0 ? 'narrowedHours' : `narrowedHours ${place}`))
    reasons.push(...new Set(own.length === 0 ? ['narrowedHours'] : names))
  }
  const { at } = narrowing
  const isAt = (date: Date) =>
    at!.some((minute) => start % MINUTE === 0 && minute === minuteAt(start, zoneOn(date, rules)))
  if (at !== null && !own.some(isAt)) reasons.push('narrowedStarts')
  return reasons
}

/** The narrower hours of a date. `key`: the date. */
const narrowedOn = remembered((rules, key): Open[] => {
  const { week, dates } = rules.narrowing!
  const date = Temporal.PlainDate.from(key)
  const allDay = [{ start: '00:00', end: '23:59' }]
  const weekly = week?.[NAMES[date.dayOfWeek - 1]!] ?? { enabled: true, slots: allDay }
  const ranges = dates.find((other) => includes(other, date))?.slots ?? (weekly.enabled ? weekly.slots : [])
  return openBy(ranges, date, rules)
})

/** `key`: the place of a window and a date. */
const isInWindow = remembered((rules, key) => {
  const [index, date] = key.split(' ')
  const window = rules.windows![Number(index)]!
  if (window.type === 'fixed') return includes(window, Temporal.PlainDate.from(date!))
  return Temporal.PlainDate.compare(date!, lastDate(rules, index!)) <= 0
})

/** `key`: the place of a window. */
const lastDate = remembered((rules, key): Date => {
  const window = rules.windows![Number(key)] as Exclude<BookingWindow, { type: 'fixed' }>
  const today = dateOf(rules.now, rules.zone.rules.timeZone)
  if (window.type === 'calendarDays') return today.add({ days: window.days })
  let last = today
  let found = 0
  while (found < window.days && today.until(last).days < 1830) {
    last = last.add({ days: 1 })
    if (hasHours(last, rules)) found += 1
  }
  return last
})

/** `key`: the place of a limit and a date. */
const isFull = remembered((rules, key) => {
  const [index, date] = key.split(' ')
  const limit = rules.limits![Number(index)]!
  const period = (day: Date): string => {
    if (limit.per === 'day') return day.toString()
    if (limit.per === 'month') return day.toPlainYearMonth().toString()
    let first = day
    while (first.dayOfWeek - 1 !== (rules.firstWeekday ?? 0)) first = first.subtract({ days: 1 })
    return first.toString()
  }
  const asked = period(Temporal.PlainDate.from(date!))
  const own = limit.booked.filter(
    (booking) => period(dateOf(booking.start, rules.zone.rules.timeZone)) === asked,
  )
  const minutes = own.reduce((sum, booking) => sum + (booking.end - booking.start) / MINUTE, 0)
  return (
    (limit.bookings !== null && own.length + 1 > limit.bookings) ||
    (limit.minutes !== null && minutes + rules.durationMinutes > limit.minutes)
  )
})
