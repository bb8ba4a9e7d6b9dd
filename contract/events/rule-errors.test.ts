import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EventRules, type LimitPeriod, noRules, ruleLimits, ruleMessages } from './event-rules.ts'
import { newEventRules } from './event-rules.schema.ts'
import { limitError, ruleErrors } from './rule-errors.ts'

const number = fc.oneof(
  fc.constantFrom(
    0,
    1,
    4,
    5,
    14,
    15,
    59,
    60,
    100,
    101,
    730,
    731,
    1000,
    1001,
    1440,
    1441,
    10_080,
    10_081,
    44_640,
    44_641,
    524_160,
    524_161,
  ),
  fc.constantFrom(-1, 1.5, Number.NaN),
)
const date = fc.constantFrom('2027-01-01', '2027-01-02', '2027-01-03', '2027-02-30', '')
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const dates = { from: date, to: date }
const rules: fc.Arbitrary<EventRules> = fc.record({
  overrides: fc.array(
    fc.record({
      ...dates,
      slots: fc.constantFrom([], [{ start: '09:00', end: '10:00' }], [{ start: '10:00', end: '09:00' }]),
      name: fc.constant(''),
    }),
    { maxLength: 2 },
  ),
  bufferBefore: maybe(number),
  bufferAfter: maybe(number),
  startTimes: maybe(
    fc.oneof(fc.record({ every: number }), fc.record({ at: fc.array(number, { maxLength: 3 }) })),
  ),
  minimumNotice: number,
  bookingWindow: maybe(
    fc.oneof(
      fc.record({ type: fc.constantFrom('calendarDays', 'workingDays'), days: number }),
      fc.record({ type: fc.constant('fixed'), ...dates }),
    ),
  ),
  limits: fc
    .array(fc.record({ bookings: maybe(number), minutes: maybe(number) }), { maxLength: 2 })
    .map((limits) => limits.map((limit, at) => ({ per: (['day', 'week'] as const)[at]!, ...limit }))),
  durations: fc.array(number, { maxLength: 3 }),
  bookingsPerPerson: maybe(number),
  linksOnly: fc.boolean(),
})

test('the form and the server find errors in the same rules, with the same messages', () => {
  const found = new Set<string>()
  fc.assert(
    fc.property(rules, (values) => {
      const issues = newEventRules.safeParse(values).error?.issues ?? []
      const errors = ruleErrors(values)
      expect(new Set(Object.keys(errors))).toEqual(new Set(issues.map(({ path }) => path[0])))
      for (const [rule, message] of Object.entries(errors)) {
        found.add(rule)
        expect(issues.filter(({ path }) => path[0] === rule).map((issue) => issue.message)).toContain(message)
      }
    }),
    { numRuns: 1000 },
  )
  expect(found.size).toBe(Object.keys(noRules).length - 1)
})

test('no rules are no errors', () => expect(ruleErrors(noRules)).toEqual({}))

test('more durations than possible are an error', () => {
  const durations = Array.from({ length: ruleLimits.durations + 1 }, (_, at) => 10 + at)
  expect(ruleErrors({ ...noRules, durations })).toEqual({ durations: ruleMessages.tooManyDurations })
  expect(ruleErrors({ ...noRules, durations: durations.slice(1) })).toEqual({})
})

test('more start times an hour than possible are an error', () => {
  const at = Array.from({ length: ruleLimits.at + 1 }, (_, minute) => minute)
  expect(ruleErrors({ ...noRules, startTimes: { at } })).toEqual({ startTimes: ruleMessages.at })
  expect(ruleErrors({ ...noRules, startTimes: { at: at.slice(1) } })).toEqual({})
})

test('an empty number is an error where one is needed', () => {
  const bookingWindow = { type: 'calendarDays', days: Number.NaN } as const
  expect(ruleErrors({ ...noRules, bookingWindow })).toEqual({ bookingWindow: ruleMessages.windowDays })
})

test.each<[LimitPeriod, number, string | null]>([
  ['day', 6, 'Use from 15 minutes to 24 hours a day'],
  ['day', 15, null],
  ['day', 24 * 60 + 1, 'Use from 15 minutes to 24 hours a day'],
  ['week', 200 * 60, 'Use from 15 minutes to 168 hours a week'],
  ['week', 168 * 60, null],
  ['month', 744 * 60, null],
])('a limit per %s of %d minutes: %s', (per, minutes, error) =>
  expect(limitError({ per, bookings: null, minutes })).toBe(error),
)

test('no minute of the hour asks for one', () =>
  expect(ruleErrors({ ...noRules, startTimes: { at: [] } })).toEqual({ startTimes: ruleMessages.noMinute }))
