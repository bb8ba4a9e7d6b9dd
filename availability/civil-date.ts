const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/
const FIRST_YEAR = 1970

// Days are counted in eras of 400 years, 146,097 days each, and years begin in March, so that a leap day comes
// last: the arithmetic of the proleptic Gregorian calendar without a table of months.
const DAYS_PER_ERA = 146_097
const EPOCH_FROM_MARCH_OF_YEAR_0 = 719_468

function epochDayOf(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * DAYS_PER_ERA + dayOfEra - EPOCH_FROM_MARCH_OF_YEAR_0
}

/**
 * The days from 1970-01-01 to a `YYYY-MM-DD` date, in the Gregorian calendar.
 * @throws RangeError for another shape, a day that its month does not have, or a year before 1970.
 */
export function parseDate(text: string): number {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number)
  if (year !== undefined && month !== undefined && day !== undefined) {
    const epochDay = epochDayOf(year, month, day)
    // An impossible day lands in another month, and then reads back differently.
    if (year >= FIRST_YEAR && month >= 1 && month <= 12 && formatDate(epochDay) === text) return epochDay
  }
  throw new RangeError(`Not a date: ${text}`)
}

/**
 * The `YYYY-MM-DD` date of a day counted from 1970-01-01: the inverse of `parseDate`.
 * @throws RangeError outside the years 0000 to 9999, which that shape cannot write.
 */
export function formatDate(epochDay: number): string {
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
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  if (!(year >= 0 && year <= 9999)) throw new RangeError(`No four-digit year on day ${epochDay}`)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

/** The weekday of a day counted from 1970-01-01 (a Thursday): 0 for Monday to 6 for Sunday. */
export function weekdayOf(epochDay: number): number {
  const shifted = (epochDay + 3) % 7
  return shifted < 0 ? shifted + 7 : shifted
}

/**
 * The minutes from midnight of an `HH:MM` time on a 24-hour clock, 0 to 1439.
 * @throws RangeError for anything else, `24:00` and `9:00` included.
 */
export function parseTime(text: string): number {
  const [, hours, minutes] = (TIME.exec(text) ?? []).map(Number)
  if (hours === undefined || minutes === undefined) throw new RangeError(`Not a time of day: ${text}`)
  return hours * 60 + minutes
}

/** The `HH:MM` time of a minute of the day, 0 to 1439: the inverse of `parseTime`. */
export function formatTime(minuteOfDay: number): string {
  return `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
