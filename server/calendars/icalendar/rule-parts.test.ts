import { expect, test } from 'vitest'
import { busy, event } from './calendar-text.test-support.ts'

const day = (date: string) => Date.parse(`${date}T00:00Z`)

/** The occurrences of a series that begins at 9:00, in UTC: `1997-09-02`, with the time if it isn't 9:00. */
async function occurrences(first: string, rule: string, until: string): Promise<string[]> {
  const start = first.replaceAll('-', '')
  const range = { start: day(first), end: day(until) }
  const times = await busy(event(`DTSTART:${start}T090000Z`, 'DURATION:PT1M', `RRULE:${rule}`), { range })
  return times.map((time) => time.split('/')[0]!.replace('T09:00', ''))
}

// The first occurrence is on September 2, 1997, a Tuesday, or on the date at the end of the row.
test.each<[string, string, string[], string?]>([
  // Examples of RFC 5545 (3.8.5.3).
  ['FREQ=DAILY;INTERVAL=10;COUNT=3', '1997-12-01', ['1997-09-02', '1997-09-12', '1997-09-22']],
  ['FREQ=WEEKLY;INTERVAL=2;WKST=SU', '1997-10-01', ['1997-09-02', '1997-09-16', '1997-09-30']],
  [
    'FREQ=WEEKLY;COUNT=4;WKST=SU;BYDAY=TU,TH',
    '1998-01-01',
    ['1997-09-02', '1997-09-04', '1997-09-09', '1997-09-11'],
  ],
  [
    'FREQ=MONTHLY;COUNT=4;BYDAY=1FR',
    '1998-07-01',
    ['1997-09-05', '1997-10-03', '1997-11-07', '1997-12-05'],
    '1997-09-05',
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;COUNT=6;BYDAY=1SU,-1SU',
    '1998-07-01',
    ['1997-09-07', '1997-09-28', '1997-11-02', '1997-11-30', '1998-01-04', '1998-01-25'],
    '1997-09-07',
  ],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=-2MO', '1998-07-01', ['1997-09-22', '1997-10-20', '1997-11-17'], '1997-09-22'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', '1997-12-01', ['1997-09-28', '1997-10-29', '1997-11-28'], '1997-09-28'],
  [
    'FREQ=MONTHLY;COUNT=5;BYMONTHDAY=2,15',
    '1998-07-01',
    ['1997-09-02', '1997-09-15', '1997-10-02', '1997-10-15', '1997-11-02'],
  ],
  [
    'FREQ=MONTHLY;COUNT=5;BYMONTHDAY=1,-1',
    '1998-07-01',
    ['1997-09-30', '1997-10-01', '1997-10-31', '1997-11-01', '1997-11-30'],
    '1997-09-30',
  ],
  [
    'FREQ=YEARLY;COUNT=4;BYMONTH=6,7',
    '2001-01-01',
    ['1997-06-10', '1997-07-10', '1998-06-10', '1998-07-10'],
    '1997-06-10',
  ],
  [
    'FREQ=YEARLY;INTERVAL=3;COUNT=5;BYYEARDAY=1,100,200',
    '2007-01-01',
    ['1997-01-01', '1997-04-10', '1997-07-19', '2000-01-01', '2000-04-09'],
    '1997-01-01',
  ],
  ['FREQ=YEARLY;BYDAY=20MO', '2000-01-01', ['1997-05-19', '1998-05-18', '1999-05-17'], '1997-05-19'],
  [
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
    '2000-01-01',
    ['1997-05-12', '1998-05-11', '1999-05-17'],
    '1997-05-12',
  ],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '1997-04-30', ['1997-03-13', '1997-03-20', '1997-03-27'], '1997-03-13'],
  [
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    '1999-01-01',
    ['1998-02-13', '1998-03-13', '1998-11-13'],
    '1998-02-13',
  ],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '2005-01-01',
    ['1996-11-05', '2000-11-07', '2004-11-02'],
    '1996-11-05',
  ],
  [
    'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
    '1998-07-01',
    ['1997-09-04', '1997-10-07', '1997-11-06'],
    '1997-09-04',
  ],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    '1998-01-01',
    ['1997-09-29', '1997-10-30', '1997-11-27', '1997-12-30'],
    '1997-09-29',
  ],
  [
    'FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z',
    '1997-10-01',
    ['1997-09-02', '1997-09-02T12:00', '1997-09-02T15:00'],
  ],
  [
    'FREQ=MINUTELY;INTERVAL=90;COUNT=4',
    '1997-10-01',
    ['1997-09-02', '1997-09-02T10:30', '1997-09-02T12:00', '1997-09-02T13:30'],
  ],
  [
    'FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,40',
    '1997-09-03',
    ['1997-09-02', '1997-09-02T09:40', '1997-09-02T10:00', '1997-09-02T10:40'],
  ],
  [
    'FREQ=MINUTELY;INTERVAL=40;BYHOUR=9,10',
    '1997-09-04',
    [
      '1997-09-02',
      '1997-09-02T09:40',
      '1997-09-02T10:20',
      '1997-09-03',
      '1997-09-03T09:40',
      '1997-09-03T10:20',
    ],
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
    '1998-01-01',
    ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24'],
    '1997-08-05',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
    '1998-01-01',
    ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'],
    '1997-08-05',
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    '2008-01-01',
    ['2007-01-15', '2007-01-30', '2007-02-15', '2007-03-15', '2007-03-30'],
    '2007-01-15',
  ],

  // What calendars get wrong: days that a month or a year doesn't have, days named from the end, parts that only limit.
  ['FREQ=YEARLY', '2033-01-01', ['2024-02-29', '2028-02-29', '2032-02-29'], '2024-02-29'],
  ['FREQ=YEARLY;COUNT=2', '2033-01-01', ['2024-02-29', '2028-02-29'], '2024-02-29'],
  ['FREQ=YEARLY;BYMONTHDAY=15', '2026-04-01', ['2026-01-15', '2026-02-15', '2026-03-15'], '2026-01-15'],
  ['FREQ=YEARLY;BYMONTH=2,6;BYMONTHDAY=-1', '2026-12-01', ['2026-02-28', '2026-06-30'], '2026-02-28'],
  ['FREQ=YEARLY;BYMONTH=9,12;BYMONTHDAY=31', '2027-06-01', ['2025-12-31', '2026-12-31'], '2025-12-31'],
  ['FREQ=YEARLY;BYWEEKNO=53', '2033-01-01', ['2026-12-30', '2032-12-29'], '2026-12-30'],
  ['FREQ=YEARLY;BYYEARDAY=-1,366', '2026-01-01', ['2024-12-31', '2025-12-31'], '2024-12-31'],
  ['FREQ=MONTHLY', '2026-08-01', ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31'], '2026-01-31'],
  [
    'FREQ=MONTHLY;BYDAY=MO,-1FR',
    '2026-06-30',
    ['2026-06-01', '2026-06-08', '2026-06-15', '2026-06-22', '2026-06-26', '2026-06-29'],
    '2026-06-01',
  ],
  [
    'FREQ=DAILY;BYMONTHDAY=-1',
    '2026-05-01',
    ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
    '2026-01-31',
  ],
  [
    'FREQ=DAILY;BYMONTHDAY=15,-1',
    '2026-03-01',
    ['2026-01-15', '2026-01-31', '2026-02-15', '2026-02-28'],
    '2026-01-15',
  ],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', '2027-01-01', ['2026-01-15'], '2026-01-15'],
  [
    'FREQ=HOURLY;BYMONTHDAY=-1;BYHOUR=9',
    '2026-04-01',
    ['2026-01-31', '2026-02-28', '2026-03-31'],
    '2026-01-31',
  ],
  ['FREQ=DAILY;BYHOUR=99X,9X', '2026-02-03', ['2026-02-01', '2026-02-02'], '2026-02-01'],
  ['FREQ=DAILY;BYSECOND=60', '2026-02-03', ['2026-02-01', '2026-02-02'], '2026-02-01'],
])('%s', async (rule, until, expected, first = '1997-09-02') => {
  expect(await occurrences(first, rule, until)).toEqual(expected)
})
