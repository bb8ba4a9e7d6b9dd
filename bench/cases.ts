import { compileWeek, rangeOfDays, type SlotQuery, type Week } from '../availability/slots.ts'
import { instantFromWall, parseDate, zoneTable } from '../availability/wall-time.ts'

const MINUTE = 60_000
const ZONE = 'America/New_York'

type Ranges = readonly { readonly start: string; readonly end: string }[]

/** March 2027 in New York, which includes a clock change: weekdays 9 to 17, 30 minutes, 40 busy times. */
export function monthQuery(): SlotQuery {
  return query({
    week: weekdaysOf([{ start: '09:00', end: '17:00' }]),
    durationMinutes: 30,
    dateFrom: '2027-03-01',
    dateTo: '2027-03-31',
    busyTimes: 40,
  })
}

/** Sixty days in New York: three ranges on weekdays, 15 minutes, 400 busy times. */
export function sixtyDaysQuery(): SlotQuery {
  return query({
    week: weekdaysOf([
      { start: '08:00', end: '11:00' },
      { start: '12:00', end: '15:00' },
      { start: '16:00', end: '19:00' },
    ]),
    durationMinutes: 15,
    dateFrom: '2027-03-01',
    dateTo: '2027-04-29',
    busyTimes: 400,
  })
}

interface Load {
  readonly week: Week
  readonly durationMinutes: number
  readonly dateFrom: string
  readonly dateTo: string
  readonly busyTimes: number
}

function query({ week, durationMinutes, dateFrom, dateTo, busyTimes }: Load): SlotQuery {
  const range = rangeOfDays(dateFrom, dateTo, ZONE)
  return {
    week: compileWeek(week),
    timeZone: ZONE,
    durationMinutes,
    bufferMinutes: 5,
    eventPeriod: { start: null, end: null },
    bookingPeriod: { start: null, end: null },
    busy: busyInWorkingHours(parseDate(dateFrom), parseDate(dateTo), busyTimes),
    now: range.start - 1,
    range,
  }
}

/** Unordered meetings of 15 to 60 minutes between 8 and 18, identical on every run. */
function busyInWorkingHours(firstDay: number, lastDay: number, count: number): SlotQuery['busy'] {
  const table = zoneTable(ZONE)
  const random = randomNumbers(20_270_301)
  return Array.from({ length: count }, () => {
    const day = firstDay + Math.floor(random() * (lastDay - firstDay + 1))
    const start = instantFromWall(table, day, 480 + Math.floor(random() * 120) * 5)
    return { start, end: start + (15 + Math.floor(random() * 4) * 15) * MINUTE }
  })
}

function weekdaysOf(slots: Ranges): Week {
  const on = { enabled: true, slots }
  const off = { enabled: false, slots: [] }
  return { monday: on, tuesday: on, wednesday: on, thursday: on, friday: on, saturday: off, sunday: off }
}

/** A linear congruential generator of numbers in [0, 1) that depend only on the seed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
