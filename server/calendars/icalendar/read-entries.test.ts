import { expect, test } from 'vitest'
import { busy, calendarText, event, feed, options, span } from './calendar-text.test-support.ts'
import { readEntries } from './read-entries.ts'

const NINE = 'DTSTART:20260601T090000Z'
const HOUR = 'DURATION:PT1H'
const hour = ['2026-06-01T09:00/10:00']

test.each([
  ['an event', [NINE, HOUR], hour],
  ['with an end', [NINE, 'DTEND:20260601T100000Z'], hour],
  ['with an end in another zone', [NINE, 'DTEND;TZID=Asia/Tokyo:20260601T190000'], hour],
  ['with an offset', ['DTSTART:20260601T050000-0400', 'DTEND:20260601T120000+02:00'], hour],
  ['with fractions of seconds', ['DTSTART:20260601T090000.000Z', 'DTEND:20260601T120000.5+0200'], hour],
  [
    'repeated, with fractions of seconds',
    [NINE, HOUR, 'RRULE:FREQ=DAILY;UNTIL=20260602T090000.000Z', 'EXDATE:20260602T090000.000Z'],
    hour,
  ],
  ['with an offset, without seconds', ['DTSTART:20260601T0500-0400', HOUR], hour],
  ['for ever, with an offset', [NINE, 'DTEND:99991231T235959-0500'], ['2026-06-01T09:00/2126-06-02T09:00']],
  ['in lower case', ['dtstart:20260601t090000z', 'dtend:20260601t100000z'], hour],
  ['in lower case, on the calendar’s clock', ['dtstart:20260601t110000', HOUR], hour],
  ['on a day that doesn’t exist, with an offset', ['DTSTART:20260230T090000-0500', HOUR], []],
  ['until 24:00', [NINE, 'DTEND;TZID=Europe/Berlin:20260601T240000'], ['2026-06-01T09:00/22:00']],
  [
    'until 24:00 at the end of a year',
    ['DTSTART:20261231T220000Z', 'DTEND:20261231T2400Z'],
    ['2026-12-31T22:00/2027-01-01T00:00'],
  ],
  ['from 24:00', ['DTSTART:20260531T240000Z', HOUR], ['2026-06-01T00:00/01:00']],
  ['until 24:00 of a day that doesn’t exist', [NINE, 'DTEND:20260631T240000Z'], hour],
  ['repeated until 24:00', [NINE, HOUR, 'RRULE:FREQ=DAILY;UNTIL=20260601T240000Z'], hour],
  ['in weeks, days and hours', [NINE, 'DURATION:P1DT1H'], ['2026-06-01T09:00/2026-06-02T10:00']],
  ['canceled', [NINE, HOUR, 'STATUS:CANCELLED'], []],
  ['free', [NINE, HOUR, 'TRANSP:TRANSPARENT'], []],
  ['marked busy', [NINE, HOUR, 'TRANSP:OPAQUE', 'X-MICROSOFT-CDO-BUSYSTATUS:BUSY'], hour],
  ['free in Outlook', [NINE, HOUR, 'TRANSP:OPAQUE', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'], []],
  ['working elsewhere', [NINE, HOUR, 'X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE'], []],
  ['declined', [NINE, HOUR, 'ATTENDEE;CN="Ann; B";PARTSTAT=DECLINED:mailto:ANN@example.com'], []],
  [
    'declined, known by a parameter',
    [NINE, HOUR, 'ATTENDEE;EMAIL=ann@example.com;PARTSTAT=DECLINED:urn:uuid:1'],
    [],
  ],
  ['declined by somebody else', [NINE, HOUR, 'ATTENDEE;PARTSTAT=DECLINED:mailto:joann@example.com'], hour],
  ['not answered', [NINE, HOUR, 'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ann@example.com'], hour],
  ['without an end', [NINE], []],
  ['with an unreadable end', [NINE, 'DTEND:tomorrow'], hour],
  ['with an unreadable length', [NINE, 'DURATION:PT1X'], hour],
  ['ending before it begins', [NINE, 'DTEND:20260601T080000Z'], []],
  ['ending when it begins', [NINE, 'DTEND:20260601T090000Z'], []],
  ['negative', [NINE, 'DURATION:-PT1H'], []],
  ['on the calendar’s clock', ['DTSTART:20260601T110000', HOUR], hour],
  ['an all-day event', ['DTSTART;VALUE=DATE:20260601'], ['2026-05-31T22:00/2026-06-01T22:00']],
  ['all-day without a type', ['DTSTART:20260601'], ['2026-05-31T22:00/2026-06-01T22:00']],
  [
    'two days',
    ['DTSTART;VALUE=DATE:20260601', 'DTEND;VALUE=DATE:20260603'],
    ['2026-05-31T22:00/2026-06-02T22:00'],
  ],
  [
    'two days by duration',
    ['DTSTART;VALUE=DATE:20260601', 'DURATION:P2D'],
    ['2026-05-31T22:00/2026-06-02T22:00'],
  ],
  [
    'all-day, ending when it begins',
    ['DTSTART;VALUE=DATE:20260601', 'DTEND;VALUE=DATE:20260601'],
    ['2026-05-31T22:00/2026-06-01T22:00'],
  ],
  ['the day that clocks change', ['DTSTART;VALUE=DATE:20260329'], ['2026-03-28T23:00/2026-03-29T22:00']],
  ['a date that doesn’t exist', ['DTSTART;VALUE=DATE:20260229'], []],
  ['no start', ['DTEND:20260601T100000Z'], []],
  ['before the range', ['DTSTART:20251231T220000Z', HOUR], []],
  ['into the range', ['DTSTART:20251231T233000Z', HOUR], ['2025-12-31T23:30/2026-01-01T00:30']],
  ['at the end of the range', ['DTSTART:20270101T000000Z', HOUR], []],
])('%s', async (_kind, lines, expected) => {
  expect(await busy(event(...lines))).toEqual(expected)
})

test.each([
  ['an event', [], {}],
  ['tentative', ['STATUS:TENTATIVE'], { isTentative: true }],
  ['tentative in Outlook', ['X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE'], { isTentative: true }],
  ['answered with maybe', ['ATTENDEE;PARTSTAT=TENTATIVE:mailto:ann@example.com'], { isTentative: true }],
  ['out of office', ['X-MICROSOFT-CDO-BUSYSTATUS:OOF'], { isOutOfOffice: true }],
])('says which kind of busy: %s', async (_kind, lines, expected) => {
  const { entries } = await readEntries(feed(event(NINE, HOUR, ...lines)), options)
  expect(entries[0]!.busy).toMatchObject([
    { isTentative: false, isOutOfOffice: false, isAllDay: false, ...expected },
  ])
})

test('all-day events are days of the calendar', async () => {
  const lines = ['X-WR-TIMEZONE:America/New_York', ...event('DTSTART;VALUE=DATE:20260601')]
  const { entries, timeZone } = await readEntries(feed(lines), options)
  expect(entries[0]!.busy).toMatchObject([{ start: Date.parse('2026-06-01T04:00Z'), isAllDay: true }])
  expect(timeZone).toBe('America/New_York')
})

test.each([
  [
    'a shorter one that surely counts',
    ['FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260601T090000Z/PT3H', 'FREEBUSY:20260601T090000Z/PT1H'],
    ['2026-06-01T09:00/10:00', '2026-06-01T10:00/12:00 tentative'],
  ],
  [
    'a longer one that surely counts',
    ['FREEBUSY:20260601T090000Z/PT3H', 'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260601T090000Z/PT1H'],
    ['2026-06-01T09:00/12:00'],
  ],
  [
    'two that may not count',
    [
      'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260601T090000Z/PT1H',
      'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20260601T090000Z/PT3H',
      'FREEBUSY:20260601T100000Z/PT1H',
    ],
    ['2026-06-01T09:00/10:00', '2026-06-01T10:00/11:00', '2026-06-01T11:00/12:00 out of office'],
  ],
])('of busy times with the same start: %s', async (_, lines, expected) => {
  for (const ordered of [lines, lines.toReversed()]) {
    const text = feed(['BEGIN:VFREEBUSY', 'UID:1'], ordered, ['END:VFREEBUSY'])
    const { entries } = await readEntries(text, options)
    const times = entries[0]!.busy.map(({ start, end, isTentative, isOutOfOffice }) =>
      [span(start, end), isTentative ? 'tentative' : '', isOutOfOffice ? 'out of office' : '']
        .filter(Boolean)
        .join(' '),
    )
    expect(times).toEqual(expected)
  }
})

test('busy periods of a VFREEBUSY', async () => {
  const lines = [
    'BEGIN:VFREEBUSY',
    'UID:1',
    'FREEBUSY:20260601T090000Z/PT1H,20260602T090000Z/20260602T093000Z',
    'FREEBUSY;FBTYPE=FREE:20260603T090000Z/PT1H',
    'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260604T090000Z/PT1H',
    'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20260605T090000Z/20260605T240000Z',
    'END:VFREEBUSY',
  ]
  expect(await busy(lines)).toEqual([
    hour[0],
    '2026-06-02T09:00/09:30',
    '2026-06-04T09:00/10:00',
    '2026-06-05T09:00/2026-06-06T00:00',
  ])
  const { entries } = await readEntries(feed(lines), options)
  expect(entries).toHaveLength(1)
  expect(entries[0]!.busy.map(({ isTentative, isOutOfOffice }) => [isTentative, isOutOfOffice])).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [false, true],
  ])
})

test('a feed has an entry for each UID that keeps its host busy', async () => {
  const { entries, name } = await readEntries(
    feed(
      'X-WR-CALNAME:Team\\, all',
      event('UID:a', NINE, HOUR, 'SUMMARY:Plan\\nning'),
      event('UID:a', 'RECURRENCE-ID:20260601T090000Z', NINE, HOUR),
      event('UID:b', NINE, HOUR),
      event('UID:c', NINE, HOUR, 'TRANSP:TRANSPARENT'),
      event(`UID:${'x'.repeat(5000)}`, NINE, HOUR),
      ['BEGIN:VTODO', 'UID:d', NINE, 'DUE:20260602T090000Z', 'END:VTODO'],
      ['BEGIN:VEVENT', NINE, HOUR, 'END:VEVENT'],
      ['BEGIN:VEVENT', NINE, HOUR, 'SUMMARY:Other', 'END:VEVENT'],
    ),
    options,
  )
  expect(name).toBe('Team, all')
  expect(entries.map(({ uid }) => uid?.length ?? null)).toEqual([1, 1, 43, null, null])
  expect(new Set(entries.map(({ id }) => id)).size).toBe(5)
  for (const { id } of entries) expect(id).toMatch(/^[\w-]{43}$/)
  const again = await readEntries(feed(event('UID:b', 'DTSTART:20260701T090000Z', HOUR)), options)
  expect(again.entries[0]!.id).toBe(entries[1]!.id)
})

test('a resource is one entry, whatever it has', async () => {
  const series = [
    ...event(NINE, HOUR, 'RRULE:FREQ=DAILY;COUNT=2', 'SUMMARY:Plan\u0000ning'),
    ...event('RECURRENCE-ID:20260602T090000Z', 'DTSTART:20260603T090000Z', HOUR),
  ]
  const texts = [
    series,
    event(NINE, HOUR, 'X-BOOMTIME-SEQUENCE:4'),
    event(NINE, 'STATUS:CANCELLED'),
    ['BEGIN:VTODO', 'UID:d', 'END:VTODO'],
  ]
  const files = texts.map((lines, index) => ({ id: `/${index}.ics`, text: calendarText(lines) }))
  const { entries, name } = await readEntries(files, options)
  expect(name).toBeNull()
  const start = Date.parse('2026-06-01T09:00Z')
  expect(entries).toMatchObject([
    {
      id: '/0.ics',
      uid: '1',
      title: 'Plan ning',
      isCanceled: false,
      startAt: null,
      endAt: null,
      bookingSequence: null,
    },
    {
      id: '/1.ics',
      uid: '1',
      title: '',
      startAt: start,
      endAt: start + 3_600_000,
      bookingSequence: 4,
      conferenceUrl: null,
    },
    { id: '/2.ics', isCanceled: true, startAt: start, endAt: start, busy: [] },
    { id: '/3.ics', uid: null, isCanceled: false, startAt: null, endAt: null, busy: [] },
  ])
  expect(entries[0]!.busy.map(({ start: at }) => at - start)).toEqual([0, 48 * 3_600_000])
})

test('no two busy times of an entry begin at once', async () => {
  const lines = event(
    NINE,
    HOUR,
    'RDATE;VALUE=PERIOD:20260601T090000Z/PT3H,20260601T100000Z/PT1H',
    'RDATE:20260601T090000Z',
  )
  expect(await busy(lines)).toEqual(['2026-06-01T09:00/12:00', '2026-06-01T10:00/11:00'])
})

test('reads folded lines, other line ends, lower case and several calendars in a file', async () => {
  const text = calendarText(event('DTSTART:2026060', ' 1T090000Z', HOUR)).replaceAll('\r\n', '\n')
  const folded = text.replace('2026060\n 1T', '2026060\n\t1T').replace('BEGIN:VEVENT', 'begin:vevent')
  const two = `\uFEFF${folded}\n${calendarText(event('UID:2', 'dtstart:20260602T090000Z', HOUR))}`
  const { entries } = await readEntries([{ id: null, text: two }], options)
  expect(entries.map((entry) => entry.busy.length)).toEqual([1, 1])
})

test('a broken event doesn’t hide the others', async () => {
  const good = (uid: string) => event(`UID:${uid}`, NINE, HOUR)
  const broken = [
    ['BEGIN:VEVENT', 'UID:a', 'DTSTART', 'nonsense', 'END:VEVENT'],
    ['BEGIN:VEVENT', 'UID:b', 'DTSTART;TZID="Europe:20260601T090000', HOUR, 'END:VEVENT'],
    ['BEGIN:VEVENT', 'UID:c', 'DTSTART:20269999T090000Z', 'END:VEVENT'],
    ['END:VALARM', 'END:VEVENT'],
  ]
  const { entries } = await readEntries(
    feed(...broken.flatMap((lines, index) => [lines, good(`${index}`)])),
    options,
  )
  expect(entries.map(({ uid }) => uid)).toEqual(['0', '1', '2', '3'])
})

test.each([
  'FREQ=FORTNIGHTLY',
  'RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=15',
  'FREQ=WEEKLY;WKST=MON',
  'FREQ=DAILY;BYHOUR=24',
  'FREQ=DAILY;COUNT=0',
  'INTERVAL=2',
  '',
])('a series whose rule is “%s” counts once, and its host hears that it can’t be read', async (rule) => {
  const series = [NINE, HOUR, 'SUMMARY:Choir', `RRULE:${rule}`]
  const read = await readEntries(feed(event(...series)), options)
  expect(read.entries.map(({ busy: times }) => times.length)).toEqual([1])
  expect(read.unreadable).toEqual([{ id: read.entries[0]!.id, title: 'Choir', date: '2026-06-01' }])
  const canceled = await readEntries(feed(event(...series, 'STATUS:CANCELLED')), options)
  expect(canceled.unreadable).toEqual([])
})

test.each([
  ['RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=31', true],
  ['RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=28', false],
  ['RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=OMIT;BYMONTHDAY=31', false],
  ['RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;BYMONTH=7,8;BYMONTHDAY=31', false],
  ['RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;BYMONTH=6,7;BYMONTHDAY=31', true],
  ['RSCALE=BUDDHIST;FREQ=MONTHLY', false],
  ['RSCALE=CHINESE;FREQ=WEEKLY', false],
])('of a series with “%s”, its host hears that it can’t be read: %s', async (rule, isToBeHeard) => {
  const read = await readEntries(feed(event(NINE, HOUR, `RRULE:${rule}`)), options)
  expect(read.entries[0]!.busy.length).toBeGreaterThan(1)
  expect(read.unreadable).toHaveLength(isToBeHeard ? 1 : 0)
})

test('empty items of a rule’s lists are left out', async () => {
  const { entries, unreadable } = await readEntries(
    feed(event(NINE, HOUR, 'RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=,MO,,WE,;BYMONTH=,')),
    options,
  )
  expect(entries.map(({ busy: times }) => times.length)).toEqual([3])
  expect(unreadable).toEqual([])
})
