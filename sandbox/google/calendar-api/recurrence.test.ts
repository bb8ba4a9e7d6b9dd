import type { calendar_v3 } from '@googleapis/calendar'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { occurrences, parseRecurrence } from './recurrence.ts'
import { calendarOf, listAll, startSandbox } from '../test-client.ts'
import type { RunningSandbox } from '../test-client.ts'

const ZONE = 'America/New_York'
const PRIMARY = { calendarId: 'primary' }

let sandbox: RunningSandbox
let client: calendar_v3.Calendar
beforeAll(async () => {
  sandbox = await startSandbox({ now: () => Date.parse('2026-02-20T12:00:00Z') })
  client = await calendarOf(sandbox, 'recurring@example.com')
})
afterAll(() => sandbox.app.close())

function starts(start: string, ...lines: string[]): string[] {
  const end = Date.parse('2027-01-01T00:00:00Z')
  const found = occurrences(Temporal.PlainDateTime.from(start), ZONE, parseRecurrence(lines), end)
  return [...found].map(({ wall }) => wall.toString({ smallestUnit: 'minute' })).slice(0, 20)
}

it.each([
  ['FREQ=DAILY;COUNT=3', ['2026-03-02T09:00', '2026-03-03T09:00', '2026-03-04T09:00']],
  ['FREQ=DAILY;INTERVAL=2;UNTIL=20260306', ['2026-03-02T09:00', '2026-03-04T09:00', '2026-03-06T09:00']],
  ['FREQ=DAILY;BYDAY=SA,SU;COUNT=2', ['2026-03-07T09:00', '2026-03-08T09:00']],
  ['FREQ=DAILY;UNTIL=20260303T140000Z', ['2026-03-02T09:00', '2026-03-03T09:00']],
  [
    'FREQ=WEEKLY;BYDAY=WE,MO;COUNT=4',
    ['2026-03-02T09:00', '2026-03-04T09:00', '2026-03-09T09:00', '2026-03-11T09:00'],
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU;COUNT=3',
    ['2026-03-02T09:00', '2026-03-15T09:00', '2026-03-16T09:00'],
  ],
  ['FREQ=MONTHLY;COUNT=2', ['2026-03-02T09:00', '2026-04-02T09:00']],
  ['FREQ=MONTHLY;BYDAY=1MO;COUNT=2', ['2026-03-02T09:00', '2026-04-06T09:00']],
  ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=2', ['2026-03-27T09:00', '2026-04-24T09:00']],
  ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3', ['2026-03-31T09:00', '2026-05-31T09:00', '2026-07-31T09:00']],
  ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2', ['2026-03-31T09:00', '2026-04-30T09:00']],
  ['FREQ=YEARLY', ['2026-03-02T09:00']],
])('expands %s', (rule, expected) => {
  expect(starts('2026-03-02T09:00', `RRULE:${rule}`)).toEqual(expected)
})

it('leaves out excluded dates but counts them', () => {
  const lines = ['RRULE:FREQ=DAILY;COUNT=3', `EXDATE;TZID=${ZONE}:20260303T090000`]
  expect(starts('2026-03-02T09:00', ...lines)).toEqual(['2026-03-02T09:00', '2026-03-04T09:00'])
})

it('keeps the wall time across clock changes', async () => {
  await client.events.insert({
    ...PRIMARY,
    requestBody: {
      id: 'standup',
      start: { dateTime: '2026-03-06T02:30:00', timeZone: ZONE },
      end: { dateTime: '2026-03-06T03:00:00', timeZone: ZONE },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=4'],
    },
  })
  const { items } = await listAll(client, { singleEvents: true, timeMax: '2026-04-01T00:00:00Z' })
  expect(items.map(({ start, end }) => [start!.dateTime, end!.dateTime])).toEqual([
    ['2026-03-06T02:30:00-05:00', '2026-03-06T03:00:00-05:00'],
    ['2026-03-07T02:30:00-05:00', '2026-03-07T03:00:00-05:00'],
    // 02:30 doesn't exist on this day.
    ['2026-03-08T03:30:00-04:00', '2026-03-08T04:00:00-04:00'],
    ['2026-03-09T02:30:00-04:00', '2026-03-09T03:00:00-04:00'],
  ])
  const masters = await listAll(client, {})
  expect(masters.items).toMatchObject([{ id: 'standup', recurrence: ['RRULE:FREQ=DAILY;COUNT=4'] }])
  await client.events.delete({ ...PRIMARY, eventId: 'standup' })
})

it('moves and deletes single instances', async () => {
  await client.events.insert({
    ...PRIMARY,
    requestBody: {
      id: 'vacation',
      start: { date: '2026-07-01' },
      end: { date: '2026-07-03' },
      recurrence: ['RRULE:FREQ=MONTHLY'],
    },
  })
  const window = { singleEvents: true, timeMin: '2026-07-01T00:00:00Z', timeMax: '2026-10-01T00:00:00Z' }
  const get = async () =>
    (await listAll(client, window)).items.map(({ id, start, end }) => [id, start!.date, end!.date])
  expect(await get()).toEqual([
    ['vacation_20260701', '2026-07-01', '2026-07-03'],
    ['vacation_20260801', '2026-08-01', '2026-08-03'],
    ['vacation_20260901', '2026-09-01', '2026-09-03'],
  ])
  await client.events.delete({ ...PRIMARY, eventId: 'vacation_20260801' })
  // From outside the window into it.
  await client.events.patch({
    ...PRIMARY,
    eventId: 'vacation_20261101',
    requestBody: { start: { date: '2026-09-20' }, end: { date: '2026-09-21' } },
  })
  expect(await get()).toEqual([
    ['vacation_20260701', '2026-07-01', '2026-07-03'],
    ['vacation_20260901', '2026-09-01', '2026-09-03'],
    ['vacation_20261101', '2026-09-20', '2026-09-21'],
  ])
  const { data } = await client.events.get({ ...PRIMARY, eventId: 'vacation_20260801' })
  expect(data).toMatchObject({ status: 'cancelled', originalStartTime: { date: '2026-08-01' } })
})
