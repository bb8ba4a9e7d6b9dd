import { expect, it } from 'vitest'
import { parseDate } from '../../../../availability/wall-time.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { axisOf } from './axis.ts'
import { entriesOf, entriesOn } from './entries.ts'
import { firstFree, halfHourAt } from './free-time.ts'

const axisIn = (zone: string, date: string) => axisOf(zoneTable(zone), [parseDate(date), parseDate(date) + 1])
const dayIn = (zone: string, date: string) => axisIn(zone, date).days[0]!
const axis = axisIn('America/New_York', '2027-01-04')
const [monday] = axis.days as [(typeof axis.days)[0]]
const utc = Date.parse
const before = utc('2027-01-01T00:00:00Z')

it('takes the half hour that was clicked, unless it has begun', () => {
  expect(halfHourAt(monday, 9 * 60 + 29, before)).toBe(utc('2027-01-04T14:00:00Z'))
  expect(halfHourAt(monday, 9 * 60 + 30, before)).toBe(utc('2027-01-04T14:30:00Z'))
  expect(halfHourAt(monday, 9 * 60, utc('2027-01-04T14:00:00Z'))).toBeNull()
  const skipping = dayIn('Europe/Berlin', '2027-03-28')
  expect(halfHourAt(skipping, 2.5 * 60, before)).toBeNull()
})

it('finds the first free half hour of a working day', () => {
  const busy = (startUtc: string, endUtc: string) => ({
    id: startUtc,
    calendar: null,
    isTentative: false,
    isOutOfOffice: false,
    startUtc,
    endUtc,
  })
  const page = { bookings: [], busyDays: [], unreadCalendars: [] }
  const timed = (...busyTimes: ReturnType<typeof busy>[]) =>
    entriesOn(entriesOf({ ...page, busyTimes }), monday).timed
  const morning = busy('2027-01-04T13:00:00Z', '2027-01-04T14:40:00Z')
  expect(firstFree(axis, monday, timed(), before)).toBe(utc('2027-01-04T14:00:00Z'))
  expect(firstFree(axis, monday, timed(morning), before)).toBe(utc('2027-01-04T15:00:00Z'))
  expect(firstFree(axis, monday, timed(), utc('2027-01-04T16:10:00Z'))).toBe(utc('2027-01-04T16:30:00Z'))
  expect(
    firstFree(axis, monday, timed(busy('2027-01-04T13:00:00Z', '2027-01-04T23:00:00Z')), before),
  ).toBeNull()
  expect(firstFree(axis, monday, [], utc('2027-01-05T00:00:00Z'))).toBeNull()
})

it('starts at nine by the clock, also in a week in which clocks are set back', () => {
  const back = axisIn('America/New_York', '2027-11-07')
  expect(back.days.map((day) => firstFree(back, day, [], before))).toEqual([
    utc('2027-11-07T14:00:00Z'),
    utc('2027-11-08T14:00:00Z'),
  ])
})
