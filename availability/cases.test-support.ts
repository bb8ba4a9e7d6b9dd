import * as fc from 'fast-check'
import { DAY, MINUTE } from './units.ts'
import { zoneTable } from '../contract/time/time-zones.ts'
import type { SlotRules } from './slot-rules.ts'
import { rangeOfDays } from './slots.ts'
import type { DayAvailability, WeeklyAvailability } from './week.ts'

// Random slot queries in which every rule matters now and then, most of them near a clock change.

const ALL_DAY = { start: '00:00', end: '23:59' }

const ZONES = `
  UTC America/New_York America/St_Johns America/Havana America/Asuncion America/Santiago America/Sao_Paulo
  America/Nuuk America/Scoresbysund Pacific/Easter Pacific/Apia Pacific/Chatham Pacific/Kiritimati Pacific/Pago_Pago
  Pacific/Auckland Australia/Lord_Howe Australia/Adelaide Australia/Eucla Asia/Kathmandu Asia/Kolkata Asia/Beirut
  Asia/Gaza Asia/Tehran Asia/Amman Africa/Cairo Africa/Casablanca Europe/Dublin Europe/Berlin Antarctica/Troll
`
  .trim()
  .split(/\s+/)

export interface Case {
  readonly range: { readonly start: number; readonly end: number }
  readonly rules: SlotRules
}

const changes = new Map(
  ZONES.map((timeZone) => {
    const dates: Temporal.PlainDate[] = []
    let next = Temporal.PlainDate.from('2008-01-01').toZonedDateTime(timeZone).getTimeZoneTransition('next')
    while (next && next.year <= 2040) {
      dates.push(next.toPlainDate())
      next = next.getTimeZoneTransition('next')
    }
    return [timeZone, dates]
  }),
)

/** The first requested day, usually within days of a clock change in that zone. */
function firstDayNear(timeZone: string): fc.Arbitrary<Temporal.PlainDate> {
  const anyDay = fc
    .integer({ min: 0, max: 8_000 })
    .map((days) => Temporal.PlainDate.from('2018-01-01').add({ days }))
  const dates = changes.get(timeZone) ?? []
  if (dates.length === 0) return anyDay
  const nearChange = fc
    .tuple(fc.constantFrom(...dates), fc.integer({ min: -6, max: 2 }))
    .map(([date, days]) => date.add({ days }))
  return fc.oneof({ arbitrary: nearChange, weight: 5 }, { arbitrary: anyDay, weight: 1 })
}

const minute = fc.oneof(
  fc.integer({ min: 0, max: 1439 }),
  fc.integer({ min: 0, max: 20 }).map((quarter) => quarter * 15),
  fc.integer({ min: 88, max: 95 }).map((quarter) => quarter * 15),
  fc.constantFrom(0, 1439),
)

const timeOf = (minutes: number): string =>
  Temporal.PlainTime.from('00:00').add({ minutes }).toString({ smallestUnit: 'minute' })

/** Up to five ranges between ascending times. Many of them touch, in either order; a few end before they start. */
const weeklyDay = fc
  .tuple(fc.uniqueArray(minute, { minLength: 2, maxLength: 6 }), fc.nat(31), fc.nat(9))
  .map(([minutes, left, chance]) => {
    const times = minutes.toSorted((a, b) => a - b).map(timeOf)
    // Each bit of `left` drops the range between two neighboring times.
    const slots = times.slice(1).flatMap((end, n) => ((left >> n) & 1 ? [] : [{ start: times[n]!, end }]))
    if (chance === 0) slots.push({ start: times[1]!, end: times[0]! })
    return { enabled: chance !== 1, slots: chance % 2 === 0 ? slots : slots.toReversed() }
  })

/** Open around midnight at one end at least, many of them all day long or in several ranges that touch. */
const nightDay = fc
  .tuple(
    fc.constantFrom('allDay', 'joined', 'both', 'both', 'morning', 'evening', 'nearly'),
    fc.oneof(
      fc.integer({ min: 1, max: 48 }).map((quarter) => quarter * 15),
      fc.integer({ min: 1, max: 700 }),
    ),
    fc.oneof(
      fc.integer({ min: 50, max: 95 }).map((quarter) => quarter * 15),
      fc.integer({ min: 720, max: 1439 }),
    ),
    fc.nat(19),
  )
  .map(([kind, early, late, chance]) => {
    const morning = { start: '00:00', end: timeOf(early) }
    const evening = { start: timeOf(late), end: '23:59' }
    const byKind = {
      allDay: [ALL_DAY],
      joined: [{ start: timeOf(early), end: '23:59' }, morning],
      both: [morning, evening],
      morning: [morning],
      evening: [evening],
      // Near midnight isn't open through midnight.
      nearly: [
        { start: '00:01', end: timeOf(early + 1) },
        { start: timeOf(late - 2), end: '23:58' },
      ],
    }
    return { enabled: chance !== 0, slots: byKind[kind] }
  })

const weekOf = (day: fc.Arbitrary<DayAvailability>) =>
  fc
    .tuple(day, day, day, day, day, day, day)
    .map(([monday, tuesday, wednesday, thursday, friday, saturday, sunday]): WeeklyAvailability => {
      return { monday, tuesday, wednesday, thursday, friday, saturday, sunday }
    })

const allDay: fc.Arbitrary<DayAvailability> = fc.constant({ enabled: true, slots: [ALL_DAY] })

const week = fc.oneof(
  { arbitrary: weekOf(weeklyDay), weight: 4 },
  { arbitrary: weekOf(nightDay), weight: 3 },
  { arbitrary: weekOf(fc.oneof(weeklyDay, nightDay)), weight: 1 },
  { arbitrary: weekOf(allDay), weight: 1 },
)

const length = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 300 }).map((seconds) => seconds * 1_000),
  fc.integer({ min: 1, max: 24 }).map((fives) => fives * 5 * MINUTE),
  fc.constantFrom(1, DAY, -MINUTE),
)

const ownBuffer = fc.constantFrom(0, 0, 0, 5, 5, 7, 10, 15, 20, 30, 45, 60, 90, 120, 600, 1440)

function busyNear(base: number, days: number): fc.Arbitrary<SlotRules['busy']> {
  const sinceBase = fc.oneof(
    fc.integer({ min: -288, max: (days + 1) * 288 }).map((fives) => fives * 5 * MINUTE),
    fc.integer({ min: -86_400, max: (days + 1) * 86_400 }).map((seconds) => seconds * 1_000),
  )
  // Calendar entries have no buffers, and those of a booking needn't be equal.
  const buffers = fc.oneof(
    { arbitrary: fc.constant({}), weight: 2 },
    { arbitrary: fc.record({ bufferBeforeMinutes: ownBuffer, bufferAfterMinutes: ownBuffer }), weight: 3 },
    { arbitrary: fc.record({ bufferBeforeMinutes: ownBuffer }), weight: 1 },
    { arbitrary: fc.record({ bufferAfterMinutes: ownBuffer }), weight: 1 },
  )
  const entry = fc
    .tuple(sinceBase, length, buffers)
    .map(([start, lasts, kept]) => ({ start: base + start, end: base + start + lasts, ...kept }))
  return fc.oneof(fc.array(entry, { maxLength: 4 }), fc.array(entry, { maxLength: 12 }))
}

/** Dates near the requested ones. Different stretches can share dates. */
const datesNear = (first: Temporal.PlainDate, days: number) =>
  fc.tuple(fc.integer({ min: -3, max: days + 2 }), fc.integer({ min: 0, max: 4 })).map(([from, more]) => ({
    from: first.add({ days: from }).toString(),
    to: first.add({ days: from + more }).toString(),
  }))

const replacedNear = (first: Temporal.PlainDate, days: number) =>
  fc
    .tuple(datesNear(first, days), fc.nat(2), fc.oneof(weeklyDay, nightDay))
    .map(([dates, chance, { slots }]) => ({ ...dates, slots: chance === 0 ? [] : slots }))

/** Half of the trips go to zones whose midnight is near the one at home or the same. */
function travelNear(timeZone: string, first: Temporal.PlainDate, days: number) {
  const offsetIn = (zone: string) => first.toZonedDateTime(zone).offsetNanoseconds / 60e9
  const near = ZONES.filter((zone) => Math.abs(offsetIn(zone) - offsetIn(timeZone)) <= 120)
  return fc
    .tuple(datesNear(first, days), fc.oneof(fc.constantFrom(...ZONES), fc.constantFrom(...near)))
    .map(([dates, zone]) => ({ ...dates, zone: zoneTable(zone) }))
}

const windowNear = (first: Temporal.PlainDate, days: number) =>
  fc.oneof(
    fc.record({
      type: fc.constantFrom('calendarDays' as const, 'workingDays' as const),
      days: fc.integer({ min: 0, max: 45 }),
    }),
    datesNear(first, days).map((dates) => ({ type: 'fixed' as const, ...dates })),
  )

const limitNear = (base: number, days: number) =>
  fc
    .record({
      per: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
      bookings: fc.constantFrom(null, 1, 2, 3, 5),
      minutes: fc.constantFrom(null, 10, 60, 90, 240, 600),
      booked: fc.array(
        fc
          .tuple(fc.integer({ min: -40 * 96, max: (days + 40) * 96 }), fc.integer({ min: 1, max: 8 }))
          .map(([start, quarters]) => ({
            start: base + start * 15 * MINUTE,
            end: base + (start + quarters) * 15 * MINUTE,
          })),
        { maxLength: 10 },
      ),
    })
    .filter(({ bookings, minutes }) => bookings !== null || minutes !== null)

const startTimes = fc.oneof(
  { arbitrary: fc.constant(null), weight: 4 },
  {
    arbitrary: fc.record({ every: fc.constantFrom(5, 7, 10, 15, 30, 45, 60, 90, 240, 1440) }),
    weight: 2,
  },
  {
    arbitrary: fc.record({ at: fc.uniqueArray(fc.nat(59), { minLength: 1, maxLength: 4 }) }),
    weight: 1,
  },
)

/** A bound that is usually open. */
const seldom = (bound: fc.Arbitrary<number>): fc.Arbitrary<number | null> =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, { arbitrary: bound, weight: 1 })

/** Long ranges, so that some slots are left. */
const wideDay = fc
  .tuple(fc.integer({ min: 0, max: 48 }), fc.integer({ min: 49, max: 95 }), fc.nat(7))
  .map(([start, end, chance]) => ({
    enabled: chance !== 0,
    slots: [{ start: timeOf(start * 15), end: chance < 4 ? '23:59' : timeOf(end * 15) }],
  }))

const wideWeek = weekOf(fc.oneof(wideDay, allDay))

const narrowingNear = (first: Temporal.PlainDate, days: number) =>
  fc.record({
    week: fc.oneof(fc.constant(null), wideWeek, week),
    dates: few(replacedNear(first, days), 3),
    at: fc.oneof(
      { arbitrary: fc.constant(null), weight: 2 },
      {
        arbitrary: fc.uniqueArray(fc.constantFrom(0, 0, 15, 30, 45, 7), { minLength: 1, maxLength: 4 }),
        weight: 1,
      },
    ),
  })

/** Usually none, so that most cases have slots left. */
const few = <Value>(value: fc.Arbitrary<Value>, maxLength: number) =>
  fc.oneof(
    { arbitrary: fc.constant([] as Value[]), weight: 2 },
    { arbitrary: fc.array(value, { maxLength }), weight: 1 },
  )

const shape = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  viewer: fc.constantFrom(...ZONES),
  days: fc.oneof(
    { arbitrary: fc.integer({ min: 1, max: 8 }), weight: 20 },
    { arbitrary: fc.constant(62), weight: 1 },
  ),
})

export const anyCase: fc.Arbitrary<Case> = shape
  .chain((given) => fc.tuple(fc.constant(given), firstDayNear(given.timeZone)))
  .chain(([{ timeZone, viewer, days }, first]) => {
    const base = first.toZonedDateTime('UTC').epochMilliseconds
    const edge = fc
      .integer({ min: -96, max: days * 96 + 96 })
      .map((quarters) => base + quarters * 15 * MINUTE)
    const now = fc.oneof(
      { arbitrary: fc.constant(base - 30 * DAY), weight: 2 },
      { arbitrary: edge, weight: 1 },
    )
    return fc
      .record({
        week,
        now,
        durationMinutes: fc.oneof(
          { arbitrary: fc.constantFrom(5, 10, 15, 20, 25, 30, 45, 50, 60, 90, 120), weight: 3 },
          { arbitrary: fc.constantFrom(120, 240, 480, 720, 1440), weight: 1 },
        ),
        bufferBeforeMinutes: fc.constantFrom(0, 0, 5, 10, 15, 20, 25, 30, 600),
        bufferAfterMinutes: fc.constantFrom(0, 0, 5, 10, 15, 20, 25, 30, 600),
        busy: busyNear(base, days),
        dates: few(replacedNear(first, days), 4),
        travels: few(travelNear(timeZone, first, days), 2),
        startTimes,
        narrowing: fc.oneof(
          { arbitrary: fc.constant(null), weight: 2 },
          { arbitrary: narrowingNear(first, days), weight: 1 },
        ),
        noticeMinutes: fc.constantFrom(0, 0, 0, 1, 90, 1440, 30 * 1440 + 300, 32 * 1440),
        windows: few(windowNear(first, days), 2),
        limits: few(limitNear(base, days), 3),
        firstWeekday: fc.constantFrom(0, 0, 5, 6),
        eventPeriod: fc.record({ start: seldom(edge), end: seldom(edge) }),
        opens: fc.constantFrom(null, null, -DAY, -1, 0, 0, 0, 0, 0, 1),
        closes: fc.constantFrom(null, null, DAY, 1, 1, 1, 1, 1, 1, 0),
      })
      .map(({ opens, closes, ...rules }) => ({
        range: rangeOfDays(base / DAY, base / DAY + days - 1, zoneTable(viewer)),
        rules: {
          ...rules,
          zone: zoneTable(timeZone),
          bookingPeriod: {
            start: opens === null ? null : rules.now + opens,
            end: closes === null ? null : rules.now + closes,
          },
        },
      }))
  })
