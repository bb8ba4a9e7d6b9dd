import { expect, it } from 'vitest'
import { parseDate } from '../../../../availability/wall-time.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { axisOf } from './axis.ts'
import { dropTarget, openStretches } from './drop-target.ts'

const axis = axisOf(zoneTable('America/New_York'), [parseDate('2027-01-04'), parseDate('2027-01-05')])
const [monday, tuesday] = axis.days as [(typeof axis.days)[0], (typeof axis.days)[0]]
const slot = (start: string, end: string) => ({
  startUtc: `2027-01-04T${start}:00Z`,
  endUtc: `2027-01-04T${end}:00Z`,
})
// From 9:00 in New York, with a pause from 10:30 to 13:00.
const slots = [slot('14:00', '14:30'), slot('14:30', '15:00'), slot('15:00', '15:30'), slot('18:00', '18:30')]

it('drops on the nearest open time within reach', () => {
  expect(dropTarget(slots, axis, 9 * 60 + 10)).toBe(slots[0])
  expect(dropTarget(slots, axis, 9 * 60 + 20)).toBe(slots[1])
  expect(dropTarget(slots, axis, 12 * 60 + 30)).toBe(slots[3])
  expect(dropTarget(slots, axis, 12 * 60 + 29)).toBeNull()
  expect(dropTarget(slots, axis, axis.minutes + 9 * 60)).toBeNull()
})

it('shows consecutive open times as one stretch', () => {
  expect(openStretches(slots, monday)).toEqual([
    { top: 9 * 60, bottom: 10.5 * 60 },
    { top: 13 * 60, bottom: 13.5 * 60 },
  ])
  expect(openStretches(slots, tuesday)).toEqual([])
})
