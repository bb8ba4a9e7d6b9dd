import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTime } from '../../availability/wall-time.ts'
import { nextTimeSlot, type TimeSlot, timeSlotErrors } from './weekly-availability.ts'

const slots = (...ranges: string[]): TimeSlot[] =>
  ranges.map((range) => {
    const [start = '', end = ''] = range.split('-')
    return { start, end }
  })

test.each<[string, TimeSlot[], string | null]>([
  ['the default on an empty day', [], '09:00-17:00'],
  ['the hour after the only slot', slots('09:00-17:00'), '17:00-18:00'],
  ['the hour after the last one, in any order', slots('13:00-17:30', '09:00-12:00'), '17:30-18:30'],
  ['the last hour of the day', slots('09:00-23:00'), '23:00-23:59'],
  ['the first hour if the day is taken to its end', slots('09:00-23:30'), '00:00-01:00'],
  ['the first gap of an hour', slots('00:30-09:00', '09:30-12:00', '13:00-23:59'), '12:00-13:00'],
  ['nothing on a full day', slots('00:00-23:59'), null],
  ['nothing without a whole free hour', slots('00:30-12:00', '12:59-23:30'), null],
])('Add Time proposes %s', (_, taken, expected) => {
  expect(nextTimeSlot(taken)).toEqual(expected === null ? null : slots(expected)[0])
})

test('Add Time never proposes a slot that overlaps another', () => {
  const minute = fc.integer({ min: 0, max: 1439 })
  const slot = fc
    .tuple(minute, minute)
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => ({ start: formatTime(Math.min(from, to)), end: formatTime(Math.max(from, to)) }))
  fc.assert(
    fc.property(fc.array(slot, { maxLength: 6 }), (drawn) => {
      const taken = drawn.filter((_, index) => timeSlotErrors(drawn)[index] === null)
      const next = nextTimeSlot(taken)
      expect(next && timeSlotErrors([...taken, next]).at(-1)).toBeNull()
    }),
  )
})
