import { expect, test } from 'vitest'
import { type EventRules, noRules } from './event-rules.ts'
import { rulesSummary } from './rules-text.ts'

test('rules are summarized in the order of the form', () => {
  expect(rulesSummary(noRules)).toEqual([])
  const rules: EventRules = {
    overrides: [{ from: '2027-12-24', to: '2027-12-31', slots: [], name: '' }],
    durations: [45, 60, 90],
    bufferBefore: 0,
    bufferAfter: 75,
    startTimes: { at: [0, 30] },
    minimumNotice: 2 * 1440,
    bookingWindow: { type: 'workingDays', days: 10 },
    limits: [
      { per: 'day', bookings: 3, minutes: null },
      { per: 'week', bookings: 1, minutes: 240 },
    ],
    bookingsPerPerson: 2,
    linksOnly: true,
  }
  expect(rulesSummary(rules, 'only')[0]).toBe('only 45, 60, 90 minutes')
  expect(rulesSummary(rules)).toEqual([
    'also 45, 60, 90 minutes',
    '2 days’ notice',
    'up to 10 working days ahead',
    'no buffer before',
    '75 minutes free after',
    'starts at :00, :30',
    'at most 3 bookings a day',
    'at most 1 booking and 4 hours a week',
    '2 upcoming bookings per person',
    '1 date override',
    'one-off links only',
  ])
})

test.each([
  [{ minimumNotice: 1440 }, '1 day’s notice'],
  [{ minimumNotice: 90 }, '90 minutes’ notice'],
  [{ startTimes: { every: 15 } }, 'starts every 15 minutes'],
  [{ bookingWindow: { type: 'calendarDays' as const, days: 0 } }, 'today only'],
  [{ bookingWindow: { type: 'calendarDays' as const, days: 1 } }, 'up to 1 day ahead'],
  [
    { bookingWindow: { type: 'fixed' as const, from: '2027-03-01', to: '2027-04-15' } },
    'Mar 1, 2027 to Apr 15, 2027',
  ],
])('%j reads well', (rules, text) => expect(rulesSummary({ ...noRules, ...rules })).toEqual([text]))
