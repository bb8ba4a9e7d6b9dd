import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../testing/fuzz/any-character.ts'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import { calendarText, event, feed, options } from './calendar-text.test-support.ts'
import { readEntries } from './read-entries.ts'
import type { CalendarFile } from './read-files.ts'
import { onBehalfOf } from '../reading-turns.ts'

const MAX_MS = 5_000
const MAX_BYTES = 150_000_000

/**
 * Reads files as well as possible. Fails if that takes too much of a processor or of memory, or of this thread. What
 * else the machine does takes none of a processor's time that is counted here.
 */
async function outcome(files: readonly CalendarFile[]): Promise<string> {
  const [used, usedHere] = [process.cpuUsage(), process.threadCpuUsage()]
  const memoryBefore = process.memoryUsage.rss()
  let mostMemory = 0
  const reading = new AbortController()
  const watch = async () => {
    while (!reading.signal.aborted) {
      // Measuring without a pause would take a processor from what is measured.
      await setTimeout(5)
      mostMemory = Math.max(mostMemory, process.memoryUsage.rss())
    }
  }
  const watching = watch()
  const result = await readEntries(files, options).then(
    ({ entries }) => `${entries.flatMap(({ busy }) => busy).length} busy times`,
    (error: unknown) => {
      if (!(error instanceof CalendarError)) throw error
      expect(error.reason).toBe('rejected')
      return error.trouble!
    },
  )
  reading.abort()
  await watching
  expect(milliseconds(process.cpuUsage(used))).toBeLessThan(MAX_MS)
  expect(mostMemory - memoryBefore).toBeLessThan(MAX_BYTES)
  // Reading it in this thread would take all of the time.
  expect(milliseconds(process.threadCpuUsage(usedHere))).toBeLessThan(MAX_MS / 2)
  return result
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

const one = (...lines: string[]) => feed(event('DTSTART:20260601T090000Z', 'DURATION:PT1H', ...lines))
const SIZE = 4_900_000
const fill = (piece: string) => piece.repeat(Math.floor(SIZE / piece.length))
const of = (text: string): CalendarFile[] => [{ id: null, text }]

test.each<[string, CalendarFile[], string]>([
  ['nothing', of(''), 'not_a_calendar'],
  ['a web page', of('<!DOCTYPE html>\n<html><body>BEGIN:VCALENDAR</body></html>'), 'not_a_calendar'],
  ['no calendar', of('BEGIN:VCARD\nEND:VCARD\n'), 'not_a_calendar'],
  ['more than 5 MB', of(calendarText(fill('X').repeat(2))), 'too_large'],
  ['one endless line', of(fill('x')), 'not_a_calendar'],
  [
    'an endless line that is folded',
    feed(`SUMMARY:${fill('x\r\n ')}`, event('DTSTART:20260601')),
    '1 busy times',
  ],
  ['an endless title', one(`SUMMARY:${fill('\\n')}`), '1 busy times'],
  ['an endless UID', one(`UID:${fill('x')}`), 'too_complex'],
  ['an endless parameter', one(`ATTENDEE;CN=${fill('x;')}:mailto:a@b.example`), 'too_complex'],
  ['endless values', one(`EXDATE:${fill('20260601T090000Z,')}`), 'too_complex'],
  [
    'spaces within values',
    one(...Array.from({ length: 49 }, () => `EXDATE:${' '.repeat(99_000)}x`)),
    '1 busy times',
  ],
  ['NULs', of(fill('\u0000')), 'not_a_calendar'],
  ['NULs in an event', one(`SUMMARY:${fill('\u0000')}`), '1 busy times'],
  ['deep nesting', feed(fill('BEGIN:X\r\n')), 'too_complex'],
  ['deep nesting of events', feed(fill('BEGIN:VEVENT\r\n')), 'too_complex'],
  ['deep nesting of alarms', feed('BEGIN:VEVENT', fill('BEGIN:VALARM\r\n')), 'too_complex'],
  ['ends without a begin', feed(fill('END:VEVENT\r\n')), '0 busy times'],
  ['more events than anyone has', feed(fill('BEGIN:VEVENT\r\nEND:VEVENT\r\n')), 'too_complex'],
  [
    'more zones than there are',
    feed(...Array.from({ length: 400 }, (_, index) => event(`DTSTART;TZID=a${index}:20260601T090000`))),
    'too_complex',
  ],
  ['more busy times than we keep', one('RRULE:FREQ=MINUTELY'), 'too_complex'],
  [
    'a billion occurrences',
    feed(event('DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY;COUNT=1000000000')),
    'too_complex',
  ],
  [
    'a billion seconds',
    feed(event('DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY')),
    'too_complex',
  ],
  ['an endless interval', one('RRULE:FREQ=DAILY;INTERVAL=999999999999'), '1 busy times'],
  ['a rule that never fits', one('RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30'), '1 busy times'],
  [
    'a rule that fits nothing for long',
    one('RRULE:FREQ=YEARLY;BYDAY=1MO;BYMONTHDAY=15;BYMONTH=4'),
    '1 busy times',
  ],
  [
    'a zone that changes every second',
    feed(
      [
        'BEGIN:VTIMEZONE',
        'TZID:x',
        'BEGIN:STANDARD',
        'DTSTART:19700101T000000',
        'TZOFFSETFROM:+0000',
        'TZOFFSETTO:+0100',
        'RRULE:FREQ=SECONDLY',
        'END:STANDARD',
        'END:VTIMEZONE',
      ],
      event('DTSTART;TZID=x:20260601T090000'),
    ),
    'too_complex',
  ],
  [
    'durations of a million years',
    feed(event('DTSTART:20250101T000000Z', 'DURATION:P999999999W', 'RRULE:FREQ=DAILY')),
    '730 busy times',
  ],
  [
    'the year 9999',
    one('RDATE:99991231T235959Z', 'RRULE:FREQ=YEARLY;UNTIL=99991231T235959Z'),
    '1 busy times',
  ],
  [
    'the year 0',
    feed(event('DTSTART:00000101T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;COUNT=3')),
    '0 busy times',
  ],
])('%s', async (_kind, files, expected) => {
  expect(await outcome(files)).toBe(expected)
})

test('a file that is cut off is refused as a whole, wherever it ends', async () => {
  const text = calendarText(
    event('UID:1', 'DTSTART:20260601T090000Z', 'DURATION:PT1H'),
    event('UID:2', 'DTSTART:20260602T090000Z', 'DURATION:PT1H'),
  )
  expect(await outcome(of(text))).toBe('2 busy times')
  for (let length = 0; length < text.trimEnd().length; length += 1) {
    await expect(readEntries(of(text.slice(0, length)), options)).rejects.toMatchObject({
      trouble: 'not_a_calendar',
    })
  }
})

test('the bad files of a host don’t hold up others', { timeout: 120_000 }, async () => {
  // Malformed lines take the most time for their length: a processor of today is busy with these for seconds.
  const bad = feed(event('DTSTART:20260601T090000Z', fill('RDATE\r\n')))
  let isReadingBad = true
  const reading = onBehalfOf('bad', () =>
    Promise.allSettled([readEntries(bad, options), readEntries(bad, options)]),
  ).finally(() => (isReadingBad = false))
  for (let index = 0; index < 20; index += 1)
    expect(await onBehalfOf('good', () => outcome(one()))).toBe('1 busy times')
  expect(isReadingBad).toBe(true)
  await reading
})

/** Pieces that mean something, put together at random. */
const piece = fc.oneof(
  fc.constantFrom(
    'BEGIN:VEVENT',
    'END:VEVENT',
    'BEGIN:VTIMEZONE',
    'END:VTIMEZONE',
    'BEGIN:STANDARD',
    'END:STANDARD',
    'UID:1',
    'TZID:X',
  ),
  fc.constantFrom(
    'BEGIN:VCALENDAR',
    'END:VCALENDAR',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:-9959',
    'RECURRENCE-ID:20260601T090000Z',
  ),
  fc.constantFrom(
    'DTSTART:20260601T090000Z',
    'DTSTART;TZID=X:20260601T090000',
    'DTSTART;VALUE=DATE:20260601',
    'DTEND:20270601',
    'DURATION:P1W',
  ),
  fc
    .tuple(
      fc.constantFrom('SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
      fc.constantFrom('', ';COUNT=5', ';UNTIL=20260701', ';INTERVAL=3', ';INTERVAL=-1', ';WKST=SU'),
      fc.constantFrom(
        '',
        ';BYDAY=MO,2TU',
        ';BYDAY=-1SU',
        ';BYMONTH=2',
        ';BYMONTHDAY=-1,31',
        ';BYYEARDAY=366',
        ';BYWEEKNO=53',
        ';BYSETPOS=-1',
        ';BYHOUR=25',
      ),
      fc.constantFrom(
        '',
        ';BYDAY=FR',
        ';BYMONTH=1,12',
        ';BYMONTHDAY=30',
        ';BYHOUR=1,2',
        ';BYMINUTE=0',
        ';BYSECOND=60',
        ';BYSETPOS=1,99',
      ),
    )
    .map((parts) => `RRULE:FREQ=${parts.join('')}`),
  fc.string({ unit: anyCharacter }),
  fc.string().map((text) => `RDATE:${text}`),
  fc.string().map((text) => `DTSTART;${text}`),
)

test('random files take bounded time and memory, and answer with entries or a reason', async () => {
  const lines = fc.array(piece, { maxLength: 25 })
  const wrapped = lines.map((each) => calendarText(['BEGIN:VEVENT', ...each, 'END:VEVENT']))
  const bytes = fc.uint8Array({ maxLength: 300 }).map((each) => new TextDecoder().decode(each))
  const inCalendar = bytes.map((text) => calendarText(['BEGIN:VEVENT', text, 'END:VEVENT']))
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: wrapped }, bytes, inCalendar), async (text) => {
      expect(await outcome(of(text))).toMatch(/^(\d+ busy times|too_complex|not_a_calendar)$/)
    }),
    { numRuns: 10, endOnFailure: true },
  )
}, 60_000)
