import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTime } from '../../availability/wall-time.ts'
import { nextTimeRange, type TimeRange, timeRangeErrors } from './weekly-availability.ts'

const ranges = (...texts: string[]): TimeRange[] =>
  texts.map((text) => {
    const [start = '', end = ''] = text.split('-')
    return { start, end }
  })

test.each<[string, TimeRange[], string | null]>([
  ['the default on an empty day', [], '09:00-17:00'],
  ['the hour after the only range', ranges('09:00-17:00'), '17:00-18:00'],
  ['the hour after the last one, in any order', ranges('13:00-17:30', '09:00-12:00'), '17:30-18:30'],
  ['the last hour of the day', ranges('09:00-23:00'), '23:00-23:59'],
  ['the first hour if the day is taken to its end', ranges('09:00-23:30'), '00:00-01:00'],
  ['the first gap of an hour', ranges('00:30-09:00', '09:30-12:00', '13:00-23:59'), '12:00-13:00'],
  ['nothing on a full day', ranges('00:00-23:59'), null],
  ['nothing without a whole free hour', ranges('00:30-12:00', '12:59-23:30'), null],
])('Add Time proposes %s', (_, taken, expected) => {
  expect(nextTimeRange(taken)).toEqual(expected === null ? null : ranges(expected)[0])
})

test('Add Time never proposes a range that overlaps another', () => {
  const minute = fc.integer({ min: 0, max: 1439 })
  const range = fc
    .tuple(minute, minute)
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => ({ start: formatTime(Math.min(from, to)), end: formatTime(Math.max(from, to)) }))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 6 }), (drawn) => {
      const taken = drawn.filter((_, index) => timeRangeErrors(drawn)[index] === null)
      const next = nextTimeRange(taken)
      expect(next && timeRangeErrors([...taken, next]).at(-1)).toBeNull()
    }),
  )
})
