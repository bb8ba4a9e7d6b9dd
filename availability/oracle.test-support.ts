import type { BookingWindow } from './booking-window.ts'
import type { SlotRules } from './rules.ts'
import type { TimeRange } from './week.ts'

// A second implementation of every rule, slot by slot with native Temporal. It shares no code with the tested one.

const MINUTE = 60_000
const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

type Date = Temporal.PlainDate

/** Remembers answers by rules and question, because Temporal is slow. */
function remembered<Answer>(answer: (rules: SlotRules, key: string) => Answer) {
  const known = new WeakMap<SlotRules, Map<string, Answer>>()
  return (rules: SlotRules, key: string): Answer => {
    const answers = known.get(rules) ?? new Map<string, Answer>()
    known.set(rules, answers)
    if (!answers.has(key)) answers.set(key, answer(rules, key))
    return answers.get(key)!
  }
}

const dateOf = (instant: number, timeZone: string): Date =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate()
const includes = ({ from, to }: { from: string; to: string }, date: Date) =>
  Temporal.PlainDate.compare(from, date) <= 0 && Temporal.PlainDate.compare(date, to) <= 0

/** Every offered start from `from` up to but not including `until`, computed by checking each slot of each day separately. */
export function oracleStarts(rules: SlotRules, from: number, until: number): number[] {
  const found = new Set<number>()
  const home = rules.zone.rules.timeZone
  let date = dateOf(from, home).subtract({ days: 4 })
  const last = dateOf(until, home).add({ days: 4 })
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    for (const start of gridOn(date, rules)) {
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
  if (eventPeriod.start !== null && start < eventPeriod.start) reasons.push('eventPeriod')
  if (eventPeriod.end !== null && end > eventPeriod.end) reasons.push('eventPeriod')
  if (now < (bookingPeriod.start ?? -Infinity) || now >= (bookingPeriod.end ?? Infinity)) {
    reasons.push('bookingPeriod')
  }
  const date = windows.length + limits.length > 0 ? dateOf(start, rules.zone.rules.timeZone).toString() : ''
  windows.forEach((_, index) => {
    if (!isInWindow(rules, `${index} ${date}`)) reasons.push(`bookingWindow ${index}`)
  })
  limits.forEach((_, index) => {
    if (isFull(rules, `${index} ${date}`)) reasons.push(`limit ${index}`)
  })
  reasons.push(...narrowingReasons(rules, start))
  const needed = {
    start: start - rules.bufferBeforeMinutes * MINUTE,
    end: end + rules.bufferAfterMinutes * MINUTE,
  }
  rules.busy.forEach((entry, index) => {
    if (entry.start < entry.end && entry.start < needed.end && needed.start < entry.end) {
      reasons.push(`busy ${index}`)
    }
  })
  return [...new Set(reasons)]
}

/**
 * A slot has to lie within the narrower hours from beginning to end, whatever ranges and dates they come from, and to start
 * at one of the minutes, on the clock of a date that includes its start.
 */
function narrowingReasons(rules: SlotRules, start: number): string[] {
  const { narrowing } = rules
  if (!narrowing) return []
  const reasons: string[] = []
  const today = dateOf(start, rules.zone.rules.timeZone)
  const near = Array.from({ length: 11 }, (_, n) => today.add({ days: n - 5 }))
  const own = near.filter((date) => dateOf(start, zoneOn(date, rules)).equals(date))
  const end = start + rules.durationMinutes * MINUTE
  const ranges = near.flatMap((date) => narrowedOn(rules, date.toString()))
  let covered = start
  for (let next: number | undefined = start; next !== undefined && covered < end;) {
    next = ranges.find(([from, to]) => from <= covered && covered < to)?.[1]
    covered = next ?? covered
  }
  if (covered < end && (narrowing.week !== null || narrowing.dates.length > 0)) {
    const places = own.map((date) => narrowing.dates.findIndex((dates) => includes(dates, date)))
    reasons.push(...places.map((place) => (place < 0 ? 'narrowedHours' : `narrowedHours ${place}`)))
    if (own.length === 0) reasons.push('narrowedHours')
  }
  const { at } = narrowing
  const isAt = (date: Date) =>
    at!.some((minute) => start % MINUTE === 0 && minute === minuteAt(start, zoneOn(date, rules)))
  if (at !== null && !own.some(isAt)) reasons.push('narrowedStarts')
  return reasons
}

/** The narrower hours of a date. `key`: the date. */
const narrowedOn = remembered((rules, key): [number, number][] => {
  const { week, dates } = rules.narrowing!
  const date = Temporal.PlainDate.from(key)
  const allDay = [{ start: '00:00', end: '23:59' }]
  const weekly = week?.[NAMES[date.dayOfWeek - 1]!] ?? { enabled: true, slots: allDay }
  const ranges = dates.find((other) => includes(other, date))?.slots ?? (weekly.enabled ? weekly.slots : [])
  return instantsOf(joined(ranges), date, rules)
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
    if (rangesOn(last, rules).length > 0) found += 1
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

function hoursReasons(rules: SlotRules, start: number): string[] {
  const end = start + rules.durationMinutes * MINUTE
  const reasons = new Set<string>()
  const home = dateOf(start, rules.zone.rules.timeZone)
  const near = Array.from({ length: 9 }, (_, n) => home.add({ days: n - 4 }))
  if (near.some((date) => gridOn(date, rules).includes(start))) return []
  if (near.some((date) => instantsOn(date, rules).some(([from, to]) => from <= start && end <= to))) {
    return ['startTimes']
  }
  for (const date of near) {
    if (!dateOf(start, zoneOn(date, rules)).equals(date)) continue
    const place = (rules.dates ?? []).findIndex((dates) => includes(dates, date))
    reasons.add(place < 0 ? 'hours' : `hours ${place}`)
  }
  return reasons.size > 0 ? [...reasons] : ['hours']
}

const gridOn = (date: Date, rules: SlotRules) => gridOfDate(rules, date.toString())

/** The starts of a date's slots, by its ranges alone. `key`: the date. */
const gridOfDate = remembered((rules, key): number[] => {
  const date = Temporal.PlainDate.from(key)
  const duration = rules.durationMinutes * MINUTE
  const startTimes = rules.startTimes ?? { every: rules.durationMinutes }
  return instantsOn(date, rules).flatMap(([from, to]) => {
    const starts: number[] = []
    const isEvery = 'every' in startTimes
    const step = isEvery ? startTimes.every * MINUTE : MINUTE
    for (let start = from; start + duration <= to; start += step) {
      if (isEvery || startTimes.at.includes(minuteAt(start, zoneOn(date, rules)))) starts.push(start)
    }
    return starts
  })
})

const minuteAt = (instant: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).minute

const instantsOn = (date: Date, rules: SlotRules) => instantsOf(rangesOn(date, rules), date, rules)

function instantsOf(ranges: readonly [number, number][], date: Date, rules: SlotRules): [number, number][] {
  const timeZone = zoneOn(date, rules)
  const exists = date.toZonedDateTime(timeZone).toPlainDate().equals(date)
  return (exists ? ranges : []).map(([first, behind]) => [
    instantOf(date, first, timeZone),
    behind === 1440 ? startOf(date.add({ days: 1 }), timeZone) : instantOf(date, behind, timeZone),
  ])
}

const zoneOn = (date: Date, { travels = [], zone }: SlotRules) =>
  (travels.find((travel) => includes(travel, date))?.zone ?? zone).rules.timeZone

/** The joined ranges of a date as minutes (end exclusive), computed by marking each minute. */
function rangesOn(date: Date, { week, dates = [] }: SlotRules): [number, number][] {
  const { enabled, slots } = week[NAMES[date.dayOfWeek - 1]!]
  const ranges = dates.find((other) => includes(other, date))?.slots ?? (enabled ? slots : [])
  return joined(ranges)
}

function joined(ranges: readonly TimeRange[]): [number, number][] {
  if (ranges.length === 0) return []
  const painted = Array.from({ length: 1441 }, () => false)
  for (const { start, end } of ranges) {
    painted.fill(true, minuteOf(start), end === '23:59' ? 1440 : Math.max(minuteOf(start), minuteOf(end)))
  }
  const edges = painted.flatMap((isOn, minute) => (isOn === (painted[minute - 1] ?? false) ? [] : [minute]))
  return edges.flatMap((edge, n) => (n % 2 === 0 ? [[edge, edges[n + 1]!] as [number, number]] : []))
}

function minuteOf(time: string): number {
  const { hour, minute } = Temporal.PlainTime.from(time)
  return hour * 60 + minute
}

function instantOf(date: Date, minute: number, timeZone: string): number {
  const wall = date.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
  return wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds
}

const startOf = (date: Date, timeZone: string) => date.toZonedDateTime(timeZone).epochMilliseconds
