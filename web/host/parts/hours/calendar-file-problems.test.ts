import { describe, expect, it } from 'vitest'
import { fileProblem, readCalendarFile } from './calendar-file.ts'
import { file, TODAY } from './calendar-file.test-support.ts'

describe('dates of a calendar file', () => {
  it('leave out entries that can’t be read, which are named', () => {
    const text = file(
      ['SUMMARY: No start '],
      ['DTSTART;VALUE=DATE:20261224', 'SUMMARY:Christmas Eve'],
      ['DTSTART:20000101T000000Z', 'RRULE:FREQ=MINUTELY', 'SUMMARY:Each minute'],
    )
    const { dates, unreadable } = readCalendarFile(text, { timezone: 'UTC', today: TODAY })
    expect(dates.map(({ name }) => name)).toEqual(['Christmas Eve'])
    expect(unreadable).toEqual(['No start', 'Each minute'])
  })

  it('leave out entries that repeat too often together, rather than take minutes', () => {
    const watch = (name: string) => ['DTSTART:20261201T000000Z', 'RRULE:FREQ=HOURLY', `SUMMARY:${name}`]
    const names = Array.from({ length: 20 }, (_, index) => `Watch ${index}`)
    const { dates, unreadable } = readCalendarFile(file(...names.map(watch)), {
      timezone: 'UTC',
      today: TODAY,
    })
    const listed = new Set(dates.map(({ name }) => name))
    expect(names.map((name) => listed.has(name) !== unreadable.includes(name))).not.toContain(false)
    expect([listed.has('Watch 0'), listed.has('Watch 19')]).toEqual([true, false])
  })

  it.each(['FREQ=NONSENSE', 'FREQ=WEEKLY;BYDAY=XX', 'FREQ=DAILY;COUNT=x'])(
    'leave out an entry with RRULE:%s, which the library can’t parse',
    (rule) => {
      const text = file(
        [
          'SUMMARY:A long name\\, continued',
          ' on the next line',
          'DTSTART:20261201T000000Z',
          `RRULE:${rule}`,
        ],
        ['DTSTART;VALUE=DATE:20261224', 'SUMMARY:Christmas Eve'],
        ['SUMMARY;X:Unclear', 'DTSTART:20261201T000000Z', `RRULE:${rule}`],
      )
      const { dates, unreadable } = readCalendarFile(text, { timezone: 'UTC', today: TODAY })
      expect(dates.map(({ name }) => name)).toEqual(['Christmas Eve'])
      expect(unreadable).toEqual(['A long name, continuedon the next line', ''])
    },
  )

  it.each([
    ['DTSTART;VALUE=DATE:20270231'],
    ['DTSTART:20270301T250000Z'],
    ['DTEND;VALUE=DATE:20270231', 'DTSTART;VALUE=DATE:20270227'],
    ['RDATE;VALUE=DATE:20270301,20270231', 'DTSTART;VALUE=DATE:20270227'],
    ['EXDATE;VALUE=DATE:20270231', 'DTSTART;VALUE=DATE:20270227', 'RRULE:FREQ=DAILY;COUNT=9'],
    ['RECURRENCE-ID;VALUE=DATE:20270231', 'DTSTART;VALUE=DATE:20270227'],
    ['DURATION:2 weeks', 'DTSTART;VALUE=DATE:20270227'],
  ])('leave out an entry at a time or with a length that doesn’t exist: %s', (...lines) => {
    const text = file([...lines, 'SUMMARY:Impossible'], ['DTSTART:20270301T235960Z', 'SUMMARY:Leap second'])
    const { dates, unreadable } = readCalendarFile(text, { timezone: 'UTC', today: TODAY })
    expect(dates.map(({ name }) => name)).toEqual(['Leap second'])
    expect(unreadable).toEqual(['Impossible'])
  })

  it('keep a repetition where it was if the time it was moved to doesn’t exist', () => {
    const change = [
      'UID:0',
      'RECURRENCE-ID;VALUE=DATE:20261202',
      'DTSTART;VALUE=DATE:20261131',
      'SUMMARY:Moved',
    ]
    const text = file(['DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;COUNT=2'], change)
    const { dates, unreadable } = readCalendarFile(text.replace('UID:1\r\n', ''), {
      timezone: 'UTC',
      today: TODAY,
    })
    expect(dates.map(({ from }) => from)).toEqual(['2026-12-01', '2026-12-02'])
    expect(unreadable).toEqual(['Moved'])
  })
})

describe('a calendar file can’t be added', () => {
  const problemOf = (...events: string[][]) =>
    fileProblem(readCalendarFile(file(...events), { timezone: 'UTC', today: TODAY }))
  const daily = (count: number) => ['DTSTART;VALUE=DATE:20261201', `RRULE:FREQ=DAILY;COUNT=${count}`]

  it('without upcoming entries', () => {
    expect(problemOf(['DTSTART;VALUE=DATE:20200101'])).toBe('It has no upcoming entries.')
    expect(problemOf(['SUMMARY:No start'])).toBeNull()
  })

  it('with more of them than a schedule can have', () => {
    expect(problemOf(daily(100))).toBeNull()
    expect(problemOf(daily(101))).toBe(
      'It has 101 upcoming entries. At most 100 date overrides are possible.',
    )
  })
})
