import { expect, test } from 'vitest'
import { blocks, entriesByDay, weekFrom } from './dry-run-week.ts'

const viewer = { locale: 'en-US', timeZone: 'America/New_York', hour12: true }
const entry = (startUtc: string, endUtc: string, more = {}) => ({
  calendarId: 'a',
  title: 'Entry',
  startUtc,
  endUtc,
  isTentative: false,
  isAllDay: false,
  isOutOfOffice: false,
  ...more,
})
const daysOf = (...entries: ReturnType<typeof entry>[]) => {
  const week = weekFrom(Date.parse('2027-01-04T15:00:00Z'), 0, viewer)
  return entriesByDay(entries, week, viewer).map(({ day, entries: found }) => [
    day - week.first,
    ...found.map(({ when }) => when),
  ])
}

test('a week starts today in the host’s zone', () => {
  const justBefore = Date.parse('2027-01-05T04:59:00Z')
  expect(weekFrom(justBefore, 0, viewer)).toMatchObject({ dateFrom: '2027-01-04', dateTo: '2027-01-10' })
  expect(weekFrom(justBefore + 60_000, 0, viewer)).toMatchObject({ dateFrom: '2027-01-05' })
  expect(weekFrom(justBefore, 2, viewer)).toMatchObject({ dateFrom: '2027-01-18', dateTo: '2027-01-24' })
})

test('entries are listed by the host’s days', () => {
  expect(
    daysOf(
      entry('2027-01-04T15:00:00Z', '2027-01-04T15:30:00Z'),
      entry('2027-01-06T15:00:00Z', '2027-01-06T15:30:00Z'),
      entry('2027-01-05T04:00:00Z', '2027-01-05T05:00:00Z'),
    ),
  ).toEqual([
    [0, '10:00 – 10:30 AM', '11:00 PM – 12:00 AM'],
    [2, '10:00 – 10:30 AM'],
  ])
})

test('an entry of several days is on each of them', () => {
  expect(daysOf(entry('2027-01-05T03:00:00Z', '2027-01-06T19:00:00Z'))).toEqual([
    [0, 'From 10:00 PM'],
    [1, 'All day'],
    [2, 'Until 2:00 PM'],
  ])
})

test('an all-day entry of the host’s zone covers its day, one of another zone parts of two', () => {
  const allDay = { isAllDay: true }
  expect(daysOf(entry('2027-01-05T05:00:00Z', '2027-01-06T05:00:00Z', allDay))).toEqual([[1, 'All day']])
  expect(daysOf(entry('2027-01-05T00:00:00Z', '2027-01-06T00:00:00Z', allDay))).toEqual([
    [0, 'From 7:00 PM'],
    [1, 'Until 7:00 PM'],
  ])
})

test('a clock change leaves all-day entries whole', () => {
  const week = weekFrom(Date.parse('2027-03-14T15:00:00Z'), 0, viewer)
  const found = entriesByDay([entry('2027-03-14T05:00:00Z', '2027-03-15T04:00:00Z')], week, viewer)
  expect(found.map(({ day, entries }) => [day - week.first, entries[0]!.when])).toEqual([[0, 'All day']])
})

test('kinds that a calendar doesn’t count block nothing', () => {
  const [from, to] = ['2027-01-04T15:00:00Z', '2027-01-04T15:30:00Z']
  const all = { countsTentative: true, countsAllDay: true, countsOutOfOffice: true }
  for (const [kind, counts] of [
    ['isTentative', 'countsTentative'],
    ['isAllDay', 'countsAllDay'],
    ['isOutOfOffice', 'countsOutOfOffice'],
  ] as const) {
    const without = { ...all, [counts]: false }
    expect(blocks(entry(from, to, { [kind]: true }), all)).toBe(true)
    expect(blocks(entry(from, to, { [kind]: true }), without)).toBe(false)
    expect(blocks(entry(from, to), without)).toBe(true)
  }
})
