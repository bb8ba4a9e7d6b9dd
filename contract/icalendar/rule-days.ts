import { civilDateOf, epochDayOf, weekdayOf } from '../../availability/civil-date.ts'
import type { Rule, RuleWeekday } from './rule.ts'

// Days are numbers of days since 1970-01-01.

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/**
 * The index of the period of a rule that a day is in: its year, month or week, or itself. Each period's index is one
 * more than that of the one before.
 */
export function periodOf({ frequency, weekStart }: Rule, day: number): number {
  if (frequency === 'WEEKLY') return Math.floor((day - firstWeek(weekStart)) / 7)
  if (frequency !== 'YEARLY' && frequency !== 'MONTHLY') return day
  const { year, month } = civilDateOf(day)
  return frequency === 'YEARLY' ? year : year * 12 + month - 1
}

export function firstDayOf({ frequency, weekStart }: Rule, period: number): number {
  if (frequency === 'YEARLY') return epochDayOf(period, 1, 1)
  if (frequency === 'MONTHLY') return epochDayOf(Math.floor(period / 12), (period % 12) + 1, 1)
  return frequency === 'WEEKLY' ? firstWeek(weekStart) + period * 7 : period
}

/** The days that a rule names in a period, ascending. */
export function daysOf(rule: Rule, period: number): number[] {
  const { frequency, months } = rule
  if (frequency === 'YEARLY') {
    return (months.length > 0 ? months : MONTHS).flatMap((month) => daysOfMonth(rule, period, month))
  }
  if (frequency === 'MONTHLY') return daysOfMonth(rule, Math.floor(period / 12), (period % 12) + 1)
  const first = firstDayOf(rule, period)
  return daysFrom(rule, first, first + (frequency === 'WEEKLY' ? 7 : 1))
}

/** The first day of a week in 1970. Day 0 is a Thursday. */
const firstWeek = (weekStart: number) => weekStart - 3

const daysOfMonth = (rule: Rule, year: number, month: number) =>
  daysFrom(rule, epochDayOf(year, month, 1), nextMonth(year, month))

/** The first day of the month after one. */
const nextMonth = (year: number, month: number) =>
  month === 12 ? epochDayOf(year + 1, 1, 1) : epochDayOf(year, month + 1, 1)

function daysFrom(rule: Rule, first: number, end: number): number[] {
  const days: number[] = []
  for (let day = first; day < end; day += 1) {
    if (includesDay(rule, day)) days.push(day)
  }
  return days
}

/** Whether every part of a rule that is about days includes a day. */
export function includesDay(rule: Rule, day: number): boolean {
  const { months, monthDays, weekdays } = rule
  const { year, month, day: dayOfMonth } = civilDateOf(day)
  return (
    (months.length === 0 || months.includes(month)) &&
    (monthDays.length === 0 || includes(monthDays, dayOfMonth, nextMonth(year, month) - day)) &&
    (weekdays.length === 0 || weekdays.some((one) => isWeekday(rule, one, day))) &&
    includesDayOfYear(rule, year, day)
  )
}

function includesDayOfYear({ yearDays, weeks, weekStart }: Rule, year: number, day: number): boolean {
  if (yearDays.length > 0) {
    const [first, next] = [epochDayOf(year, 1, 1), epochDayOf(year + 1, 1, 1)]
    if (!includes(yearDays, day - first + 1, next - day)) return false
  }
  if (weeks.length === 0) return true
  const { week, year: yearOfWeek } = weekOf(day, weekStart)
  // December 28 is in the last week of its year, wherever weeks start.
  const last = weekOf(epochDayOf(yearOfWeek, 12, 28), weekStart).week
  return includes(weeks, week, last - week + 1)
}

/** Whether a list contains a position, or the negative one that counts from the end. */
const includes = (list: readonly number[], position: number, fromEnd: number) =>
  list.includes(position) || list.includes(-fromEnd)

/** A week belongs to the year that has at least four of its days, and the first one of a year is 1. */
function weekOf(day: number, weekStart: number): { year: number; week: number } {
  const fourth = firstWeek(weekStart) + Math.floor((day - firstWeek(weekStart)) / 7) * 7 + 3
  const { year } = civilDateOf(fourth)
  return { year, week: Math.floor((fourth - epochDayOf(year, 1, 1)) / 7) + 1 }
}

function isWeekday({ frequency, months }: Rule, { weekday, ordinal }: RuleWeekday, day: number): boolean {
  if (weekdayOf(day) !== weekday) return false
  const isInYear = frequency === 'YEARLY'
  if (ordinal === 0 || !(isInYear || frequency === 'MONTHLY')) return true
  const { year, month } = civilDateOf(day)
  const [first, next] =
    isInYear && months.length === 0
      ? [epochDayOf(year, 1, 1), epochDayOf(year + 1, 1, 1)]
      : [epochDayOf(year, month, 1), nextMonth(year, month)]
  return ordinal > 0
    ? Math.floor((day - first) / 7) + 1 === ordinal
    : Math.floor((next - 1 - day) / 7) + 1 === -ordinal
}
