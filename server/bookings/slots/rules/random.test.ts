import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../../../../availability/units.ts'
import type { Event, EventInput } from '../../../../contract/events/event.schema.ts'
import { weekdays } from '../../../../contract/hours/weekly-availability.ts'
import { setUpRules } from '../../../../testing/bookings/ruled-events.ts'
import { ok } from '../../../../testing/server/test-app.ts'

const RUNS = Number(process.env['RULE_RUNS'] ?? 12)
const STEPS = 12
const FIRST = Date.parse('2027-03-08T00:00:00Z')

/** With a day to spare on each side, because zones differ. */
const SHOWN = ['2027-03-07', '2027-03-24'] as const
const iso = (at: number) => new Date(at).toISOString()
const date = (day: number) => iso(FIRST + day * DAY).slice(0, 10)

const { app, host, create, update, slots, book, move, cancel } = setUpRules({
  now: Date.parse('2027-03-08T05:17:23Z'),
})

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 2 })
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
/** One or two ranges of a day. */
const hours = fc
  .uniqueArray(fc.integer({ min: 0, max: 95 }), { minLength: 2, maxLength: 4 })
  .map((quarters) => {
    const times = quarters.toSorted((a, b) => a - b).map((quarter) => clock(quarter * 15))
    return times.flatMap((start, at) =>
      at % 2 === 0 && times[at + 1] ? [{ start, end: times[at + 1]! }] : [],
    )
  })
const week = fc
  .tuple(...weekdays.map(() => fc.record({ enabled: fc.constantFrom(true, true, false), slots: hours })))
  .map((days) => Object.fromEntries(weekdays.map((name, at) => [name, days[at]!])))
const stretch = fc
  .tuple(fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 3 }))
  .map(([day, more]) => ({ from: date(day), to: date(day + more) }))
const duration = fc.constantFrom(15, 20, 30, 45, 60, 90)
const limit = fc.record({
  per: fc.constantFrom('day', 'week', 'month'),
  bookings: fc.integer({ min: 1, max: 4 }),
  minutes: maybe(fc.integer({ min: 30, max: 240 })),
})
const rules = fc.record({
  overrides: fc
    .tuple(stretch, fc.oneof(fc.constant([]), hours))
    .map(([dates, list]) => [{ ...dates, slots: list }]),
  bufferBefore: maybe(fc.integer({ min: 0, max: 90 })),
  bufferAfter: maybe(fc.integer({ min: 0, max: 90 })),
  startTimes: maybe(
    fc.oneof(
      fc.record({ every: fc.constantFrom(10, 25, 60) }),
      fc.record({ at: fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 4 }) }),
    ),
  ),
  minimumNotice: fc.constantFrom(0, 0, 90, 1440, 3 * 1440),
  bookingWindow: maybe(
    fc.oneof(
      fc.record({
        type: fc.constantFrom('calendarDays', 'workingDays'),
        days: fc.integer({ min: 0, max: 12 }),
      }),
      stretch.map((dates) => ({ type: 'fixed', ...dates })),
    ),
  ),
  limits: maybe(limit).map((one) => (one === null ? [] : [one])),
  durations: fc.uniqueArray(duration, { maxLength: 2 }),
})
const zones = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe')
const event = fc.record({
  rules,
  timezone: zones,
  duration,
  bufferTime: fc.constantFrom(0, 15, 30),
  weeklyAvailabilitySlots: week,
  eventStartUtc: maybe(fc.integer({ min: 0, max: 5 }).map((day) => iso(FIRST + day * DAY + 37 * MINUTE))),
  eventEndUtc: maybe(fc.integer({ min: 8, max: 13 }).map((day) => iso(FIRST + day * DAY + 37 * MINUTE))),
})

/** Long hours, so that a link that has them leaves something of the event's. */
const wideWeek = fc
  .tuple(...weekdays.map(() => fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 50, max: 95 }))))
  .map((days) =>
    Object.fromEntries(
      weekdays.map((name, at) => {
        const [start, end] = days[at]!.map((quarter) => clock(quarter * 15))
        return [name, { enabled: true, slots: [{ start, end }] }]
      }),
    ),
  )
/** What a one-off link adds, and a schedule whose hours replace the event's. */
const linkRules = fc
  .tuple(rules, maybe(wideWeek), fc.boolean(), maybe(fc.constantFrom([0, 15, 30, 45], [0, 30])))
  .map(([{ bufferBefore, minimumNotice, bookingWindow, limits, overrides }, longHours, hasDates, at]) => ({
    bufferBefore,
    minimumNotice,
    bookingWindow,
    limits,
    overrides: hasDates ? overrides : [],
    weeklyAvailabilitySlots: longHours,
    startTimes: at && { at },
  }))
const schedule = fc.record({
  timezone: zones,
  weeklyAvailabilitySlots: week,
  overrides: stretch.map((dates) => [{ ...dates, slots: [{ start: '08:00', end: '12:00' }] }]),
  travels: fc.tuple(stretch, zones).map(([dates, timezone]) => [{ ...dates, timezone }]),
})
const step = fc.record({
  does: fc.constantFrom('book', 'book', 'book', 'move', 'move', 'cancel'),
  /** Which slot, booking and duration; any number counts from the start again. */
  slot: fc.nat(),
  booking: fc.nat(),
  length: fc.nat(),
  /** Minutes from an offered start. */
  off: fc.constantFrom(0, 0, 0, 1, -5, 15, 30, -60, 720),
})

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const pick = <Value>(values: readonly Value[], at: number) => values[at % values.length]

/** Books, moves and cancels at random, and compares each answer with what the page offers at that moment. */
async function follow(made: Event, { bookingUrlId }: { bookingUrlId: string }, steps: readonly Step[]) {
  /** The starts of the bookings by id. */
  const open = new Map<string, number>()
  const tried = { offered: 0, others: 0 }
  const lengths = [...new Set([made.duration, ...made.rules.durations])]
  for (const { does, slot, booking, length, off } of steps) {
    const id = pick([...open.keys()], booking)
    if (does !== 'book' && id === undefined) continue
    if (does === 'cancel') {
      await cancel(id!)
      open.delete(id!)
      continue
    }
    const isMove = does === 'move'
    const selectedDuration = pick(lengths, length)!
    const asked: Record<string, string> = isMove
      ? { bookingId: id! }
      : { duration: String(selectedDuration), bookingUrlId }
    const offered = (await slots(made, SHOWN, asked)).map(({ startUtc }) => Date.parse(startUtc))
    const start = (pick(offered, slot) ?? FIRST + (slot % (14 * 24)) * 60 * MINUTE) + off * MINUTE
    // A booking may keep its time, whatever the rules are now.
    if (start < FIRST || start > FIRST + 14 * DAY || (isMove && open.get(id!) === start)) continue
    const reply = isMove
      ? await move(id!, iso(start))
      : await book({ bookingUrlId }, iso(start), { selectedDuration })
    const isOffered = offered.includes(start)
    const expected = isOffered ? (isMove ? 200 : 201) : 409
    expect([does, iso(start), reply.status]).toEqual([does, iso(start), expected])
    tried[isOffered ? 'offered' : 'others'] += 1
    if (reply.success) open.set(reply.data.id, start)
  }
  return tried
}

test(`in ${RUNS} random histories, what is offered can be booked and nothing else can`, async () => {
  const total = { offered: 0, others: 0 }
  await fc.assert(
    fc.asyncProperty(
      event,
      fc.array(step, { minLength: STEPS, maxLength: STEPS }),
      fc.record({ limit: maybe(limit), link: maybe(linkRules), schedule: maybe(schedule) }),
      async (values, steps, { limit: hostLimit, link, schedule: shared }) => {
        const { token } = host
        const body = { booking_limits: hostLimit === null ? [] : [hostLimit] } as const
        await ok(app.origin, 'updateSettings', { token, body })
        const { rules: own, ...more } = values as unknown as EventInput
        const scheduleId =
          shared && (await ok(app.origin, 'createSchedule', { token, body: { name: 'Hours', ...shared } })).id
        const made = await create(own, { ...more, scheduleId })
        const params = { id: made.id }
        const booked =
          link === null
            ? made
            : await ok(app.origin, 'createEventLink', { token, params, body: { maxUses: null, rules: link } })
        const tried = await follow(made, booked, steps)
        total.offered += tried.offered
        total.others += tried.others
        // A host can't have as many events and schedules as there are runs.
        await update(made, { isDeleted: true, scheduleId: null })
        if (scheduleId !== null) await ok(app.origin, 'deleteSchedule', { token, params: { id: scheduleId } })
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  )
  // Often enough to mean something: chance decides how often exactly.
  expect(total.offered).toBeGreaterThan(RUNS / 3)
  expect(total.others).toBeGreaterThan(RUNS / 3)
}, 300_000)
