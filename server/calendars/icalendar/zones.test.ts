import { expect, test } from 'vitest'
import { replaceZones } from '../../../testing/time-zones/replaced-zones.ts'
import { busy, calendarText, event, feed, options } from './calendar-text.test-support.ts'
import { readEntries } from './read-entries.ts'

const HOUR = 'DURATION:PT1H'

/** At 9:00 in a zone, in winter and in summer. */
const at = (tzid: string) => [
  ...event('UID:1', `DTSTART;TZID=${tzid}:20260115T090000`, HOUR),
  ...event('UID:2', `DTSTART;TZID=${tzid}:20260715T090000`, HOUR),
]
const hours = async (lines: string[], timeZone = 'Asia/Tokyo') =>
  (await busy(lines, { timeZone })).map((text) => Number(text.slice(11, 13)))

/** A VTIMEZONE as Outlook writes it, with winter and summer offsets that change on the dates of the United States. */
const definition = (tzid: string, winter: string, summer: string, ...lines: string[]) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  ...lines,
  'BEGIN:STANDARD',
  'DTSTART:16010101T020000',
  `TZOFFSETFROM:${summer}`,
  `TZOFFSETTO:${winter}`,
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  `TZOFFSETFROM:${winter}`,
  `TZOFFSETTO:${summer}`,
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

test.each([
  ['an IANA name', 'Europe/Berlin', [8, 7]],
  ['in another case', 'europe/BERLIN', [8, 7]],
  ['an old name', 'US/Eastern', [14, 13]],
  ['a name in quotes', '"America/New_York"', [14, 13]],
  ['a name of Windows', 'W. Europe Standard Time', [8, 7]],
  ['a name of Windows with a number', 'Eastern Standard Time 1', [14, 13]],
  ['a name of Windows for the summer', 'Eastern Daylight Time', [14, 13]],
  ['as Windows shows it', '"(UTC-05:00) Eastern Time (US & Canada)"', [14, 13]],
  ['as Exchange showed it', '"(GMT-08.00) Pacific Time (US and Canada)"', [17, 16]],
  ['as Windows shows it, without an offset', 'Atlantic Time (Canada)', [13, 12]],
  ['with a space', 'America/New York', [14, 13]],
  ['a path with spaces', '/example.com/America/Argentina/Buenos Aires', [12, 12]],
  ['UTC', 'UTC', [9, 9]],
  ['a path of Evolution', '/freeassociation.sourceforge.net/Europe/Berlin', [8, 7]],
  [
    'a path with a version',
    '/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires',
    [12, 12],
  ],
  ['a path of Mozilla', '/mozilla.org/20050126_1/America/New_York', [14, 13]],
  ['UTC in Exchange', 'tzone://Microsoft/Utc', [9, 9]],
  ['the same in quotes', '"tzone://Microsoft/Utc"', [9, 9]],
  ['an offset from GMT', 'GMT-0500', [14, 14]],
  ['an offset from UTC', '"UTC+5:30"', [3, 3]],
  ['an offset', '"-03:00"', [12, 12]],
  ['an offset that no clock has', 'GMT-2300', [0, 0]],
  ['unknown: the calendar’s zone', 'Middle-earth', [0, 0]],
])('finds the zone of a TZID: %s', async (_kind, tzid, expected) => {
  expect(await hours(at(tzid))).toEqual(expected)
})

test.each([
  ['an unknown zone', 'Middle-earth', [], ['2026-01-15', '2026-07-15']],
  [
    'a list of places',
    '"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"',
    [],
    ['2026-01-15', '2026-07-15'],
  ],
  ['free', 'Middle-earth', ['TRANSP:TRANSPARENT'], []],
  ['canceled', 'Middle-earth', ['STATUS:CANCELLED'], []],
  ['defined by the file', 'Middle-earth', definition('Middle-earth', '-0500', '-0400'), []],
  ['defined in quotes', 'Middle-earth', definition('"Middle-earth"', '-0500', '-0400'), []],
  ['defined in another case', 'Middle-earth', definition('MIDDLE-EARTH', '-0500', '-0400'), []],
  ['a known zone', 'Europe/Berlin', [], []],
  ['an offset', 'GMT-0500', [], []],
])('hosts hear of entries whose time is a guess: %s', async (_kind, tzid, lines, dates) => {
  const isZone = lines[0]?.startsWith('BEGIN') === true
  const events = ['20260115T090000', '20260715T090000', '20240115T090000'].flatMap((start) =>
    event(`UID:${start}`, `DTSTART;TZID=${tzid}:${start}`, HOUR, ...(isZone ? [] : lines)),
  )
  const utc = event('UID:utc', `DTSTART;TZID=${tzid}:20260301T090000Z`, HOUR)
  const { unreadable } = await readEntries(feed(isZone ? lines : [], events, utc), options)
  expect(unreadable.map(({ date }) => date)).toEqual(dates)
})

test.each([
  ['Middle-earth', null],
  ['GMT-0500', Date.parse('2026-07-15T14:00Z')],
])('a booking’s entry only moves its booking if its time is known: %s', async (tzid, startAt) => {
  const text = calendarText(event(`DTSTART;TZID=${tzid}:20260715T090000`, HOUR))
  const { entries } = await readEntries([{ id: 'a', text }], options)
  expect(entries).toMatchObject([{ startAt, busy: [{}] }])
})

test('our own rules win over a VTIMEZONE that contradicts its name', async () => {
  const wrong = (tzid: string) => [...definition(tzid, '+1000', '+1100'), ...at(tzid)]
  expect(await hours(wrong('Europe/Berlin'))).toEqual([8, 7])
  expect(await hours(wrong('Eastern Standard Time'))).toEqual([14, 13])
  expect(await hours(wrong('CET'))).toEqual([8, 7])
  expect(await hours(wrong('America/Panama'))).toEqual([14, 14])
})

test.each(['EST', 'UTC', 'Etc/GMT+5', 'Office/UTC', 'Office/Japan', 'Tokyo Standard Time 1'])(
  'a VTIMEZONE wins over the name of a fixed offset, and over a part of its own name: %s',
  async (tzid) => {
    expect(await hours([...definition(tzid, '-0500', '-0400'), ...at(tzid)])).toEqual([14, 13])
    const broken = definition(tzid, '-05', 'x')
    expect(await hours([...broken, ...at(tzid)])).toEqual(await hours(at(tzid)))
  },
)

test('a name that only the file knows follows its VTIMEZONE', async () => {
  const outlook = '(UTC-05:00) Our Time (Office)'
  expect(await hours([...definition(outlook, '-0500', '-0400'), ...at(`"${outlook}"`)])).toEqual([14, 13])
  const located = definition('Custom', '+1000', '+1100', 'X-LIC-LOCATION:Europe/Berlin')
  expect(await hours([...located, ...at('Custom')])).toEqual([8, 7])
  const single = [
    'BEGIN:VTIMEZONE',
    'TZID:Custom',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0530',
    'TZOFFSETTO:+0530',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]
  expect(await hours([...single, ...at('Custom')])).toEqual([3, 3])
  const withoutFrom = single.filter((line) => !line.startsWith('TZOFFSETFROM'))
  expect(await hours([...withoutFrom, ...at('Custom')])).toEqual([3, 3])
})

test('a VTIMEZONE changes the clock when it says so', async () => {
  const series = event('DTSTART;TZID=Custom:20260307T023000', HOUR, 'RRULE:FREQ=DAILY;COUNT=3')
  const expected = ['2026-03-07T07:30/08:30', '2026-03-08T07:30/08:30', '2026-03-09T06:30/07:30']
  expect(await busy([...definition('Custom', '-0500', '-0400'), ...series])).toEqual(expected)
})

test('hundreds of files can each describe the zone of their event', async () => {
  const outlook = '(UTC-05:00) Our Time (Office)'
  const text = calendarText(...definition(outlook, '-0500', '-0400'), ...at(`"${outlook}"`))
  const files = Array.from({ length: 500 }, (_, index) => ({ id: String(index), text }))
  const { entries } = await readEntries(files, options)
  expect(new Set(entries.map(({ busy: [winter] }) => new Date(winter!.start).getUTCHours()))).toEqual(
    new Set([14]),
  )
  expect(entries).toHaveLength(500)
})

test('a VTIMEZONE without usable rules counts as the calendar’s zone', async () => {
  const broken = definition('Custom', '-05', 'x')
  expect(await hours([...broken, ...at('Custom')])).toEqual([0, 0])
  expect(await hours(['BEGIN:VTIMEZONE', 'TZID:Custom', 'END:VTIMEZONE', ...at('Custom')])).toEqual([0, 0])
})

test.each([
  ['X-WR-TIMEZONE:America/New_York', 'America/New_York', [14, 13]],
  ['X-WR-TIMEZONE:"America/New_York"', 'America/New_York', [14, 13]],
  ['TIMEZONE-ID:Pacific Standard Time', 'America/Los_Angeles', [17, 16]],
  ['X-WR-TIMEZONE:Middle-earth', null, [0, 0]],
])('floating times are on the clock that a feed names: %s', async (line, timeZone, expected) => {
  const floating = at('').map((each) => each.replace(';TZID=', ''))
  expect(await hours([line, ...floating])).toEqual(expected)
  expect((await readEntries(feed(line, floating), options)).timeZone).toBe(timeZone)
})

test('hosts hear of times on a clock that a feed names, but nobody knows', async () => {
  const floating = event('UID:1', 'DTSTART:20260115T090000', HOUR)
  const allDay = event('UID:2', 'DTSTART;VALUE=DATE:20260715')
  const clear = event('UID:3', 'DTSTART;TZID=Asia/Tokyo:20260301T090000', HOUR)
  const utc = event('UID:4', 'DTSTART:20260401T090000Z', HOUR)
  const read = async (...lines: string[]) => {
    const { unreadable } = await readEntries(feed(lines, floating, allDay, clear, utc), options)
    return unreadable.map(({ date }) => date)
  }
  expect(await read('X-WR-TIMEZONE:Middle-earth')).toEqual(['2026-01-15', '2026-07-15'])
  expect(await read('X-WR-TIMEZONE:Middle-earth', 'TIMEZONE-ID:Europe/Berlin')).toEqual([])
  expect(await read('X-WR-TIMEZONE:')).toEqual([])
  expect(await read()).toEqual([])
  const defined = ['X-WR-TIMEZONE:Middle-earth', ...definition('Middle-earth', '-0500', '-0400')]
  expect(await read(...defined)).toEqual([])
  expect(await busy([...defined, ...floating])).toEqual(['2026-01-15T14:00/15:00'])
})

test('without a zone of its own, a feed is where most of its events are', async () => {
  const lines = [...at('America/New_York'), ...event('UID:3', 'DTSTART;TZID=Asia/Tokyo:20260301T090000')]
  const allDay = event('UID:4', 'DTSTART;VALUE=DATE:20260401')
  const { timeZone, zones } = await readEntries(feed(allDay, lines), options)
  expect(timeZone).toBe('America/New_York')
  expect(zones.toSorted()).toEqual(['America/New_York', 'Asia/Tokyo', 'Europe/Berlin'])
  expect(await busy([...allDay, ...lines])).toContain('2026-04-01T04:00/2026-04-02T04:00')
})

test('uses rules that are replaced at run time', async () => {
  expect(await hours(at('Europe/Berlin'))).toEqual([8, 7])
  replaceZones((timeZone) => ({ timeZone, offset: 3 * 3600, changes: [], yearly: [] }))
  expect(await hours(at('Europe/Berlin'))).toEqual([6, 6])
})
