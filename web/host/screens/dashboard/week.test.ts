import { expect, it } from 'vitest'
import { weekAt } from './week.ts'

const week = (instant: string, locale: string, timeZone: string) =>
  Object.values(weekAt(Date.parse(instant), { locale, timeZone }))

it.each([
  ['from Sunday, in the United States', 'en-US', '2027-01-03T05:00:00.000Z', '2027-01-10T05:00:00.000Z'],
  ['from Monday, in Germany', 'de-DE', '2027-01-04T05:00:00.000Z', '2027-01-11T05:00:00.000Z'],
  ['from Saturday, in Egypt', 'ar-EG', '2027-01-02T05:00:00.000Z', '2027-01-09T05:00:00.000Z'],
])('a week runs %s', (_, locale, from, to) => {
  expect(week('2027-01-06T12:00:00Z', locale, 'America/New_York')).toEqual([from, to])
})

it('contains the host’s own day', () => {
  expect(week('2027-01-03T20:00:00Z', 'de-DE', 'Asia/Kathmandu')[0]).toBe('2027-01-03T18:15:00.000Z')
  expect(week('2027-01-03T18:00:00Z', 'de-DE', 'Asia/Kathmandu')[1]).toBe('2027-01-03T18:15:00.000Z')
})

it('is an hour shorter or longer at clock changes', () => {
  const hours = (instant: string) => {
    const [from, to] = week(instant, 'en-US', 'America/New_York').map((iso) => Date.parse(iso))
    return (to! - from!) / 3_600_000
  }
  expect(hours('2027-03-16T12:00:00Z')).toBe(167)
  expect(hours('2027-11-09T12:00:00Z')).toBe(169)
})
