import { expect, test } from 'vitest'
import { busy, calendarText, event, feed, options } from './calendar-text.test-support.ts'
import { readEntries } from './read-entries.ts'

const NINE = 'DTSTART:20260601T090000Z'
const HOUR = 'DURATION:PT1H'
const hour = ['2026-06-01T09:00/10:00']

const open = ['BEGIN:VEVENT', 'UID:open', 'SUMMARY:Choir', NINE]
const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'SUMMARY:Alarm']
const later = event('UID:later', 'DTSTART:20260602T090000Z', HOUR)

test.each([
  ['the last one', [...open, HOUR], []],
  ['before another one', [...open, HOUR], later],
  ['before a zone', [...open, HOUR], ['BEGIN:VTIMEZONE', 'TZID:X', 'END:VTIMEZONE', ...later]],
  ['within an alarm', [...open, HOUR, ...alarm], later],
  ['before its length', open, later],
])('an event without an end counts, and its host hears of it: %s', async (_kind, lines, others) => {
  const { entries, unreadable } = await readEntries(feed(lines, others), options)
  expect(await busy([...lines, ...others])).toEqual([
    ...hour,
    ...(others.length > 0 ? ['2026-06-02T09:00/10:00'] : []),
  ])
  expect(unreadable).toEqual([{ id: entries[0]!.id, title: 'Choir', date: '2026-06-01' }])
})

test('a booking’s entry without an end doesn’t move its booking', async () => {
  const { entries } = await readEntries([{ id: 'a', text: calendarText(open) }], options)
  expect(entries).toMatchObject([{ id: 'a', startAt: null, endAt: null, busy: [{}] }])
})

test('an event without an end that is canceled or free keeps nobody busy', async () => {
  for (const line of ['STATUS:CANCELLED', 'TRANSP:TRANSPARENT']) {
    const { entries, unreadable } = await readEntries(feed([...open, line]), options)
    expect([entries, unreadable]).toEqual([[], []])
  }
})

test('a list of busy times without an end counts, and its host hears of it', async () => {
  const times = ['BEGIN:VFREEBUSY', 'UID:times', 'FREEBUSY:20260601T090000Z/PT1H']
  expect(await busy(times)).toEqual(hour)
  expect((await readEntries(feed(times), options)).unreadable).toHaveLength(1)
})

test('spaces around the colon that begins or ends an event don’t matter', async () => {
  expect(await busy(['BEGIN: VEVENT', 'UID:1', NINE, HOUR, 'END : VEVENT'])).toEqual(hour)
})
