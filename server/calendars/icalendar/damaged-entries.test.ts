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

test.each([
  ['in a calendar within another', calendarText(calendarText(...event(NINE, HOUR)).trim())],
  ['after the end of the calendar', `${calendarText()}${event(NINE, HOUR).join('\r\n')}\r\n`],
  ['beside a calendar within another', calendarText(calendarText().trim(), event(NINE, HOUR))],
])('an entry counts wherever it is: %s', async (_kind, text) => {
  const { entries } = await readEntries([{ id: null, text }], options)
  expect(entries.map(({ busy: times }) => times.length)).toEqual([1])
})

test('an event with its zone inside of it counts as a whole', async () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Hall',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0100',
  ]
  const end = ['TZOFFSETTO:+0100', 'END:STANDARD', 'END:VTIMEZONE']
  const lines = event('UID:1', ...zone, ...end, 'DTSTART;TZID=Hall:20260601T100000', HOUR)
  expect(await busy(lines)).toEqual(hour)
  expect((await readEntries(feed(lines), options)).unreadable).toEqual([])
})

test.each([
  ['Z', hour],
  ['+0200', ['2026-06-01T07:00/08:00']],
  // Neither on the calendar’s clock nor in the morning.
  ['PST', []],
  ['PM', []],
])('what follows a time with dashes after a space is never dropped: %s', async (rest, times) => {
  const lines = event('UID:1', `DTSTART:2026-06-01 09:00:00 ${rest}`, HOUR)
  expect(await busy(lines)).toEqual(times)
  expect((await readEntries(feed(lines), options)).unreadable).toHaveLength(times.length === 0 ? 1 : 0)
})

test('spaces around the colon that begins or ends an event don’t matter', async () => {
  expect(await busy(['BEGIN: VEVENT', 'UID:1', NINE, HOUR, 'END : VEVENT'])).toEqual(hour)
})

test.each([
  ['a start', ['DTSTART:2026-06-01T09:00:00Z', HOUR], hour],
  ['without seconds', ['DTSTART:2026-06-01T09:00Z', HOUR], hour],
  ['with an offset', ['DTSTART:2026-06-01T05:00:00-04:00', HOUR], hour],
  ['with fractions of seconds', ['DTSTART:2026-06-01T09:00:00.000Z', HOUR], hour],
  ['with a space', ['DTSTART;TZID=Europe/Berlin:2026-06-01 11:00:00', HOUR], hour],
  ['an end', [NINE, 'DTEND:2026-06-01T10:00:00Z'], hour],
  ['a day', ['DTSTART;VALUE=DATE:2026-06-01'], ['2026-05-31T22:00/2026-06-01T22:00']],
  ['until 24:00', [NINE, 'DTEND:2026-06-01T24:00:00Z'], ['2026-06-01T09:00/2026-06-02T00:00']],
  ['the last day of a series', [NINE, HOUR, 'RRULE:FREQ=DAILY;UNTIL=2026-06-01'], hour],
  ['the last time of a series', [NINE, HOUR, 'RRULE:FREQ=DAILY;UNTIL=2026-06-01T09:00:00Z'], hour],
  ['with a space in a rule', [NINE, HOUR, 'RRULE:FREQ=DAILY;UNTIL=2026-06-01 09:00:00Z'], hour],
  ['left out', [NINE, HOUR, 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:2026-06-02T09:00:00Z'], hour],
  [
    'further periods',
    [NINE, HOUR, 'RDATE;VALUE=PERIOD:2026-06-02T09:00:00Z/PT2H,2026-06-03T09:00:00Z/2026-06-03T10:00:00Z'],
    [...hour, '2026-06-02T09:00/11:00', '2026-06-03T09:00/10:00'],
  ],
])('times may have dashes and colons: %s', async (_kind, lines, expected) => {
  expect(await busy(event(...lines))).toEqual(expected)
  expect((await readEntries(feed(event(...lines)), options)).unreadable).toEqual([])
})

test.each([
  ['a month', [NINE, 'DURATION:P1M']],
  ['a year', [NINE, 'DURATION:P1Y']],
  ['no unit', [NINE, 'DURATION:PT90']],
  ['nothing', [NINE, 'DURATION:P']],
  ['a word', [NINE, 'DTEND:tomorrow']],
  ['no end', [NINE, 'DTEND']],
  ['half a zone', [NINE, 'DTEND;TZID="Europe:20260601T120000']],
  ['a further date', [NINE, HOUR, 'RDATE:soon']],
  ['a further period', [NINE, HOUR, 'RDATE;VALUE=PERIOD:soon/PT1H']],
  ['half a further date', [NINE, HOUR, 'RDATE']],
])('an hour counts of what can’t be read, and hosts hear of it: %s', async (_kind, lines) => {
  expect(await busy(event(...lines))).toEqual(hour)
  const free = event(...lines, 'UID:2', 'TRANSP:TRANSPARENT')
  const { unreadable } = await readEntries(feed(event('SUMMARY:Choir', ...lines), free), options)
  expect(unreadable).toMatchObject([{ title: 'Choir', date: '2026-06-01' }])
})

test.each([
  ['PT1H', hour],
  ['+PT60M', hour],
  ['pt3600s', hour],
  ['P1W', ['2026-06-01T09:00/2026-06-08T09:00']],
  ['P1DT1H', ['2026-06-01T09:00/2026-06-02T10:00']],
  ['P1W1D', ['2026-06-01T09:00/2026-06-09T09:00']],
])('a length is read: %s', async (length, expected) => {
  const lines = event(NINE, `DURATION:${length}`)
  expect(await busy(lines)).toEqual(expected)
  expect((await readEntries(feed(lines), options)).unreadable).toEqual([])
})

test('a list of dates may be empty, or end with a comma', async () => {
  const empty = ['RDATE:', 'RDATE;VALUE=PERIOD:', 'EXDATE;VALUE=DATE:,', 'RDATE;VALUE=DATE: ']
  const lists = ['RDATE:20260602T090000Z,', 'RDATE;VALUE=PERIOD:20260603T090000Z/PT2H, ']
  const lines = event(NINE, HOUR, ...empty, ...lists)
  expect(await busy(lines)).toEqual([...hour, '2026-06-02T09:00/10:00', '2026-06-03T09:00/11:00'])
  expect((await readEntries(feed(lines), options)).unreadable).toEqual([])
})

test('a booking’s entry whose end can’t be read doesn’t move its booking', async () => {
  const text = calendarText(event(NINE, 'DTEND:tomorrow'))
  const { entries } = await readEntries([{ id: 'a', text }], options)
  expect(entries).toMatchObject([{ startAt: null, endAt: null, busy: [{}] }])
})

test('a changed date of a series that can’t be read replaces no other', async () => {
  const series = event(NINE, HOUR, 'RRULE:FREQ=DAILY;COUNT=2')
  const changed = event('RECURRENCE-ID', 'DTSTART:20260603T090000Z', HOUR, 'SEQUENCE:1')
  const expected = [...hour, '2026-06-02T09:00/10:00', '2026-06-03T09:00/10:00']
  expect(await busy([...series, ...changed])).toEqual(expected)
})

test.each([
  ['in UTC', [NINE, 'DTEND:20260601T100000'], hour],
  ['in a zone', ['DTSTART;TZID=Asia/Tokyo:20260601T180000', 'DTEND:20260601T190000'], hour],
  ['on the calendar’s clock', ['DTSTART:20260601T110000', 'DTEND:20260601T120000'], hour],
  [
    'on the calendar’s clock, with an end in UTC',
    ['DTSTART:20260601T110000', 'DTEND:20260601T100000Z'],
    hour,
  ],
  [
    'until a date',
    ['DTSTART;TZID=Asia/Tokyo:20260601T180000', 'DTEND;VALUE=DATE:20260602'],
    ['2026-06-01T09:00/15:00'],
  ],
  [
    'of a further period',
    [NINE, HOUR, 'RDATE;VALUE=PERIOD:20260602T090000Z/20260602T100000'],
    [...hour, '2026-06-02T09:00/10:00'],
  ],
])('an end without a zone is on the clock of its start: %s', async (_kind, lines, expected) => {
  expect(await busy(['X-WR-TIMEZONE:Europe/Berlin', ...event(...lines)])).toEqual(expected)
})
