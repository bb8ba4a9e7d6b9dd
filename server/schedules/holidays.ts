import { DAY, HOUR } from '../../availability/units.ts'
import type { DateOverride } from '../../contract/hours/hours.ts'
import { ruleLimits } from '../../contract/events/event-rules.ts'
import type { Holiday, HolidayCountry } from '../../contract/schedules/schedule.schema.ts'
import { type Holidays, scheduleMessages } from '../../contract/schedules/schedule.ts'
import { formatDate, parseDate } from '../../availability/wall-time.ts'
import { invalid } from '../http/errors.ts'

/** How much longer or shorter than whole days a clock change can make a holiday. */
const CLOCK_CHANGE_HOURS = 2
/** Holidays are kept until the end of the year after next. */
const YEARS = 3

/** A country, and a region in it or null, as the package names them. */
interface Place {
  country: string
  region: string | null
}

/** The package has the rules of all countries, so it is loaded when it is first needed. */
const load = async () => (await import('date-holidays')).default

let countries: HolidayCountry[] | null = null

/** All countries whose holidays are known, by name. */
export async function holidayCountries(): Promise<HolidayCountry[]> {
  if (countries !== null) return countries
  const calendar = new (await load())()
  const named = (names: Record<string, string> | undefined) =>
    Object.entries(names ?? {})
      .map(([code, name]) => ({ code, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  countries = named(calendar.getCountries('en')).map((country) => ({
    ...country,
    regions: named(calendar.getStates(country.code, 'en')),
  }))
  return countries
}

/** The usual spelling of a place. Null if there is no such country, or no such region in it. */
export async function findPlace({ country, region }: Place): Promise<Place | null> {
  const isNamed = (name: string) => (place: { code: string }) =>
    place.code.toUpperCase() === name.toUpperCase()
  const found = (await holidayCountries()).find(isNamed(country))
  if (!found) return null
  if (region === null) return { country: found.code, region }
  const part = found.regions.find(isNamed(region))
  return part ? { country: found.code, region: part.code } : null
}

/** The public holidays of a place that include a date of the year, in order. */
export async function holidaysOf(place: Place, year: number): Promise<Holiday[]> {
  const found = new Map<string, Holiday>()
  // A holiday can begin in the year before, and a substitute for one of the next year can be in this one.
  for (const each of [year - 1, year, year + 1]) {
    for (const holiday of await calculate(place, each)) {
      const isInYear = holiday.from <= `${year}-12-31` && holiday.to >= `${year}-01-01`
      if (isInYear) found.set(`${holiday.from} ${holiday.name}`, holiday)
    }
  }
  return [...found.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

/** Calculating a year takes some 20 milliseconds, so the last ones are remembered. */
const MAX_CALCULATED = 300
const calculated = new Map<string, Holiday[]>()

async function calculate({ country, region }: Place, year: number): Promise<Holiday[]> {
  const key = `${country} ${region} ${year}`
  const known = calculated.get(key)
  if (known) return known
  const Calendar = await load()
  const [language = ''] = new Calendar(country).getLanguages()
  // Where English is spoken, holidays have the names that they have there, and otherwise those that Americans use.
  const isEnglish = language.startsWith('en')
  const options = { types: ['public' as const], languages: isEnglish ? [language, 'en'] : ['en-us', 'en'] }
  const calendar = region === null ? new Calendar(country, options) : new Calendar(country, region, options)
  const holidays = calendar.getHolidays(year).map((holiday) => {
    const name = isEnglish ? holiday.name : holiday.name.replace('Boxing Day', 'Second Day of Christmas')
    return datesOf({ ...holiday, name })
  })
  if (calculated.size >= MAX_CALCULATED) calculated.clear()
  calculated.set(key, holidays)
  return holidays
}

interface FoundHoliday {
  /** Where the holiday is: `2027-12-24 14:00:00`, with or without an offset. */
  date: string
  start: Date
  end: Date
  name: string
  rule: string
}

/** Whole dates of the place's own calendar. */
function datesOf({ date, start, end, name, rule }: FoundHoliday): Holiday {
  const from = date.slice(0, 10)
  const hoursFromMidnight = Number(date.slice(11, 13)) + (end.getTime() - start.getTime()) / HOUR
  const days = Math.max(1, Math.ceil((hoursFromMidnight - CLOCK_CHANGE_HOURS) / 24))
  return {
    from,
    to: formatDate(parseDate(from) + days - 1),
    name: name.slice(0, ruleLimits.overrideName),
    rule,
  }
}

/** The columns of a schedule that its holidays set. Throws `validation_failed` for an unknown place. */
export async function holidayColumns(holidays: Holidays | null, now: number) {
  if (holidays === null) return { holidays, holidayDates: [], holidaysUntil: null }
  const place = await findPlace(holidays)
  if (place === null) throw invalid({ holidays: scheduleMessages.holidays })
  const chosen = { ...holidays, ...place }
  // West of Greenwich, the year isn't over yet.
  const year = new Date(now - DAY).getUTCFullYear()
  return {
    holidays: chosen,
    holidayDates: await closedDates(chosen, year),
    holidaysUntil: Date.UTC(year + 1, 0, 2),
  }
}

async function closedDates({ off, ...place }: Holidays, firstYear: number): Promise<DateOverride[]> {
  const dates = new Map<string, DateOverride>()
  for (let year = firstYear; year < firstYear + YEARS; year += 1) {
    for (const { from, to, name, rule } of await holidaysOf(place, year)) {
      if (!off.includes(rule)) dates.set(`${from} ${name}`, { from, to, name, slots: [] })
    }
  }
  return [...dates.values()]
}
