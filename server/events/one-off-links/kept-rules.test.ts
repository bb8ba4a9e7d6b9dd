import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '../../../availability/units.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import type { EventLinkInput } from '../../../contract/events/one-off-links.schema.ts'
import { ten } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { bookings } from '../../db/tables/bookings.ts'

describe('what a one-off link narrows stays narrow', () => {
  const app = setUpApp()
  let token: string
  let event: Event
  let round = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    token = (await signIn(app.origin, `ida${++round}@example.com`)).sessionToken
    const body = { title: 'Talk', duration: 30, rules: { durations: [60] } }
    event = await ok(app.origin, 'createEvent', { token, body })
  })
  const params = () => ({ id: event.id })
  const create = (body: EventLinkInput) =>
    ok(app.origin, 'createEventLink', { token, params: params(), body })
  const book = (bookingUrlId: string, more: object = {}) =>
    call(app.origin, 'createBooking', {
      query: { bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC: ten, ...more },
    })
  const bookingOf = (reply: object) => (reply as { data: { id: string } }).data.id
  const move = (id: string, startUTC: string) =>
    call(app.origin, 'updateBooking', {
      params: { id },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
    })

  test('when the event no longer offers its durations', async () => {
    const link = await create({ rules: { durations: [30] } })
    await ok(app.origin, 'updateEvent', {
      token,
      params: params(),
      body: { duration: 120, rules: { durations: [] } },
    })
    const open = await ok(app.origin, 'getPublicEvent', { params: { bookingUrlId: link.bookingUrlId } })
    expect(open).toMatchObject({ duration: 30, durations: [30] })
    expect(await book(link.bookingUrlId, { selectedDuration: 120 })).toMatchObject({ status: 400 })
    const id = bookingOf(await book(link.bookingUrlId))
    const { bookingData } = await ok(app.origin, 'getBooking', { params: { id } })
    expect(bookingData).toMatchObject({ duration: 30 })
  })

  test('when it is deleted after someone booked', async () => {
    const window = { type: 'fixed' as const, from: '2027-01-04', to: '2027-01-05' }
    const link = await create({ maxUses: 5, rules: { bookingWindow: window } })
    const id = bookingOf(await book(link.bookingUrlId))
    await ok(app.origin, 'deleteEventLink', { token, params: { id: event.id, linkId: link.id } })
    expect(await ok(app.origin, 'listEventLinks', { token, params: params() })).toEqual([])
    expect(await book(link.bookingUrlId)).toMatchObject({ code: 'link_deleted' })
    const again = { token, params: { id: event.id, linkId: link.id } }
    expect(await call(app.origin, 'deleteEventLink', again)).toMatchObject({ status: 404 })
    expect(await move(id, '2027-01-06T15:00:00.000Z')).toMatchObject({ code: 'slot_not_found' })
    expect(await move(id, '2027-01-05T15:00:00.000Z')).toMatchObject({ status: 200 })
  })

  test('when the host stretched a booking in their calendar, and it is moved', async () => {
    const link = await create({ rules: { durations: [60] } })
    const id = bookingOf(await book(link.bookingUrlId))
    const endAt = Date.parse(ten) + 75 * MINUTE
    await app.db.update(bookings).set({ endAt }).where(eq(bookings.id, id))
    expect(await move(id, '2027-01-05T15:00:00.000Z')).toMatchObject({ status: 200 })
    const { bookingData } = await ok(app.origin, 'getBooking', { params: { id } })
    expect(bookingData).toMatchObject({ duration: 60 })
  })

  test('only the host books an event for such links without one', async () => {
    await ok(app.origin, 'updateEvent', { token, params: params(), body: { rules: { linksOnly: true } } })
    expect(await book(event.bookingUrlId)).toMatchObject({ code: 'event_not_found' })
    const byHost = await call(app.origin, 'createBooking', {
      token,
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC: ten, byHost: true },
    })
    expect(byHost).toMatchObject({ status: 201 })
  })

  test('or can’t be made at all, if a rule isn’t one that links have', async () => {
    const make = (rules: object) =>
      call(app.origin, 'createEventLink', { token, params: params(), body: { rules } })
    expect(await make({ linksOnly: true, minimumNotice: 60 })).toMatchObject({
      status: 400,
      fields: { rules: 'Unknown rules here: linksOnly' },
    })
    expect(await make({ startTimes: { every: 30 } })).toMatchObject({ status: 400 })
    expect(await ok(app.origin, 'listEventLinks', { token, params: params() })).toEqual([])
    const unknown: [field: string, message: string, rules: object][] = [
      ['rules', 'Unknown rules here: minimumNotize', { minimumNotize: 60 }],
      [
        'rules.startTimes',
        'Use {"every": minutes} or {"at": [minutes of the hour]}',
        { startTimes: { every: 30, from: 5 } },
      ],
      [
        'rules.bookingWindow',
        'Unknown rules here: hours',
        { bookingWindow: { type: 'calendarDays', days: 3, hours: 4 } },
      ],
      ['rules.limits.0', 'Unknown rules here: hours', { limits: [{ per: 'day', bookings: 1, hours: 2 }] }],
      [
        'rules.overrides.0',
        'Unknown rules here: timezone',
        { overrides: [{ from: '2027-01-05', to: '2027-01-05', slots: [], timezone: 'UTC' }] },
      ],
    ]
    for (const [field, message, rules] of unknown)
      expect(
        await call(app.origin, 'updateEvent', { token, params: params(), body: { rules } }),
      ).toMatchObject({ status: 400, fields: { [field]: message } })
  })
})
