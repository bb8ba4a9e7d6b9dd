import { describe, expect, test } from 'vitest'
import { busy, event } from './calendar-text.test-support.ts'

/** From 9:00 to 10:00 in Berlin, whose clocks change in the night to March 29 and to October 25. */
const series = (...lines: string[]) =>
  event('DTSTART;TZID=Europe/Berlin:20260328T090000', 'DTEND;TZID=Europe/Berlin:20260328T100000', ...lines)
const three = ['2026-03-28T08:00/09:00', '2026-03-29T07:00/08:00', '2026-03-30T07:00/08:00']
const DAILY = 'RRULE:FREQ=DAILY;COUNT=3'

describe('a series keeps its wall time over clock changes', () => {
  test.each([
    ['COUNT', [DAILY], three],
    ['UNTIL in UTC', ['RRULE:FREQ=DAILY;UNTIL=20260330T070000Z'], three],
    ['UNTIL in UTC, a second too early', ['RRULE:FREQ=DAILY;UNTIL=20260330T065959Z'], three.slice(0, 2)],
    ['UNTIL with an offset', ['RRULE:FREQ=DAILY;UNTIL=20260330T030000-0400'], three],
    ['UNTIL as a date', ['RRULE:FREQ=DAILY;UNTIL=20260330'], three],
    ['UNTIL on the clock', ['RRULE:FREQ=DAILY;UNTIL=20260330T090000'], three],
    ['RDATE', ['RDATE;TZID=Europe/Berlin:20260329T090000,20260330T090000'], three],
    [
      'RDATE in another zone',
      ['RDATE;TZID=America/New_York:20260329T030000', 'RDATE:20260330T070000Z'],
      three,
    ],
    ['RDATE of an occurrence', [DAILY, 'RDATE:20260329T070000Z'], three],
    [
      'RDATE with periods that began long before the range',
      ['RDATE;VALUE=PERIOD:20251220T120000Z/20260105T120000Z,20251201T120000Z/P40D,20251201T120000Z/P1D'],
      ['2025-12-01T12:00/2026-01-10T12:00', '2025-12-20T12:00/2026-01-05T12:00', three[0]],
    ],
    [
      'RDATE with periods',
      ['RDATE;VALUE=PERIOD:20260401T120000Z/PT2H,20260402T120000Z/20260402T123000Z'],
      [three[0], '2026-04-01T12:00/14:00', '2026-04-02T12:00/12:30'],
    ],
    [
      'two rules',
      ['RRULE:FREQ=DAILY;COUNT=2', 'RRULE:FREQ=WEEKLY;COUNT=2'],
      [three[0], three[1], '2026-04-04T07:00/08:00'],
    ],
    ['the first occurrence off its rule', ['RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2'], [three[0], three[2]]],
    ['lower case', ['rrule:freq=daily;count=3'], three],
    ['UNTIL without seconds', ['RRULE:FREQ=DAILY;UNTIL=20260330T0700Z'], three],
    ['a malformed UNTIL', ['RRULE:FREQ=YEARLY;UNTIL=soon'], [three[0]]],
    ['the same with FREQ=DAILY', ['RRULE:FREQ=DAILY;BYDAY=MO;COUNT=2'], [three[0], three[2]]],
    ['a malformed rule', ['RRULE:FREQ=SOMETIMES'], [three[0]]],
    ['a rule that nothing fits', ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'], [three[0]]],
    ['EXDATE', [DAILY, 'EXDATE;TZID=Europe/Berlin:20260328T090000,20260329T090000'], [three[2]]],
    ['EXDATE in UTC', [DAILY, 'EXDATE:20260329T070000Z'], [three[0], three[2]]],
    ['EXDATE in another zone', [DAILY, 'EXDATE;TZID=Asia/Tokyo:20260329T160000'], [three[0], three[2]]],
    ['EXDATE as a date', [DAILY, 'EXDATE;VALUE=DATE:20260329'], [three[0], three[2]]],
    [
      'EXDATE of an RDATE',
      ['RDATE:20260329T070000Z', 'EXDATE;TZID=Europe/Berlin:20260329T090000'],
      [three[0]],
    ],
    ['EXDATE of nothing', [DAILY, 'EXDATE:20260329T070001Z', 'EXDATE:soon'], three],
  ])('%s', async (_kind, lines, expected) => {
    expect(await busy(series(...lines))).toEqual(expected)
  })

  test.each([
    [
      'DTEND: by elapsed time',
      'DTEND;TZID=Europe/Berlin:20260328T060000',
      ['2026-03-27T21:00/2026-03-28T05:00', '2026-03-28T21:00/2026-03-29T05:00'],
    ],
    [
      'DURATION in hours: the same',
      'DURATION:PT8H',
      ['2026-03-27T21:00/2026-03-28T05:00', '2026-03-28T21:00/2026-03-29T05:00'],
    ],
    [
      'DURATION in days: by the clock',
      'DURATION:P1D',
      ['2026-03-27T21:00/2026-03-28T21:00', '2026-03-28T21:00/2026-03-29T20:00'],
    ],
  ])('a night lasts as long as its end says. %s', async (_kind, end, expected) => {
    const night = event('DTSTART;TZID=Europe/Berlin:20260327T220000', end, 'RRULE:FREQ=DAILY;COUNT=2')
    expect(await busy(night)).toEqual(expected)
  })

  test('a time that clocks skip is moved by the gap, and an ambiguous one means the first', async () => {
    const early = (date: string, ...lines: string[]) =>
      event(
        `DTSTART;TZID=Europe/Berlin:${date}T023000`,
        'DURATION:PT15M',
        'RRULE:FREQ=DAILY;COUNT=3',
        ...lines,
      )
    expect(await busy(early('20260328'))).toEqual([
      '2026-03-28T01:30/01:45',
      '2026-03-29T01:30/01:45',
      '2026-03-30T00:30/00:45',
    ])
    expect(await busy(early('20261024'))).toEqual([
      '2026-10-24T00:30/00:45',
      '2026-10-25T00:30/00:45',
      '2026-10-26T01:30/01:45',
    ])
    // Which instant of them is excluded doesn't matter.
    for (const excluded of ['20261025T003000Z', '20261025T013000Z']) {
      expect(await busy(early('20261024', `EXDATE:${excluded}`))).toHaveLength(2)
    }
    expect(await busy(early('20260328', 'EXDATE:20260329T013000Z'))).toHaveLength(2)
  })

  test('a series of 1990 is still running', async () => {
    const yearly = event('DTSTART;VALUE=DATE:19600229', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1')
    expect(await busy(yearly)).toEqual(['2026-02-27T23:00/2026-02-28T23:00'])
    const weekly = event(
      'DTSTART;TZID=Europe/Berlin:19900102T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH',
    )
    const range = { start: Date.parse('2026-03-01T00:00Z'), end: Date.parse('2026-04-05T00:00Z') }
    expect(await busy(weekly, { range })).toEqual([
      '2026-03-10T08:00/09:00',
      '2026-03-12T08:00/09:00',
      '2026-03-24T08:00/09:00',
      '2026-03-26T08:00/09:00',
    ])
  })
})

describe('exceptions to a series', () => {
  const master = series('RRULE:FREQ=DAILY;COUNT=5')
  const five = [...three, '2026-03-31T07:00/08:00', '2026-04-01T07:00/08:00']
  const exception = (id: string, ...lines: string[]) => event(`RECURRENCE-ID${id}`, ...lines)
  const at = (time: string, ...lines: string[]) => [
    `DTSTART;TZID=Europe/Berlin:${time}`,
    'DURATION:PT30M',
    ...lines,
  ]

  test.each([
    ['moved', ';TZID=Europe/Berlin:20260329T090000', at('20260329T140000'), '2026-03-29T12:00/12:30'],
    ['moved, named in UTC', ':20260329T070000Z', at('20260329T140000'), '2026-03-29T12:00/12:30'],
    [
      'moved, named in another zone',
      ';TZID=America/New_York:20260329T030000',
      at('20260329T140000'),
      '2026-03-29T12:00/12:30',
    ],
    ['moved, named by its date', ';VALUE=DATE:20260329', at('20260329T140000'), '2026-03-29T12:00/12:30'],
    ['canceled', ':20260329T070000Z', at('20260329T090000', 'STATUS:CANCELLED'), null],
    ['canceled, without a start', ':20260329T070000Z', ['STATUS:CANCELLED'], null],
    ['free', ':20260329T070000Z', at('20260329T090000', 'TRANSP:TRANSPARENT'), null],
    [
      'declined',
      ':20260329T070000Z',
      at('20260329T090000', 'ATTENDEE;PARTSTAT=DECLINED:MAILTO:Ann@example.com'),
      null,
    ],
  ])('one occurrence is %s', async (_kind, id, lines, expected) => {
    const others = five.filter((time) => time !== three[1])
    const times = await busy([...exception(id, ...lines), ...master])
    expect(times).toEqual([...others, ...(expected ? [expected] : [])].toSorted())
  })

  test('one of a free series is busy', async () => {
    const free = series('RRULE:FREQ=DAILY;COUNT=5', 'TRANSP:TRANSPARENT')
    expect(await busy([...free, ...exception(':20260329T070000Z', ...at('20260329T090000'))])).toEqual([
      '2026-03-29T07:00/07:30',
    ])
  })

  test('one without its series, or of no occurrence of it', async () => {
    const orphan = exception(':20260501T070000Z', ...at('20260501T090000'))
    expect(await busy(orphan)).toEqual(['2026-05-01T07:00/07:30'])
    expect(await busy([...master, ...orphan])).toEqual([...five, '2026-05-01T07:00/07:30'])
  })

  test('the newest version of one counts', async () => {
    const versions = [
      ['20260329T110000', 'SEQUENCE:2', 'DTSTAMP:20260101T000000Z'],
      ['20260329T120000', 'SEQUENCE:10', 'DTSTAMP:20260102T000000Z'],
      ['20260329T130000', 'SEQUENCE:10', 'DTSTAMP:20260101T000000Z'],
    ].flatMap(([time, ...lines]) => exception(':20260329T070000Z', ...at(time!, ...lines)))
    expect(await busy([...versions, ...master])).toContain('2026-03-29T10:00/10:30')
    expect(await busy([...versions, ...master])).toHaveLength(5)
  })

  test('this and future occurrences move', async () => {
    const change = exception(';RANGE=THISANDFUTURE:20260330T070000Z', ...at('20260331T140000'))
    const later = ['2026-03-31T12:00/12:30', '2026-04-01T12:00/12:30', '2026-04-02T12:00/12:30']
    expect(await busy([...master, ...change])).toEqual([...three.slice(0, 2), ...later])
    const single = exception(';TZID=Europe/Berlin:20260331T090000', ...at('20260331T200000'))
    expect(await busy([...master, ...change, ...single])).toEqual([
      ...three.slice(0, 2),
      later[0],
      '2026-03-31T18:00/18:30',
      later[2],
    ])
  })

  test('this and future occurrences move to another zone, and keep its wall time', async () => {
    const start = 'DTSTART;TZID=America/New_York:20260328T090000'
    const change = event(
      'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260328T090000',
      start,
      'DURATION:PT1H',
    )
    expect(await busy([...series('RRULE:FREQ=DAILY;COUNT=2'), ...change])).toEqual([
      '2026-03-28T13:00/14:00',
      '2026-03-29T13:00/14:00',
    ])
  })

  test('this and future occurrences are canceled', async () => {
    const change = exception(
      ';RANGE=THISANDFUTURE:20260330T070000Z',
      ...at('20260330T090000', 'STATUS:CANCELLED'),
    )
    expect(await busy([...master, ...change])).toEqual(three.slice(0, 2))
  })

  test.each([';VALUE=DATE:20260330', ':20260330T000000Z', ':20260330T060000Z'])(
    'all-day series have exceptions by date: %s',
    async (id) => {
      const days = event(
        'DTSTART;VALUE=DATE:20260327',
        'RRULE:FREQ=DAILY;UNTIL=20260330T000000Z',
        'EXDATE;VALUE=DATE:20260328',
        'EXDATE:20260329T000000Z',
      )
      expect(await busy([...days, ...exception(id, 'DTSTART;VALUE=DATE:20260405')])).toEqual([
        '2026-03-26T23:00/2026-03-27T23:00',
        '2026-04-04T22:00/2026-04-05T22:00',
      ])
    },
  )

  test('an event that doesn’t repeat is moved', async () => {
    const moved = exception(':20260328T080000Z', ...at('20260329T140000'))
    expect(await busy([...series(), ...moved])).toEqual(['2026-03-29T12:00/12:30'])
  })
})

test.each([
  'RRULE: FREQ=DAILY;COUNT=2',
  'RRULE:FREQ=DAILY;COUNT=2;WKST=;',
  'RRULE:FREQ=WEEKLY;BYDAY=MO, TU;COUNT=2',
])('a rule that is a bit wrong still repeats its event: %s', async (rule) => {
  expect(await busy(event('DTSTART:20260601T090000Z', 'DURATION:PT1H', rule))).toEqual([
    '2026-06-01T09:00/10:00',
    '2026-06-02T09:00/10:00',
  ])
})

test.each(['tomorrow', ''])(
  'an exception to who knows which occurrence (%s) leaves the others',
  async (id) => {
    const daily = event('DTSTART:20260601T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2')
    const exception = ['DTSTART:20260605T090000Z', 'DURATION:PT1H', 'SEQUENCE:5', `RECURRENCE-ID:${id}`]
    expect(await busy([...daily, ...event(...exception)])).toEqual([
      '2026-06-01T09:00/10:00',
      '2026-06-02T09:00/10:00',
      '2026-06-05T09:00/10:00',
    ])
  },
)

test.each([
  ['in a zone', ';TZID=America/New_York:', ''],
  ['in UTC', ':', 'Z'],
])('a series %s lends its clock to dates that name none', async (_kind, zone, end) => {
  const at = (time: string) => `DTSTART${zone}${time}${end}`
  const daily = [at('20260601T090000'), 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=4']
  const times = await busy([
    'X-WR-TIMEZONE:Europe/Berlin',
    ...event(...daily, 'EXDATE:20260602T090000', 'RDATE:20260608T090000'),
    ...event('RECURRENCE-ID:20260603T090000', at('20260603T150000'), 'DURATION:PT1H'),
  ])
  const written = ['20260601T090000', '20260603T150000', '20260604T090000', '20260608T090000']
  expect(times).toEqual(
    await busy(written.flatMap((time) => event(`UID:${time}`, at(time), 'DURATION:PT1H'))),
  )
})

test.each([
  ['moved by somebody elsewhere', ['DTSTART;TZID=Asia/Tokyo:20260604T060000', 'DURATION:PT1H']],
  ['moved in UTC', ['DTSTART:20260603T210000Z', 'DURATION:PT1H']],
  ['canceled, without a start', ['STATUS:CANCELLED']],
])('a date that names no zone is one of its series, even if it is %s', async (_how, exception) => {
  const at = 'DTSTART;TZID=America/New_York:20260602T090000'
  const times = await busy([
    'X-WR-TIMEZONE:Europe/Berlin',
    ...event(at, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'),
    ...event('RECURRENCE-ID:20260603T090000', ...exception),
  ])
  const moved = exception.length > 1 ? ['2026-06-03T21:00/22:00'] : []
  expect(times).toEqual(['2026-06-02T13:00/14:00', ...moved])
})
