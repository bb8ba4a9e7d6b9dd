import { expect, test } from 'vitest'
import { acceptsBookings, type BookableEvent, findObstacles } from './booking-obstacles.ts'
import { noRules } from '../events/event-rules.ts'
import type { HoursValues } from '../hours/hours.ts'
import { defaultWeek, type WeeklyAvailability, weekdays } from '../hours/weekly-availability.ts'

const hours = (week: WeeklyAvailability, overrides: HoursValues['overrides'] = []): HoursValues => ({
  timezone: 'Europe/Stockholm',
  week,
  overrides,
  travels: [],
})

/** A Wednesday. */
const now = Date.parse('2027-01-06T12:00:00Z')
const event: BookableEvent = {
  isEnabled: true,
  isArchived: false,
  timezone: 'Europe/Stockholm',
  duration: 30,
  hours: hours(defaultWeek()),
  rules: noRules,
  eventStartUtc: null,
  eventEndUtc: null,
  bookingStartUtc: null,
  bookingEndUtc: null,
}
const week = (part: Partial<WeeklyAvailability>) => ({
  ...(Object.fromEntries(
    weekdays.map((day) => [day, { enabled: false, slots: [] }]),
  ) as unknown as WeeklyAvailability),
  ...part,
})
const monday = (...slots: { start: string; end: string }[]) => week({ monday: { enabled: true, slots } })
const between = (from: string, to: string) => ({ type: 'fixed' as const, from, to })

test.each<[string, Partial<BookableEvent>, string[]]>([
  ['an event with the default hours', {}, []],
  ['an archived event', { isArchived: true }, ['archived']],
  ['a paused event', { isEnabled: false }, ['paused']],
  ['an event that is over', { eventEndUtc: '2027-01-05T22:59:00.000Z' }, ['event-ended']],
  ['an event on its last day', { eventEndUtc: '2027-01-06T22:59:00.000Z' }, []],
  ['booking that is over', { bookingEndUtc: '2027-01-06T12:00:00.000Z' }, ['booking-ended']],
  ['booking that opens later', { bookingStartUtc: '2027-01-06T12:00:01.000Z' }, ['booking-not-open']],
  [
    'a window that is over',
    { rules: { ...noRules, bookingWindow: between('2026-12-01', '2027-01-05') } },
    ['window-ended'],
  ],
  [
    'a window on its last day',
    { rules: { ...noRules, bookingWindow: between('2026-12-01', '2027-01-06') } },
    [],
  ],
  ['a window of days ahead', { rules: { ...noRules, bookingWindow: { type: 'calendarDays', days: 0 } } }, []],
  ['no days', { hours: hours(week({})) }, ['no-hours']],
  ['a day without hours', { hours: hours(monday()) }, ['no-hours']],
  [
    'hours on a day that is off',
    { hours: hours(week({ monday: { enabled: false, slots: [{ start: '09:00', end: '17:00' }] } })) },
    ['no-hours'],
  ],
  ['a duration longer than every range', { duration: 481 }, ['too-long']],
  [
    'a duration that is too long beside one that fits',
    { duration: 481, rules: { ...noRules, durations: [30] } },
    [],
  ],
  ['a duration as long as the longest range', { duration: 480 }, []],
  [
    'a duration that only fits into joined ranges',
    {
      duration: 60,
      hours: hours(monday({ start: '09:00', end: '09:30' }, { start: '09:30', end: '10:00' })),
    },
    [],
  ],
  [
    'a range to the end of the day',
    { duration: 60, hours: hours(monday({ start: '23:00', end: '23:59' })) },
    [],
  ],
  [
    'a duration that only fits through midnight',
    {
      duration: 90,
      hours: hours(
        week({
          sunday: { enabled: true, slots: [{ start: '23:00', end: '23:59' }] },
          monday: { enabled: true, slots: [{ start: '00:00', end: '00:30' }] },
        }),
      ),
    },
    [],
  ],
  [
    'a duration that only fits through midnight between date overrides',
    {
      duration: 180,
      hours: hours(week({}), [
        { from: '2027-01-31', to: '2027-01-31', name: '', slots: [{ start: '22:00', end: '23:59' }] },
        { from: '2027-02-01', to: '2027-02-01', name: '', slots: [{ start: '00:00', end: '02:00' }] },
      ]),
    },
    [],
  ],
  [
    'a duration longer than the hours through midnight',
    {
      duration: 91,
      hours: hours(
        week({
          sunday: { enabled: true, slots: [{ start: '23:00', end: '23:59' }] },
          monday: { enabled: true, slots: [{ start: '00:00', end: '00:30' }] },
        }),
      ),
    },
    ['too-long'],
  ],
  [
    'a period without any of the hours',
    { eventStartUtc: '2027-02-05T23:00:00.000Z', eventEndUtc: '2027-02-07T22:59:00.000Z' },
    ['no-hours-in-period'],
  ],
  ['hours in a later period', { eventStartUtc: '2028-02-05T23:00:00.000Z' }, []],
  [
    'a period that is over before booking opens',
    { bookingStartUtc: '2027-02-01T00:00:00.000Z', eventEndUtc: '2027-01-20T00:00:00.000Z' },
    ['booking-not-open', 'no-hours-in-period'],
  ],
  [
    'a weekly hour that the next clock change skips',
    {
      duration: 60,
      eventStartUtc: '2027-03-27T23:00:00.000Z',
      hours: hours(week({ sunday: { enabled: true, slots: [{ start: '02:00', end: '03:00' }] } })),
    },
    [],
  ],
  [
    'no weekly hours, but hours on a date',
    {
      hours: hours(week({}), [
        { from: '2027-01-09', to: '2027-01-09', name: '', slots: [{ start: '10:00', end: '11:00' }] },
      ]),
    },
    [],
  ],
  [
    'a vacation of a month',
    { hours: hours(defaultWeek(), [{ from: '2027-01-06', to: '2027-02-06', name: '', slots: [] }]) },
    [],
  ],
  [
    'hours on a date in half a year',
    {
      hours: hours(week({}), [
        { from: '2027-07-09', to: '2027-07-09', name: '', slots: [{ start: '10:00', end: '11:00' }] },
      ]),
    },
    [],
  ],
  [
    'dates that are closed for good',
    { hours: hours(defaultWeek(), [{ from: '2027-01-06', to: '2099-12-31', name: '', slots: [] }]) },
    ['no-hours-in-period'],
  ],
  [
    'a vacation until the end of the period',
    {
      eventEndUtc: '2027-02-06T22:59:00.000Z',
      hours: hours(defaultWeek(), [{ from: '2027-01-06', to: '2027-02-06', name: '', slots: [] }]),
    },
    ['no-hours-in-period'],
  ],
  [
    'a second duration that fits into the hours',
    { duration: 481, rules: { ...noRules, durations: [30] } },
    [],
  ],
  [
    'several obstacles at once',
    { isEnabled: false, isArchived: true, hours: hours(week({})) },
    ['archived', 'paused', 'no-hours'],
  ],
])('finds what keeps people from booking: %s', (_, part, expected) => {
  expect(findObstacles({ ...event, ...part }, now)).toEqual(expected)
  expect(acceptsBookings({ ...event, ...part }, now)).toBe(expected.length === 0)
})
