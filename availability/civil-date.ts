const FIRST_YEAR = 1970
/** 9999-12-31. */
const LAST_DAY = 2_932_896
const ZERO = '0'.charCodeAt(0)
const HYPHEN = '-'.charCodeAt(0)
const COLON = ':'.charCodeAt(0)

// An era is 400 years (146,097 days). Years start in March so that the leap day comes last, which gives the
// proleptic Gregorian calendar without a table of months.
const DAYS_PER_ERA = 146_097
const EPOCH_FROM_MARCH_OF_YEAR_0 = 719_468

/** The number of days from 1970-01-01 to a day of a month (1 to 12) in the Gregorian calendar. */
export function epochDayOf(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * DAYS_PER_ERA + dayOfEra - EPOCH_FROM_MARCH_OF_YEAR_0
}

/**
 * The number of days from 1970-01-01 to a `YYYY-MM-DD` date in the Gregorian calendar.
 * @throws RangeError for a different format, a day that doesn't exist in its month, or a year before 1970.
 */
export function parseDate(text: string): number {
  if (text.length === 10 && text.charCodeAt(4) === HYPHEN && text.charCodeAt(7) === HYPHEN) {
    const year = digitAt(text, 0) * 1000 + digitAt(text, 1) * 100 + digitAt(text, 2) * 10 + digitAt(text, 3)
    const month = digitAt(text, 5) * 10 + digitAt(text, 6)
    const day = digitAt(text, 8) * 10 + digitAt(text, 9)
    // None of these is true for NaN.
    if (year >= FIRST_YEAR && month >= 1 && month <= 12 && day >= 1) {
      const epochDay = epochDayOf(year, month, day)
      // Every month has 28 days. A later day that doesn't exist overflows into the next month.
      if (day <= 28 || civilDateOf(epochDay).month === month) return epochDay
    }
  }
  throw new RangeError(`Not a date: ${text}`)
}

/** A date of the Gregorian calendar. `month` is 1 to 12. */
export interface CivilDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** The date of a day number (days since 1970-01-01): the inverse of `epochDayOf`. */
export function civilDateOf(epochDay: number): CivilDate {
  const days = epochDay + EPOCH_FROM_MARCH_OF_YEAR_0
  const era = Math.floor(days / DAYS_PER_ERA)
  const dayOfEra = days - era * DAYS_PER_ERA
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = ((monthFromMarch + 2) % 12) + 1
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  return { year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day }
}

/**
 * Formats a day number (days since 1970-01-01) as `YYYY-MM-DD`: the inverse of `parseDate`.
 * @throws RangeError outside the years 0000 to 9999, which this format can't express.
 */
export function formatDate(epochDay: number): string {
  const { year, month, day } = civilDateOf(epochDay)
  if (!(year >= 0 && year <= 9999)) throw new RangeError(`No four-digit year on day ${epochDay}`)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

/** The same, but a day before 1970 or after 9999 gives the nearest date of those years. */
export const nearestDate = (epochDay: number): string => formatDate(Math.min(Math.max(epochDay, 0), LAST_DAY))

/** NaN for anything but a digit. */
function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - ZERO
  return digit >= 0 && digit <= 9 ? digit : Number.NaN
}

/** The weekday of a day number (day 0 is a Thursday), from 0 for Monday to 6 for Sunday. */
export function weekdayOf(epochDay: number): number {
  const shifted = (epochDay + 3) % 7
  return shifted < 0 ? shifted + 7 : shifted
}

/**
 * The minutes since midnight (0 to 1439) of an `HH:MM` time on a 24-hour clock.
 * @throws RangeError for anything else, including `24:00` and `9:00`.
 */
export function parseTime(text: string): number {
  if (text.length === 5 && text.charCodeAt(2) === COLON) {
    const hour = digitAt(text, 0) * 10 + digitAt(text, 1)
    const minute = digitAt(text, 3) * 10 + digitAt(text, 4)
    // None of these is true for NaN.
    if (hour < 24 && minute < 60) return hour * 60 + minute
  }
  throw new RangeError(`Not a time of day: ${text}`)
}

/** Formats a minute of the day (0 to 1439) as `HH:MM`: the inverse of `parseTime`. */
export function formatTime(minuteOfDay: number): string {
  return `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
