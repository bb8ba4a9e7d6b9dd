import { expect, test } from 'vitest'
import { slotText } from './with-offset.ts'

const texts = (timeZone: string, ...starts: string[]) =>
  starts.map((startUtc) =>
    slotText({ startUtc, endUtc: startUtc }, { locale: 'en-US', timeZone, hour12: true }),
  )

test.each([
  ['2027-11-07T04:30:00Z', '12:30 AM'],
  ['2027-11-07T05:00:00Z', '1:00 AM GMT-4'],
  ['2027-11-07T05:59:00Z', '1:59 AM GMT-4'],
  ['2027-11-07T06:30:00Z', '1:30 AM GMT-5'],
  ['2027-11-07T07:00:00Z', '2:00 AM'],
  ['2027-11-08T06:30:00Z', '1:30 AM'],
  ['2027-03-14T06:30:00Z', '1:30 AM'],
  ['2027-03-14T07:30:00Z', '3:30 AM'],
])('%s in New York is %s', (startUtc, text) => {
  expect(texts('America/New_York', startUtc)).toEqual([text])
})

test('clocks may also be set back by half an hour', () => {
  const times = [
    '2027-04-03T14:15:00Z',
    '2027-04-03T14:45:00Z',
    '2027-04-03T15:15:00Z',
    '2027-04-03T15:45:00Z',
  ]
  expect(texts('Australia/Lord_Howe', ...times)).toEqual([
    '1:15 AM',
    '1:45 AM GMT+11',
    '1:45 AM GMT+10:30',
    '2:15 AM',
  ])
})
