import { describe, expect, test } from 'vitest'
import { bookingMessages } from '../../../../contract/bookings/booking-messages.ts'
import { ruleMessages } from '../../../../contract/events/event-rules.ts'
import { idOf, setUpRules } from '../../../../testing/bookings/ruled-events.ts'
import { call, ok } from '../../../../testing/server/test-app.ts'

const { app, host, create, update, starts, book, move } = setUpRules()
const closedDay = { from: '2027-02-01', to: '2027-02-01', slots: [], name: '' }
const taken = { status: 409, code: 'slot_not_found' }

describe('minimum notice', () => {
  test('closes everything that starts too soon', async () => {
    const event = await create({ minimumNotice: 3 * 60 })
    expect((await starts(event, ['2027-01-04']))[0]).toBe('01-04 16:00')
    expect(await book(event, '01-04 15:30')).toMatchObject(taken)
    expect((await book(event, '01-04 16:00')).status).toBe(201)
  })

  test('counts in minutes, to the instant', async () => {
    const event = await create({ minimumNotice: 180 })
    app.clock.now += 1
    expect(await book(event, '01-04 16:00')).toMatchObject(taken)
  })

  test('is checked again when a booking is moved', async () => {
    const event = await create({ minimumNotice: 24 * 60 })
    const id = await idOf(book(event, '01-06 09:00'))
    expect(await move(id, '01-05 12:30')).toMatchObject(taken)
    expect((await move(id, '01-05 13:00')).status).toBe(200)
  })
})

describe('a booking window', () => {
  const days = ['2027-01-04', '2027-01-20'] as const
  const lastOf = async (event: Parameters<typeof starts>[0]) => (await starts(event, days)).at(-1)

  test('ends so many calendar days ahead, today excluded', async () => {
    const event = await create({ bookingWindow: { type: 'calendarDays', days: 2 } })
    expect(await lastOf(event)).toBe('01-06 16:30')
    expect(await book(event, '01-07 09:00')).toMatchObject(taken)
    expect((await book(event, '01-06 16:30')).status).toBe(201)
  })

  test('of no days is today', async () => {
    const event = await create({ bookingWindow: { type: 'calendarDays', days: 0 } })
    expect(await lastOf(event)).toBe('01-04 16:30')
  })

  test('counts only days with hours as working days', async () => {
    const bookingWindow = { type: 'workingDays' as const, days: 5 }
    const overrides = [{ from: '2027-01-06', to: '2027-01-06', slots: [] }]
    const event = await create({ bookingWindow, overrides }, { weeklyAvailabilitySlots: undefined })
    // Tuesday, Thursday, Friday, and Monday and Tuesday of the next week.
    expect(await lastOf(event)).toBe('01-12 16:30')
    expect(await book(event, '01-13 09:00')).toMatchObject(taken)
  })

  test('can be two dates, in the event’s zone', async () => {
    const bookingWindow = { type: 'fixed' as const, from: '2027-01-10', to: '2027-01-11' }
    const event = await create({ bookingWindow }, { timezone: 'Asia/Tokyo' })
    const offered = await starts(event, days)
    expect([offered[0], offered.at(-1)]).toEqual(['01-10 00:00', '01-11 07:30'])
    expect(await book(event, '01-12 00:00')).toMatchObject(taken)
    expect(await book(event, '01-09 07:30')).toMatchObject(taken)
    expect((await book(event, '01-10 00:00')).status).toBe(201)
  })
})

describe('start times', () => {
  test('every so many minutes from the start of the hours', async () => {
    const event = await create({ startTimes: { every: 45 } }, { duration: 60 })
    expect((await starts(event, ['2027-01-05'])).slice(0, 3)).toEqual([
      '01-05 09:00',
      '01-05 09:45',
      '01-05 10:30',
    ])
    expect(await book(event, '01-05 10:00')).toMatchObject(taken)
    expect((await book(event, '01-05 09:45')).status).toBe(201)
    expect((await starts(event, ['2027-01-05'])).slice(0, 2)).toEqual(['01-05 11:15', '01-05 12:00'])
  })

  test('at minutes of the hour', async () => {
    const event = await create({ startTimes: { at: [40, 10] } })
    expect((await starts(event, ['2027-01-05'])).slice(0, 3)).toEqual([
      '01-05 09:10',
      '01-05 09:40',
      '01-05 10:10',
    ])
    expect(event.rules.startTimes).toEqual({ at: [10, 40] })
    expect(await book(event, '01-05 09:00')).toMatchObject(taken)
    expect((await book(event, '01-05 09:40')).status).toBe(201)
  })
})

describe('buffers', () => {
  test('apply to each side of a booking', async () => {
    const event = await create({ bufferBefore: 0, bufferAfter: 60 }, { duration: 60, bufferTime: 5 })
    await idOf(book(event, '01-05 12:00'))
    // An hour after each booking is free: after one that ends before it, and after itself.
    expect((await starts(event, ['2027-01-05'])).map((start) => start.slice(6))).toEqual([
      '09:00',
      '10:00',
      '14:00',
      '15:00',
      '16:00',
    ])
    expect(await book(event, '01-05 11:00')).toMatchObject(taken)
    expect(await book(event, '01-05 13:00')).toMatchObject(taken)
    expect((await book(event, '01-05 14:00')).status).toBe(201)
  })

  test('are the buffer time again once that alone is changed', async () => {
    const event = await create({ bufferBefore: 0, bufferAfter: 60, minimumNotice: 60 })
    const both = await update(event, { rules: { bufferAfter: 45 } })
    expect(both.rules).toMatchObject({ bufferBefore: 0, bufferAfter: 45, minimumNotice: 60 })
    // A client that doesn't know separate buffers sends the buffer time with every change.
    const same = await update(event, { bufferTime: event.bufferTime, title: 'Renamed' })
    expect(same.rules).toMatchObject({ bufferBefore: 0, bufferAfter: 45 })
    const { bufferTime, rules } = await update(event, { bufferTime: 15 })
    expect({ bufferTime, rules }).toMatchObject({
      bufferTime: 15,
      rules: { bufferBefore: null, bufferAfter: null, minimumNotice: 60 },
    })
    const apart = await update(event, { bufferTime: 20, rules: { bufferBefore: 5 } })
    expect(apart.rules).toMatchObject({ bufferBefore: 5, bufferAfter: null })
  })
})

describe('date overrides', () => {
  test('close days and open others, whatever the week says', async () => {
    const overrides = [
      { from: '2027-01-06', to: '2027-01-07', slots: [], name: 'Trip' },
      { from: '2027-01-09', to: '2027-01-09', slots: [{ start: '10:00', end: '11:00' }] },
    ]
    const event = await create({ overrides }, { weeklyAvailabilitySlots: undefined })
    expect(await starts(event, ['2027-01-06', '2027-01-07'])).toEqual([])
    // A Saturday.
    expect(await starts(event, ['2027-01-09'])).toEqual(['01-09 10:00', '01-09 10:30'])
    expect(await book(event, '01-06 10:00')).toMatchObject(taken)
    expect(await book(event, '01-09 11:00')).toMatchObject(taken)
    expect((await book(event, '01-09 10:30')).status).toBe(201)
  })
})

test('a change of some rules keeps the others', async () => {
  const event = await create({ minimumNotice: 60, durations: [45], bookingsPerPerson: 2 })
  const { rules } = await update(event, { rules: { minimumNotice: 120 } })
  expect(rules).toEqual({ ...event.rules, minimumNotice: 120 })
  expect((await update(event, { title: 'Walk' })).rules).toEqual(rules)
})

test.each([
  ['bufferBefore', { bufferBefore: 1441 }, 'rules.bufferBefore', ruleMessages.buffer],
  ['startTimes', { startTimes: { every: 4 } }, 'rules.startTimes.every', ruleMessages.every],
  ['startTimes at', { startTimes: { at: [60] } }, 'rules.startTimes.at.0', ruleMessages.at],
  ['startTimes twice', { startTimes: { at: [5, 5] } }, 'rules.startTimes.at', ruleMessages.at],
  ['notice', { minimumNotice: 524_161 }, 'rules.minimumNotice', ruleMessages.notice],
  [
    'window',
    { bookingWindow: { type: 'calendarDays', days: 731 } },
    'rules.bookingWindow.days',
    ruleMessages.windowDays,
  ],
  [
    'window dates',
    { bookingWindow: { type: 'fixed', from: '2027-02-01', to: '2027-01-01' } },
    'rules.bookingWindow.to',
    ruleMessages.dateOrder,
  ],
  ['limit', { limits: [{ per: 'day' }] }, 'rules.limits.0.bookings', ruleMessages.emptyLimit],
  [
    'limits',
    {
      limits: [
        { per: 'day', bookings: 1 },
        { per: 'day', minutes: 5 },
      ],
    },
    'rules.limits',
    ruleMessages.repeatedLimit,
  ],
  [
    'hours a week',
    { limits: [{ per: 'week', minutes: 200 * 60 }] },
    'rules.limits.0.minutes',
    'Use from 15 minutes to 168 hours a week',
  ],
  ['no start times', { startTimes: { at: [] } }, 'rules.startTimes.at', ruleMessages.noMinute],
  [
    'start times every few minutes',
    { startTimes: { at: Array.from({ length: 13 }, (_, n) => n) } },
    'rules.startTimes.at',
    ruleMessages.at,
  ],
  ['durations', { durations: [30, 30] }, 'rules.durations', ruleMessages.durations],
  ['person', { bookingsPerPerson: 0 }, 'rules.bookingsPerPerson', ruleMessages.bookingsPerPerson],
])('an invalid value is refused where it is: %s', async (_name, rules, path, message) => {
  const { id } = await create()
  const reply = await call(app.origin, 'updateEvent', { token: host.token, params: { id }, body: { rules } })
  expect(reply).toMatchObject({ status: 400, fields: { [path]: message } })
})

describe('a time centuries away', () => {
  test('is gone, whatever the rules', async () => {
    const rules = { limits: [{ per: 'month' as const, bookings: 1 }], overrides: [closedDay] }
    for (const event of [await create(), await create(rules)]) {
      for (const start of ['9999-12-31T23:59:00Z', '9999-12-20T00:00:00Z', '0000-01-01T00:00:00Z']) {
        expect(await book(event, start)).toMatchObject(taken)
      }
      const query = { start: '9999-12-31T23:59:00Z' }
      const asked = { token: host.token, params: { id: event.id }, query }
      const { reasons } = await ok(app.origin, 'explainSlot', asked)
      expect(reasons).toContainEqual({ rule: 'tooFarAhead' })
    }
    const query = { dateFrom: '9999-12-31', dateTo: '9999-12-31', timezone: 'America/New_York' }
    expect(await ok(app.origin, 'listBusyTimes', { token: host.token, query })).toEqual([])
  })
})

test.each(['10:07:31Z', '10:07:00.337Z', '10:07:30+01:00'])(
  'a host can’t book anyway at %s, because times have no seconds',
  async (time) => {
    const event = await create()
    const booked = (startUTC: string) =>
      call(app.origin, 'createBooking', {
        token: host.token,
        query: { bookingUrlId: event.bookingUrlId },
        body: { fullName: 'Bob', email: 'bob@example.com', startUTC, byHost: true, bookAnyway: true },
      })
    expect(await booked(`2027-01-05T${time}`)).toMatchObject({
      status: 400,
      fields: { startUTC: bookingMessages.slot },
    })
    expect((await booked('2027-01-05T10:07:00Z')).status).toBe(201)
  },
)

test('an explained time has no seconds either', async () => {
  const event = await create()
  const { token } = host
  const params = { id: event.id }
  const seconds = '2027-01-05T10:07:31Z'
  expect(await call(app.origin, 'explainSlot', { token, params, query: { start: seconds } })).toMatchObject({
    status: 400,
  })
})
