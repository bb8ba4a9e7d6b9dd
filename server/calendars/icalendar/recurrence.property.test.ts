import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDate, weekdayOf } from '../../../availability/civil-date.ts'
import { instantFromWall } from '../../../availability/wall-time.ts'
import { zoneTable } from '../../../contract/time/time-zones.ts'
import { calendarText, event } from './calendar-text.test-support.ts'
import { readEntries } from './read-entries.ts'

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** Around both clock changes of two years. */
const FIRST_DAY = Date.UTC(2026, 0, 1) / 86_400_000
const range = { start: Date.parse('2026-03-01T00:00Z'), end: Date.parse('2027-12-01T00:00Z') }
const LAST_DAY = FIRST_DAY + 730
const DURATION = 45 * 60_000

const series = fc.record({
  timeZone: fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/Santiago',
  ),
  day: fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 400 }),
  // Half of them at times that clock changes touch.
  minute: fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 185 })),
  freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
  interval: fc.integer({ min: 1, max: 4 }),
  byMonth: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
  byMonthDay: fc.oneof(
    fc.constant<number[]>([]),
    fc.uniqueArray(fc.constantFrom<number[]>(1, 2, 15, 28, 29, 30, 31, -1, -2, -30, -31), { maxLength: 4 }),
  ),
  byDay: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
  end: fc.oneof(
    fc.constant({}),
    fc.record({ count: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ untilDay: fc.integer({ min: 0, max: 500 }), untilMinute: fc.integer({ min: 0, max: 1439 }) }),
  ),
  excluded: fc.array(fc.nat({ max: 30 }), { maxLength: 3 }),
  excludesInUtc: fc.boolean(),
})
type Series = typeof series extends fc.Arbitrary<infer Value> ? Value : never

const dateOf = (day: number) => formatDate(day).split('-').map(Number) as [number, number, number]
const monthOf = (day: number) => dateOf(day)[0] * 12 + dateOf(day)[1]
const mondayOf = (day: number) => day - weekdayOf(day)

/** Whether a rule has an occurrence on a day: each part read from RFC 5545 on its own. */
function fits({ day: first, freq, interval, byMonth, byMonthDay, byDay }: Series, day: number): boolean {
  const [year, month, dayOfMonth] = dateOf(day)
  const [firstYear, firstMonth, firstDayOfMonth] = dateOf(first)
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (byMonth.length > 0 && !byMonth.includes(month)) return false
  const isNamed = byMonthDay.length > 0 || byDay.length > 0
  if (byDay.length > 0 && !byDay.includes(weekdayOf(day))) return false
  const named = byMonthDay.map((each) => (each > 0 ? each : lastOfMonth + 1 + each))
  if (byMonthDay.length > 0 && !named.includes(dayOfMonth)) return false
  switch (freq) {
    case 'DAILY':
      return (day - first) % interval === 0
    case 'WEEKLY':
      if (!isNamed && weekdayOf(day) !== weekdayOf(first)) return false
      return ((mondayOf(day) - mondayOf(first)) / 7) % interval === 0
    case 'MONTHLY':
      if (!isNamed && dayOfMonth !== firstDayOfMonth) return false
      return (monthOf(day) - monthOf(first)) % interval === 0
    case 'YEARLY':
      if (!isNamed && dayOfMonth !== firstDayOfMonth) return false
      if (!isNamed && byMonth.length === 0 && month !== firstMonth) return false
      return (year - firstYear) % interval === 0
  }
}

/** The days of the occurrences, before any are excluded. The first is one in any case. */
function daysOf(given: Series): number[] {
  const { day: first, minute, timeZone, end } = given
  const table = zoneTable(timeZone)
  const until = 'untilDay' in end ? untilOf(given) : Number.POSITIVE_INFINITY
  const days = [first]
  for (let day = first + 1; day <= LAST_DAY; day += 1) {
    if (fits(given, day) && instantFromWall(table, day, minute) <= until) days.push(day)
  }
  return 'count' in end ? days.slice(0, end.count) : days
}

function untilOf({ day, end, timeZone }: Series): number {
  return 'untilDay' in end
    ? instantFromWall(zoneTable(timeZone), day + end.untilDay, end.untilMinute)
    : Number.NaN
}

const utcText = (instant: number) => new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '')

function textOf(given: Series, excluded: readonly number[]): string {
  const { timeZone, minute, freq, interval, byMonth, byMonthDay, byDay, end, excludesInUtc } = given
  const table = zoneTable(timeZone)
  const local = (day: number) => {
    const time = String(Math.floor(minute / 60)).padStart(2, '0') + String(minute % 60).padStart(2, '0')
    return `${formatDate(day).replaceAll('-', '')}T${time}00`
  }
  const exclusion = (day: number) =>
    excludesInUtc
      ? `EXDATE:${utcText(instantFromWall(table, day, minute))}`
      : `EXDATE;TZID=${timeZone}:${local(day)}`
  const parts = [
    `FREQ=${freq}`,
    `INTERVAL=${interval}`,
    ...(byMonth.length > 0 ? [`BYMONTH=${byMonth.join(',')}`] : []),
    ...(byMonthDay.length > 0 ? [`BYMONTHDAY=${byMonthDay.join(',')}`] : []),
    ...(byDay.length > 0 ? [`BYDAY=${byDay.map((weekday) => WEEKDAYS[weekday]).join(',')}`] : []),
    ...('count' in end ? [`COUNT=${end.count}`] : []),
    ...('untilDay' in end ? [`UNTIL=${utcText(untilOf(given))}`] : []),
  ]
  const lines = [`DTSTART;TZID=${timeZone}:${local(given.day)}`, 'DURATION:PT45M', `RRULE:${parts.join(';')}`]
  return calendarText(event(...lines, ...excluded.map(exclusion)))
}

test('a series has the occurrences that its rule says, day by day', async () => {
  await fc.assert(
    fc.asyncProperty(series, async (given) => {
      const days = daysOf(given)
      const excluded = given.excluded.flatMap((index) => days[index] ?? [])
      const table = zoneTable(given.timeZone)
      const expected = days
        .filter((day) => !excluded.includes(day))
        .map((day) => instantFromWall(table, day, given.minute))
        .filter((start) => start < range.end && start + DURATION > range.start)
      const files = [{ id: 'a', text: textOf(given, excluded) }]
      const { entries } = await readEntries(files, { range, timeZone: 'Asia/Tokyo', self: [] })
      expect(entries[0]!.busy.map(({ start }) => start)).toEqual(expected)
      expect(entries[0]!.busy.every(({ start, end }) => end - start === DURATION)).toBe(true)
    }),
    { numRuns: 400 },
  )
})
