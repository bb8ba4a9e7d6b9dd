import { MINUTE, MINUTES_PER_DAY } from './units.ts'
import type { SlotRules } from './slot-rules.ts'
import type { TimeRange } from './week.ts'

// The hours and starts of the second implementation: rules 1 to 3 of "Availability" in the decisions, read word by
// word.

export const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export type Date = Temporal.PlainDate

/** Open from its start to its end, in epoch milliseconds. */
export interface Open {
  readonly start: number
  readonly end: number
  /** Whether it begins at 00:00 and reaches the end (24:00) of its day. */
  readonly fromMidnight: boolean
  readonly toMidnight: boolean
}

/** Remembers answers by rules and question, because Temporal is slow. */
export function remembered<Answer>(answer: (rules: SlotRules, key: string) => Answer) {
  const known = new WeakMap<SlotRules, Map<string, Answer>>()
  return (rules: SlotRules, key: string): Answer => {
    const answers = known.get(rules) ?? new Map<string, Answer>()
    known.set(rules, answers)
    if (!answers.has(key)) answers.set(key, answer(rules, key))
    return answers.get(key)!
  }
}

export const dateOf = (instant: number, timeZone: string): Date =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate()
export const minuteAt = (instant: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).minute
export const includes = ({ from, to }: { from: string; to: string }, date: Date) =>
  Temporal.PlainDate.compare(from, date) <= 0 && Temporal.PlainDate.compare(date, to) <= 0
export const zoneOn = (date: Date, { travels = [], zone }: SlotRules) =>
  (travels.find((travel) => includes(travel, date))?.zone ?? zone).rules.timeZone

/** All dates that can matter for an instant, wherever somebody travels. */
export function datesAround(instant: number, rules: SlotRules): Date[] {
  const home = dateOf(instant, rules.zone.rules.timeZone)
  return Array.from({ length: 11 }, (_, n) => home.add({ days: n - 5 }))
}

/** The dates on whose own clocks an instant lies: several or none where a travel begins or ends. */
export const datesWith = (instant: number, rules: SlotRules): Date[] =>
  datesAround(instant, rules).filter((date) => dateOf(instant, zoneOn(date, rules)).equals(date))

/** The ranges of a date on its clock, before they become instants. */
export function rangesOn(date: Date, { week, dates = [] }: SlotRules): readonly TimeRange[] {
  const replaced = dates.find((other) => includes(other, date))
  if (replaced) return replaced.slots
  const { enabled, slots } = week[NAMES[date.dayOfWeek - 1]!]
  return enabled ? slots : []
}

/** Whether any minute of a date is open on the clock. */
export const hasHours = (date: Date, rules: SlotRules) => minutesOf(rangesOn(date, rules)).length > 0

/** The starts and ends of ranges in minutes since midnight, where ranges that touch or overlap are one. */
function minutesOf(ranges: readonly TimeRange[]): { start: number; end: number }[] {
  const real = ranges
    .map(({ start, end }) => ({
      start: minuteOf(start),
      end: end === '23:59' || end === '24:00' ? MINUTES_PER_DAY : minuteOf(end),
    }))
    .filter(({ start, end }) => start < end)
    .toSorted((a, b) => a.start - b.start)
  const whole: { start: number; end: number }[] = []
  for (const range of real) {
    const before = whole.at(-1)
    if (before && range.start <= before.end) before.end = Math.max(before.end, range.end)
    else whole.push({ ...range })
  }
  return whole
}

function minuteOf(time: string): number {
  const { hour, minute } = Temporal.PlainTime.from(time)
  return hour * 60 + minute
}

/** A clock can skip a whole date, and then nobody is open on it. */
const exists = (date: Date, timeZone: string) => date.toZonedDateTime(timeZone).toPlainDate().equals(date)

/** The end of a date is the beginning of the one that follows on its clock. */
const endOf = (date: Date, timeZone: string) =>
  date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds

/** "compatible" moves skipped times forward by the gap and takes the first of two equal times. */
const instantOf = (date: Date, minute: number, timeZone: string) =>
  date
    .toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
    .toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds

/** What ranges mean on a date. */
export function openBy(ranges: readonly TimeRange[], date: Date, rules: SlotRules): Open[] {
  const timeZone = zoneOn(date, rules)
  if (!exists(date, timeZone)) return []
  return minutesOf(ranges).map(({ start, end }) => ({
    start: instantOf(date, start, timeZone),
    end: end === MINUTES_PER_DAY ? endOf(date, timeZone) : instantOf(date, end, timeZone),
    fromMidnight: start === 0,
    toMidnight: end === MINUTES_PER_DAY,
  }))
}

/** The hours of a date without what follows after midnight. `key`: the date. */
const openOn = remembered((rules, key): Open[] => {
  const date = Temporal.PlainDate.from(key)
  return openBy(rangesOn(date, rules), date, rules)
})

/**
 * When somebody who is open until the end of a date has to stop, at the latest at the given instant. Where a trip
 * leaves a hole between two dates, the hours end before it, because nobody is open in it.
 */
function stopAfter(date: Date, end: number, rules: SlotRules, latest: number): number {
  let next = date.add({ days: 1 })
  // Only one date in a row can be missing.
  if (!exists(next, zoneOn(next, rules))) next = next.add({ days: 1 })
  const open = openOn(rules, next.toString()).find(({ fromMidnight }) => fromMidnight)
  if (!open || open.start > end) return end
  const goesOn = open.toMidnight && open.end < latest
  return Math.max(end, goesOn ? stopAfter(next, open.end, rules, latest) : open.end)
}

/** The starts of a date's slots by its hours alone. `key`: the date. */
const startsOn = remembered((rules, key): number[] => {
  const date = Temporal.PlainDate.from(key)
  const timeZone = zoneOn(date, rules)
  const duration = rules.durationMinutes * MINUTE
  const startTimes = rules.startTimes ?? { every: rules.durationMinutes }
  const starts: number[] = []
  for (const open of openOn(rules, key)) {
    const stop = open.toMidnight ? stopAfter(date, open.end, rules, open.end + duration) : open.end
    const step = 'every' in startTimes ? startTimes.every * MINUTE : MINUTE
    for (let start = open.start; start < open.end; start += step) {
      const isStart = 'every' in startTimes || startTimes.at.includes(minuteAt(start, timeZone))
      if (isStart && start + duration <= stop) starts.push(start)
    }
  }
  return starts
})

export const oracleGridOn = (date: Date, rules: SlotRules): readonly number[] =>
  startsOn(rules, date.toString())

/** Why no slot starts at an instant as far as hours and start times decide. */
export function hoursReasons(rules: SlotRules, start: number): string[] {
  const near = datesAround(start, rules)
  if (near.some((date) => oracleGridOn(date, rules).includes(start))) return []
  const open = near.flatMap((date) => openOn(rules, date.toString()))
  if (isCovered(start, start + rules.durationMinutes * MINUTE, open)) return ['startTimes']
  const own = datesWith(start, rules)
  if (own.length === 0) return ['hours']
  const places = own.map((date) => (rules.dates ?? []).findIndex((dates) => includes(dates, date)))
  return [...new Set(places.map((place) => (place < 0 ? 'hours' : `hours ${place}`)))]
}

/** Whether open hours, all of them taken together, leave no hole between two instants. */
export function isCovered(start: number, end: number, open: readonly Open[]): boolean {
  let covered = start
  while (covered < end) {
    const range = open.find((other) => other.start <= covered && covered < other.end)
    if (!range) return false
    covered = range.end
  }
  return true
}
