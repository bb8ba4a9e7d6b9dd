import { expect, test } from 'vitest'
import { busyTimes } from './entry.ts'

const from = { dateTime: '2027-01-04T10:00:00-05:00' }
const to = { dateTime: '2027-01-04T10:00:07-05:00' }
const at = (iso: string) => Date.parse(iso)

test('an entry blocks its exact time, in whatever zone it is written', () => {
  const seven = { start: at('2027-01-04T15:00:00Z'), end: at('2027-01-04T15:00:07Z') }
  const kinds = { isTentative: false, isAllDay: false, isOutOfOffice: false }
  expect(busyTimes({ start: from, end: to }, 'Asia/Tokyo')).toEqual([{ ...seven, ...kinds }])
  expect(busyTimes({ start: from, end: to, status: 'tentative', eventType: 'outOfOffice' }, 'UTC')).toEqual([
    { ...seven, ...kinds, isTentative: true, isOutOfOffice: true },
  ])
})

test.each([
  ['cancelled', { status: 'cancelled' }],
  ['marked free', { transparency: 'transparent' }],
  ['a working location', { eventType: 'workingLocation' }],
  ['declined by the owner', { attendees: [{ self: true, responseStatus: 'declined' }] }],
  ['over when it starts', { end: from }],
  ['without times', { start: undefined }],
])("an entry that is %s doesn't block time", (_name, entry) => {
  expect(busyTimes({ start: from, end: to, ...entry }, 'UTC')).toEqual([])
})

test('an entry declined by other attendees does', () => {
  const attendees = [{ self: true, responseStatus: 'accepted' }, { responseStatus: 'declined' }]
  expect(busyTimes({ start: from, end: to, attendees }, 'UTC')).toHaveLength(1)
})

test("all-day entries cover days in the calendar's zone, which are shorter at clock changes", () => {
  const day = { start: { date: '2027-03-14' }, end: { date: '2027-03-15' } }
  expect(busyTimes(day, 'America/New_York')).toMatchObject([
    { start: at('2027-03-14T05:00:00Z'), end: at('2027-03-15T04:00:00Z'), isAllDay: true },
  ])
  expect(busyTimes(day, 'Asia/Kolkata')).toMatchObject([
    { start: at('2027-03-13T18:30:00Z'), end: at('2027-03-14T18:30:00Z'), isAllDay: true },
  ])
  const cairo = { start: { date: '2027-04-30' }, end: { date: '2027-05-01' } }
  expect(busyTimes(cairo, 'Africa/Cairo')).toMatchObject([
    { start: at('2027-04-29T22:00:00Z'), end: at('2027-04-30T21:00:00Z'), isAllDay: true },
  ])
})
