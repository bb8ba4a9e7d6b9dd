import { describe, expect, it } from 'vitest'
import { readCalendarFile } from './calendar-file.ts'
import { file, TODAY } from './calendar-file.test-support.ts'

const read = (text: string, timezone = 'America/New_York') =>
  readCalendarFile(text, { timezone, today: TODAY }).dates.map(
    ({ from, to, name }) => `${from === to ? from : `${from}/${to}`}${name && ` ${name}`}`,
  )

describe('dates of a calendar file', () => {
  it('takes the dates of all-day entries, whose end is exclusive', () => {
    const text = file(
      ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20270103', 'SUMMARY:Christmas break'],
      ['DTSTART;VALUE=DATE:20270501', 'SUMMARY:May Day'],
    )
    expect(read(text)).toEqual(['2026-12-24/2027-01-02 Christmas break', '2027-05-01 May Day'])
  })

  it('are those on which timed entries are in the schedule’s zone', () => {
    const text = file(
      ['DTSTART:20261201T030000Z', 'DTEND:20261201T050000Z', 'SUMMARY:Flight'],
      ['DTSTART;TZID=Asia/Tokyo:20261210T090000', 'DTEND;TZID=Asia/Tokyo:20261210T100000'],
      ['DTSTART;TZID=Asia/Tokyo:20261212T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'],
      ['DTSTART:20261215T230000', 'DTEND:20261216T010000', 'SUMMARY:Party'],
    )
    expect(read(text)).toEqual([
      '2026-11-30 Flight',
      '2026-12-09',
      '2026-12-11',
      '2026-12-12',
      '2026-12-15/2026-12-16 Party',
    ])
    expect(read(text, 'Asia/Tokyo')).toEqual([
      '2026-12-01 Flight',
      '2026-12-10',
      '2026-12-12',
      '2026-12-13',
      '2026-12-15/2026-12-16 Party',
    ])
  })

  it('include repetitions of two years, but no canceled or past ones', () => {
    const text = file(
      ['DTSTART;VALUE=DATE:20200601', 'RRULE:FREQ=YEARLY', 'SUMMARY:Anniversary'],
      ['DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20261208'],
      ['DTSTART;VALUE=DATE:20261220', 'STATUS:CANCELLED'],
      ['DTSTART;VALUE=DATE:20200101'],
    )
    expect(read(text)).toEqual([
      '2026-12-01',
      '2026-12-15',
      '2027-06-01 Anniversary',
      '2028-06-01 Anniversary',
    ])
  })

  it('begin with the first one, unless it is left out', () => {
    const lines = ['DTSTART;VALUE=DATE:20261201', 'RDATE;VALUE=DATE:20261210']
    expect(read(file(lines))).toEqual(['2026-12-01', '2026-12-10'])
    expect(read(file([...lines, 'EXDATE;VALUE=DATE:20261201']))).toEqual(['2026-12-10'])
    const timed = ['DTSTART:20261201T090000Z', 'DTEND:20261201T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=2']
    for (const excluded of [';VALUE=DATE:20261201', ':20261201T090000Z'])
      expect(read(file([...timed, `EXDATE${excluded}`]))).toEqual(['2026-12-08'])
  })

  it('are whole ones of an all-day entry whose further times are periods', () => {
    const periods = 'RDATE;VALUE=PERIOD:20261203T100000Z/PT2H,20261205T100000Z/20261207T100000Z'
    expect(read(file(['DTSTART;VALUE=DATE:20261201', periods]))).toEqual([
      '2026-12-01',
      '2026-12-03',
      '2026-12-05/2026-12-06',
    ])
  })

  it('follow repetitions that were moved', () => {
    const text = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'BEGIN:VEVENT',
      'UID:course',
      'DTSTART;VALUE=DATE:20261201',
      'RRULE:FREQ=WEEKLY;COUNT=2',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:course',
      'RECURRENCE-ID;VALUE=DATE:20261208',
      'DTSTART;VALUE=DATE:20261210',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n')
    expect(read(text)).toEqual(['2026-12-01', '2026-12-10'])
  })

  it('follow past repetitions that were moved, but none of another entry', () => {
    const eastern = [
      'BEGIN:VTIMEZONE',
      'TZID:Eastern',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0500',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
    ]
    const series = ['DTSTART;TZID=Eastern:20200101T090000', 'RRULE:FREQ=WEEKLY;COUNT=2']
    const moved = ['UID:0', 'RECURRENCE-ID:20200108T140000Z', 'DTSTART:20261125T140000Z']
    const text = file([...series, 'SUMMARY:Course'], series, moved)
      .replace('BEGIN:VEVENT', eastern.join('\r\n'))
      .replace('UID:2\r\n', '')
    expect(read(text)).toEqual(['2026-11-25'])
  })

  it('name entries without an end, of which more than that may be missing', () => {
    const text = file(['DTSTART;VALUE=DATE:20261201', 'SUMMARY:Fair'], ['DTSTART;VALUE=DATE:20261202'])
    const cut = readCalendarFile(text.replace('END:VEVENT\r\n', ''), { timezone: 'UTC', today: TODAY })
    expect(cut).toMatchObject({ dates: [{ from: '2026-12-02' }], unreadable: ['Fair'] })
  })

  it.each([
    ['RECURRENCE-ID:20261202T090000Z', ['2026-12-01', '2026-12-03']],
    ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T090000Z', ['2026-12-01']],
  ])('leave out canceled repetitions without a start: %s', (id, dates) => {
    const series = ['DTSTART:20261201T090000Z', 'RRULE:FREQ=DAILY;COUNT=3']
    const text = file(series, ['UID:0', id, 'STATUS:CANCELLED']).replace('UID:1\r\n', '')
    const found = readCalendarFile(text, { timezone: 'UTC', today: TODAY })
    expect(found.dates.map(({ from }) => from)).toEqual(dates)
    expect(found.unreadable).toEqual([])
  })

  it('include changed repetitions whose series the file lacks', () => {
    const change = (on: string, ...more: string[]) => [
      'RECURRENCE-ID:20261201T090000Z',
      `DTSTART:${on}`,
      ...more,
    ]
    const text = file(
      change('20261202T090000Z', 'DURATION:PT1H', 'SUMMARY:Course'),
      change('20261203T090000Z', 'STATUS:CANCELLED'),
      ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261201T090000Z', 'DTSTART:20261204T090000Z'],
    )
    expect(read(text)).toEqual(['2026-12-02 Course', '2026-12-04'])
  })

  it('include repetitions of later years that were moved ahead', () => {
    const series = ['UID:course', 'DTSTART;VALUE=DATE:20261130', 'RRULE:FREQ=YEARLY;COUNT=5']
    const change = (id: string, on: string, ...more: string[]) => [
      'UID:course',
      `RECURRENCE-ID;${id}`,
      `DTSTART;VALUE=DATE:${on}`,
      ...more,
    ]
    const text = file(
      series,
      change('VALUE=DATE:20291130', '20261210'),
      change('VALUE=DATE:20301130', '20261211', 'STATUS:CANCELLED'),
    ).replaceAll(/UID:\d\r\n/g, '')
    expect(read(text)).toEqual(['2026-11-30', '2026-12-10', '2027-11-30'])
    const moved = file(series, change('VALUE=DATE;RANGE=THISANDFUTURE:20281130', '20261201')).replaceAll(
      /UID:\d\r\n/g,
      '',
    )
    expect(read(moved)).toEqual(['2026-11-30', '2026-12-01', '2027-11-30', '2027-12-01'])
  })

  it('include birthdays from before 1970, also without a known year', () => {
    const text = file(
      ['DTSTART;VALUE=DATE:19650512', 'RRULE:FREQ=YEARLY', 'SUMMARY:Ada'],
      ['DTSTART;VALUE=DATE:16040301', 'RRULE:FREQ=YEARLY', 'SUMMARY:Bob'],
      ['DTSTART:19650101T000000Z', 'DTEND:20261124T000000Z', 'SUMMARY:Long'],
      ['DTSTART;TZID=Nowhere:19650101T000000', 'DTEND;TZID=Nowhere:20261125T000000'],
      ['DTSTART;VALUE=DATE:20261130', 'DURATION:P3000000D', 'SUMMARY:Endless'],
      ['DTSTART;VALUE=DATE:19650512', 'SUMMARY:Past'],
      ['DTSTART:19691231T230000Z', 'DTEND:19700101T000000Z', 'SUMMARY:Past'],
      ['DTSTART;VALUE=DATE:99991231', 'DURATION:P3D', 'SUMMARY:Far'],
    )
    expect(read(text)).toEqual([
      '1970-01-01/2026-11-23 Long',
      '1970-01-01/2026-11-24',
      '2026-11-30/2126-11-30 Endless',
      '2027-03-01 Bob',
      '2027-05-12 Ada',
      '2028-03-01 Bob',
      '2028-05-12 Ada',
    ])
  })

  it('include repetitions of each day since 1999', () => {
    const text = file(['DTSTART;VALUE=DATE:19990101', 'RRULE:FREQ=DAILY;UNTIL=20261123'])
    expect(read(text)).toEqual(['2026-11-22', '2026-11-23'])
  })

  it('close a date once for several repetitions, also for those that began days before', () => {
    const text = file(
      ['DTSTART:20240101T000000Z', 'RRULE:FREQ=HOURLY;UNTIL=20261123T080000Z', 'SUMMARY:Watch'],
      ['DTSTART:20261101T000000Z', 'DURATION:P3D', 'RRULE:FREQ=WEEKLY;BYDAY=FR;UNTIL=20261121T000000Z'],
    )
    expect(read(text, 'UTC')).toEqual(['2026-11-20/2026-11-22', '2026-11-22 Watch', '2026-11-23 Watch'])
  })

  it('are only the first of a rule that never occurs again', () => {
    expect(read(file(['DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;BYSETPOS=2']))).toEqual(['2026-12-01'])
  })

  it('include changed repetitions of a series that is canceled', () => {
    const series = ['DTSTART:20261201T090000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'STATUS:CANCELLED']
    const change = ['UID:0', 'RECURRENCE-ID:20261202T090000Z', 'DTSTART:20261210T090000Z']
    expect(read(file(series, change).replace('UID:1\r\n', ''))).toEqual(['2026-12-10'])
  })

  it('are read as programs write them', () => {
    const text = file(
      ['DTSTART;TZID=Tokyo Standard Time:20261202T090000', 'SUMMARY:Zone of Windows'],
      ['DTSTART:20261204T220000', 'DTEND:20261204T240000', 'SUMMARY:Until midnight'],
      ['DTSTART:20261206', 'SUMMARY:Date without its type'],
    )
    expect(read(text)).toEqual([
      '2026-12-01 Zone of Windows',
      '2026-12-04 Until midnight',
      '2026-12-06 Date without its type',
    ])
  })

  it('can be in several calendars, one after the other', () => {
    const first = file(['DTSTART;VALUE=DATE:20261224', 'SUMMARY:Christmas Eve'])
    const second = file(['DTSTART;VALUE=DATE:20270501', 'SUMMARY:May Day']).replace('UID:0', 'UID:1')
    expect(read(`${first}\r\n\r\n${second}\r\n`)).toEqual(['2026-12-24 Christmas Eve', '2027-05-01 May Day'])
    const broken = second.replace('SUMMARY', 'RRULE:FREQ=NONSENSE\r\nSUMMARY')
    expect(read(`${first}\r\n${broken}`)).toEqual(['2026-12-24 Christmas Eve'])
  })

  it('are listed once if a calendar comes twice', () => {
    const text = file(
      ['DTSTART;VALUE=DATE:20261224', 'SUMMARY:Christmas Eve'],
      ['DTSTART;VALUE=DATE:20261224', 'SUMMARY:Half day'],
    )
    expect(read(`${text}\r\n${text}`)).toEqual(['2026-12-24 Christmas Eve', '2026-12-24 Half day'])
  })

  it('can’t be read from anything else', () => {
    expect(() => read('Dec 24')).toThrow()
    expect(() => read('')).toThrow()
    expect(read(file())).toEqual([])
  })
})
