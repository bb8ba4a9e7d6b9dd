import { civilDateOf, weekdayOf } from '../../availability/civil-date.ts'
import { DAY, SECOND } from '../../availability/units.ts'

const frequencies = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof frequencies)[number]

/** What an RRULE says about its repetitions (RFC 5545, 3.3.10), without its end. A part that it lacks is empty. */
export interface Rule {
  frequency: Frequency
  interval: number
  /** 1 to 12. */
  months: readonly number[]
  /** From 1, or from the end of the year if negative; likewise the next two. */
  weeks: readonly number[]
  yearDays: readonly number[]
  monthDays: readonly number[]
  weekdays: readonly RuleWeekday[]
  /** Ascending, as the next two. */
  hours: readonly number[]
  minutes: readonly number[]
  seconds: readonly number[]
  /** Which of a period's repetitions are meant: from 1, or from the end if negative. */
  positions: readonly number[]
  /** 0 is Monday. */
  weekStart: number
}

export interface RuleWeekday {
  /** 0 is Monday. */
  weekday: number
  /** Which one of its month or year: from 1, or from the end if negative; 0 for all. */
  ordinal: number
}

/** A rule as jCal (RFC 7265) has it, where a list of one is its element. */
export type RuleData = Readonly<Record<string, unknown>>

/** Whether a rule of this frequency can repeat several times a day. */
const isWithinDay = (frequency: Frequency) => frequencies.indexOf(frequency) < frequencies.indexOf('DAILY')

/** Their months are the Gregorian ones. */
const GREGORIAN_SCALES: ReadonlySet<unknown> = new Set([
  'GREGORIAN',
  'GREGORY',
  'ISO8601',
  'BUDDHIST',
  'JAPANESE',
  'ROC',
])

/** Whether a rule counts in another calendar's years and months (RFC 7529), such as the Chinese one's. */
const isOnOtherScale = ({ rscale = 'GREGORIAN' }: RuleData, rule: Rule) =>
  !GREGORIAN_SCALES.has(rscale) &&
  (['MONTHLY', 'YEARLY'].includes(rule.frequency) ||
    [rule.months, rule.weeks, rule.yearDays, rule.monthDays].some((days) => days.length > 0))

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** A rule with what it takes from DTSTART, a wall time; null if it is malformed. */
export function readRule(data: RuleData, start: number, isDate: boolean): Rule | null {
  const frequency = frequencies.find((one) => one === data['freq'])
  if (!frequency || (isDate && isWithinDay(frequency))) return null
  const rule: Rule = {
    frequency,
    interval: Math.max(1, Number(data['interval'] ?? 1)),
    months: numbers(data['bymonth']),
    weeks: numbers(data['byweekno']),
    yearDays: numbers(data['byyearday']),
    monthDays: numbers(data['bymonthday']),
    weekdays: list(data['byday']).map(readWeekday),
    // A second 60 is a leap second, which this clock doesn't have.
    hours: isDate ? [] : timesBelow(24, data['byhour']),
    minutes: isDate ? [] : timesBelow(60, data['byminute']),
    seconds: isDate ? [] : timesBelow(60, data['bysecond']),
    positions: numbers(data['bysetpos']),
    // The library counts from Sunday, which is 1.
    weekStart: (Number(data['wkst'] ?? 2) + 5) % 7,
  }
  if (isOnOtherScale(data, rule)) return null
  return { ...rule, ...daysOfStart(rule, Math.floor(start / DAY)), ...timesOfStart(rule, start) }
}

const list = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const ascending = (value: unknown) =>
  [...new Set(list(value).map(Number))].toSorted((one, other) => one - other)

/** The library lets some through that are too large. */
const timesBelow = (end: number, value: unknown) => ascending(value).filter((time) => time >= 0 && time < end)

/** No part counts from 0. */
const numbers = (value: unknown) => ascending(value).filter((number) => number !== 0)

function readWeekday(value: unknown): RuleWeekday {
  const text = String(value)
  return { weekday: WEEKDAYS.indexOf(text.slice(-2)), ordinal: Number(text.slice(0, -2)) }
}

/** A rule without days takes them from DTSTART: its weekday, its day of the month, or its date. */
function daysOfStart(rule: Rule, startDay: number): Partial<Rule> {
  const { frequency, months, weeks, yearDays, monthDays, weekdays } = rule
  if (yearDays.length > 0 || monthDays.length > 0 || weekdays.length > 0) return {}
  const { month, day } = civilDateOf(startDay)
  if (frequency === 'WEEKLY' || weeks.length > 0) {
    return { weekdays: [{ weekday: weekdayOf(startDay), ordinal: 0 }] }
  }
  if (frequency === 'MONTHLY') return { monthDays: [day] }
  if (frequency === 'YEARLY') return { monthDays: [day], months: months.length > 0 ? months : [month] }
  return {}
}

/** A rule without times takes them from DTSTART too, except what changes from one repetition to the next. */
function timesOfStart({ frequency, hours, minutes, seconds }: Rule, start: number): Partial<Rule> {
  const second = Math.floor(start / SECOND)
  const minute = Math.floor(second / 60)
  const hour = Math.floor(minute / 60)
  const isWithinHour = frequency === 'MINUTELY' || frequency === 'SECONDLY'
  return {
    hours: hours.length > 0 || isWithinDay(frequency) ? hours : [hour - Math.floor(hour / 24) * 24],
    minutes: minutes.length > 0 || isWithinHour ? minutes : [minute - hour * 60],
    seconds: seconds.length > 0 || frequency === 'SECONDLY' ? seconds : [second - minute * 60],
  }
}
