import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE } from '../../../../availability/units.ts'
import { clashes } from './busy-times.ts'
import { withoutMeeting } from './read-busy-times.ts'

const START = Date.parse('2027-01-04T00:00:00Z')
const at = (minute: number) => START + minute * MINUTE
const slotOf = (from: number, to: number) => ({
  startUtc: new Date(at(from)).toISOString(),
  endUtc: new Date(at(to)).toISOString(),
})
const range = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 30 }))
  .map(([from, length]) => [from, from + length] as const)

test('a slot clashes if a minute of it is busy', () => {
  fc.assert(
    fc.property(range, fc.array(range, { maxLength: 4 }), ([from, to], busy) => {
      const minutes = Array.from({ length: to - from }, (_, index) => from + index)
      const isBusy = (minute: number) => busy.some(([start, end]) => start <= minute && minute < end)
      const times = busy.map(([start, end]) => ({ start: at(start), end: at(end) }))
      expect(clashes(slotOf(from, to), times)).toBe(minutes.some(isBusy))
    }),
  )
})

test('touching is no clash', () => {
  const busy = [
    { start: at(0), end: at(30) },
    { start: at(60), end: at(90) },
  ]
  expect(clashes(slotOf(30, 60), busy)).toBe(false)
  expect(clashes(slotOf(29, 59), busy)).toBe(true)
  expect(clashes(slotOf(31, 61), busy)).toBe(true)
})

test('the meeting that is being moved counts as free, and others as busy', () => {
  const meeting = { start: at(30), end: at(60) }
  const others = [
    { start: at(0), end: at(30) },
    { start: at(30), end: at(61) },
    { start: at(29), end: at(60) },
  ]
  expect(withoutMeeting([...others, meeting], slotOf(30, 60))).toEqual(others)
})
