import { DAY } from '../../../../availability/units.ts'
import { dayText } from '../../../../contract/time/time-text.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['thu', 'fri', 'sat', 'sun', 'mon', 'tue', 'wed']

/**
 * The day that a text names, as days since 1970-01-01, or null: `today`, `tomorrow`, `yesterday`, a weekday (the next
 * one), `Nov 26`, `26 November 2027` or `2027-11-26`. A day without a year is the nearest one that isn't long past.
 */
export function readDay(text: string, today: number): number | null {
  const typed = text.trim().toLowerCase().replaceAll(/[.,]/g, '')
  const near = ['yesterday', 'today', 'tomorrow'].indexOf(typed)
  if (near >= 0) return today + near - 1
  const weekday = typed.length < 3 ? -1 : weekdays.indexOf(typed.slice(0, 3))
  // The epoch was a Thursday.
  if (weekday >= 0 && names.weekday(weekday).startsWith(typed)) return today + 1 + mod(weekday - today - 1, 7)
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(typed)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]))
  const named =
    /^(?<month>[a-z]{3,9}) (?<day>\d\d?)(?: (?<year>\d{4}))?$/.exec(typed) ??
    /^(?<day>\d\d?) (?<month>[a-z]{3,9})(?: (?<year>\d{4}))?$/.exec(typed)
  const { month: word = '', day = '', year } = named?.groups ?? {}
  const month = months.indexOf(word.slice(0, 3))
  if (month < 0 || !names.month(month).startsWith(word)) return null
  if (year !== undefined) return dayOf(Number(year), month, Number(day))
  const thisYear = new Date(today * DAY).getUTCFullYear()
  const candidates = [thisYear - 1, thisYear, thisYear + 1].map((one) => dayOf(one, month, Number(day)))
  return candidates.find((one) => one !== null && one >= today - LONG_PAST_DAYS) ?? null
}

const LONG_PAST_DAYS = 60

/** Null if the month has no such day. */
function dayOf(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month && date.getUTCDate() === day
  return exists ? date.getTime() / DAY : null
}

const mod = (value: number, by: number) => ((value % by) + by) % by

const english = { locale: 'en', timeZone: 'UTC', hour12: true }
const names = {
  month: (index: number) => dayText(dayOf(2000, index, 1)!, english, { month: 'long' }).toLowerCase(),
  weekday: (day: number) => dayText(day, english, { weekday: 'long' }).toLowerCase(),
}
