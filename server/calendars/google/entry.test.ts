import { expect, test } from 'vitest'
import { busyTimes, unreadableEvents } from './entry.ts'

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

test('an entry lasts until the last instant that databases know at most', () => {
  const end = { dateTime: '9999-12-31T23:59:00-05:00' }
  expect(busyTimes({ start: from, end }, 'UTC')).toMatchObject([
    { start: at(from.dateTime), end: at('9999-12-31T23:59:59.999Z') },
  ])
  expect(busyTimes({ start: { dateTime: '9999-12-31T22:00:00-05:00' }, end }, 'UTC')).toEqual([])
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

test('an all-day entry that began before 1970 covers its days from 1970 on', () => {
  const end = { date: '2028-01-01' }
  for (const date of ['1850-01-01', '1969-12-31', '0000-01-01'])
    expect(busyTimes({ start: { date }, end }, 'Europe/Berlin')).toMatchObject([
      { start: at('1969-12-31T23:00:00Z'), end: at('2027-12-31T23:00:00Z'), isAllDay: true },
    ])
  expect(busyTimes({ start: { date: '1926-03-01' }, end: { date: '1926-03-02' } }, 'UTC')).toEqual([])
})

const noDay = { date: '2027-02-30' }

test.each([
  ['a start that doesn’t exist', { start: noDay, end: { date: '2027-03-04' } }, '2027-03-04', []],
  [
    'an end that doesn’t exist',
    { start: { date: '2027-02-27' }, end: noDay },
    '2027-02-27',
    ['2027-02-27T05:00', '2027-02-28T05:00'],
  ],
  ['a time that doesn’t exist', { start: { dateTime: '2027-03-04T99' }, end: to }, '2027-03-04', []],
  ['no start', { end: { date: '20270' } }, null, []],
  ['no end', { start: from }, '2027-01-04', ['2027-01-04T15:00', '2027-01-04T16:00']],
])('an entry with %s is named, and busy from its start, unless it is free', (_name, times, date, busy) => {
  const event = { id: 'a', summary: ' Trip\n', ...times }
  const zone = 'America/New_York'
  const blocked = busyTimes(event, zone).flatMap(({ start, end }) => [start, end])
  expect(blocked).toEqual(busy.map((iso) => at(`${iso}Z`)))
  expect(unreadableEvents([event], zone)).toEqual([{ id: 'a', title: 'Trip', date }])
  const free = { ...event, transparency: 'transparent' }
  expect([busyTimes(free, zone), unreadableEvents([free], zone)]).toEqual([[], []])
  expect(unreadableEvents([{ id: 'a', status: 'cancelled' }], zone)).toEqual([])
})

test('one that is over when it starts can be read', () => {
  expect(unreadableEvents([{ id: 'a', start: from, end: from }], 'UTC')).toEqual([])
})
