import { expect, test } from 'vitest'
import { at, day, EMPTY, everyDay, query, startsOf } from './slots.test-support.ts'
import { explainStart } from './explain.ts'
import type { Narrowing } from './slot-rules.ts'

const none: Narrowing = { week: null, dates: [], at: null }
/** January 4, 2027, a Monday, in UTC. */
const monday = ['2027-01-04', '2027-01-04'] as const
const given = (narrowing: Partial<Narrowing>) => ({
  timeZone: 'UTC',
  days: monday,
  narrowing: { ...none, ...narrowing },
})
const hoursOf = (starts: readonly string[]) => starts.map((start) => start.slice(11, 16))

test('slots must lie entirely within the narrower hours, and start where they always did', () => {
  const week = { ...EMPTY, monday: day('09:30-12:30', '15:00-16:30') }
  expect(hoursOf(startsOf(given({ week })))).toEqual(['10:00', '11:00', '15:00'])
})

test('narrower hours never open what the hours close', () => {
  expect(hoursOf(startsOf({ ...given({ week: everyDay('07:00-23:59') }), week: EMPTY }))).toEqual([])
  const dates = [{ from: '2027-01-04', to: '2027-01-04', slots: [{ start: '08:00', end: '10:00' }] }]
  expect(hoursOf(startsOf(given({ dates })))).toEqual(['09:00'])
})

test('dates narrow only themselves', () => {
  const dates = [{ from: '2027-01-05', to: '2027-01-06', slots: [] }]
  const days = ['2027-01-04', '2027-01-07'] as const
  const starts = startsOf({ ...given({ dates }), days })
  expect([...new Set(starts.map((start) => start.slice(0, 10)))]).toEqual(['2027-01-04', '2027-01-07'])
})

test('a date has its own hours instead of the week’s', () => {
  const dates = [{ from: '2027-01-04', to: '2027-01-04', slots: [{ start: '14:00', end: '16:00' }] }]
  expect(hoursOf(startsOf(given({ week: everyDay('09:00-10:00'), dates })))).toEqual(['14:00', '15:00'])
})

test('start times only leave out others', () => {
  const more = { durationMinutes: 45 }
  expect(hoursOf(startsOf({ ...given({ at: [0, 15] }), ...more }))).toEqual([
    '09:00',
    '11:15',
    '12:00',
    '14:15',
    '15:00',
  ])
  expect(hoursOf(startsOf({ ...given({ at: [10] }), ...more }))).toEqual([])
})

test('start times are read on the clock of the hours’ zone', () => {
  const kathmandu = { ...given({ at: [0] }), timeZone: 'Asia/Kathmandu' }
  expect(hoursOf(startsOf({ ...kathmandu, startTimes: { every: 15 } }))[0]).toBe('03:15')
})

test('while the host travels, narrower hours are read in the zone of the journey too', () => {
  const travels = [
    { from: '2027-01-04', to: '2027-01-04', zone: query({ ...given({}), timeZone: 'Asia/Tokyo' }).zone },
  ]
  const week = everyDay('10:00-12:00')
  expect(hoursOf(startsOf({ ...given({ week }), travels }))).toEqual(['01:00', '02:00'])
})

test('the explanation names what is narrower', () => {
  const dates = [{ from: '2027-01-04', to: '2027-01-04', slots: [] }]
  const closed = (narrowing: Partial<Narrowing>, start: string) =>
    explainStart(query(given(narrowing)), at(start)).map((closing) =>
      'replacements' in closing ? [closing.rule, ...closing.replacements] : closing.rule,
    )
  expect(closed({ dates }, '2027-01-04T10:00:00Z')).toEqual([['narrowedHours', dates[0]]])
  expect(closed({ week: EMPTY, at: [30] }, '2027-01-04T10:00:00Z')).toEqual([
    ['narrowedHours'],
    'narrowedStarts',
  ])
  expect(closed({ at: [0] }, '2027-01-04T10:00:00Z')).toEqual([])
})
