import { expect, test } from 'vitest'
import { slotTexts } from './slot-texts.ts'

const slotAt = (startUtc: string) => ({ startUtc, endUtc: startUtc })
const texts = (timeZone: string, ...starts: string[]) => [
  ...slotTexts(starts.map(slotAt), { locale: 'en-US', timeZone, hour12: true }).values(),
]

test('times that repeat when clocks are set back have their offset', () => {
  const night = [
    '2027-11-07T04:30:00Z',
    '2027-11-07T05:30:00Z',
    '2027-11-07T06:30:00Z',
    '2027-11-07T07:30:00Z',
  ]
  expect(texts('America/New_York', ...night)).toEqual([
    '12:30 AM',
    '1:30 AM GMT-4',
    '1:30 AM GMT-5',
    '2:30 AM',
  ])
})

test('the same time is read in each zone’s own night', () => {
  expect(texts('Australia/Lord_Howe', '2027-04-03T14:45:00Z', '2027-04-03T15:15:00Z')).toEqual([
    '1:45 AM GMT+11',
    '1:45 AM GMT+10:30',
  ])
})
