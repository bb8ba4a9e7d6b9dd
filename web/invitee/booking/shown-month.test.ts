import { expect, test } from 'vitest'
import { parseDate } from '../../../availability/wall-time.ts'
import { addMonths } from '../../../contract/time/month.ts'
import { monthInZone, offeredMonths } from './shown-month.ts'

const december = { year: 2026, month: 12 }
const shown = { month: december, timeZone: 'Pacific/Chatham' }
const zone = 'America/St_Johns'

test.each([
  { what: 'a chosen time that is in the month before there', start: '2026-12-01T00:15:00Z', month: 11 },
  { what: 'a chosen time that is in the same month there', start: '2026-12-02T00:15:00Z', month: 12 },
  { what: 'a chosen time that wasn’t in view', start: '2026-11-15T00:15:00Z', month: 12 },
  { what: 'no chosen time', start: null, month: 12 },
])('in another zone, with $what', ({ start, month }) => {
  expect(monthInZone(shown, start, zone)).toEqual({ year: 2026, month })
})

test('in the same zone, the month stays', () => {
  expect(monthInZone(shown, '2026-12-01T00:15:00Z', shown.timeZone)).toEqual(december)
})

const at = '2026-12-01T02:00:00Z'
test.each([
  { day: '2026-11-30', first: 11, last: 12 },
  { day: '2026-12-01', first: 12, last: 13 },
  { day: '2027-01-04', first: 13, last: 14 },
])('on $day, a booking window may have moved on', ({ day, first, last }) => {
  const month = (count: number) => addMonths(december, count - 12)
  const today = parseDate(day)
  const found = { first: month(11), last: december, at }
  expect(offeredMonths(today, found, zone)).toEqual({ first: month(first), last: month(last) })
  expect(offeredMonths(today, { ...found, last: null }, zone)).toEqual({ first: month(first), last: null })
  const later = month(14)
  expect(offeredMonths(today, { ...found, first: later }, zone).first).toEqual(later)
})
