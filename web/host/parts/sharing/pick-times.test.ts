import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pickTimes } from './pick-times.ts'

const slots = (...starts: string[]) => starts.map((startUtc) => ({ startUtc }))
const [monday, monday2, tuesday, wednesday] = [
  '2027-01-04T15:00:00.000Z',
  '2027-01-04T15:30:00.000Z',
  '2027-01-05T15:00:00.000Z',
  '2027-01-06T15:00:00.000Z',
] as const
const zone = { timeZone: 'America/New_York' }

test.each([
  [slots(monday, monday2, tuesday, wednesday), [monday, tuesday, wednesday]],
  [slots(tuesday, monday2, monday), [monday, monday2, tuesday]],
  [slots(monday2, monday), [monday, monday2]],
  [[], []],
])('takes the first times of different days', (given, expected) => {
  expect(pickTimes(given, 3, zone)).toEqual(expected)
})

test('days are those of the zone', () => {
  const night = '2027-01-05T04:00:00.000Z'
  expect(pickTimes(slots(monday, night), 1, zone)).toEqual([monday])
  expect(pickTimes(slots(monday, night, tuesday), 2, zone)).toEqual([monday, tuesday])
  expect(pickTimes(slots(monday, night, wednesday), 2, { timeZone: 'UTC' })).toEqual([monday, night])
})

test('never offers a time twice, or one that isn’t open', () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 })
  fc.assert(
    fc.property(minutes, fc.integer({ min: 1, max: 10 }), (starts, count) => {
      const open = slots(
        ...starts.map((minute) => new Date(Date.parse(monday) + minute * 60_000).toISOString()),
      )
      const picked = pickTimes(open, count, zone)
      expect(picked).toHaveLength(Math.min(count, open.length))
      expect(new Set(picked).size).toBe(picked.length)
      expect(open.map(({ startUtc }) => startUtc)).toEqual(expect.arrayContaining(picked))
      expect(picked).toEqual(picked.toSorted())
    }),
  )
})
