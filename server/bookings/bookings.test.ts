import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '../../availability/units.ts'
import type { Event } from '../../contract/events/event.schema.ts'
import { defaultWeek } from '../../contract/hours/weekly-availability.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, callUntilServed, ok, signIn, START_OF_TESTS } from '../../testing/server/test-app.ts'
import type { Deps } from '../adapters/deps.ts'
import { jobs } from '../db/tables/jobs.ts'
import { bookings } from '../db/tables/bookings.ts'
import { removeDeletedEvents } from '../events/remove-deleted-events.ts'

describe('bookings', () => {
  const app = setUpApp()
  let token: string
  let host = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    token = (await signIn(app.origin, `host${++host}@example.com`)).sessionToken
  })

  const create = (body: Record<string, unknown> = {}) =>
    ok(app.origin, 'createEvent', { token, body: { title: 'Talk', ...body } })
  const starts = async (
    event: Event,
    dateFrom = '2027-01-04',
    dateTo = dateFrom,
    timezone = 'America/New_York',
  ) =>
    (
      await ok(app.origin, 'listSlots', { params: { id: event.id }, query: { dateFrom, dateTo, timezone } })
    ).map((slot) => slot.startUtc.slice(5, 16))
  const book = (
    event: Event,
    startUTC: string,
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) =>
    callUntilServed(app.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC, ...more },
      headers,
    })
  const ten = '2027-01-04T15:00:00.000Z'

  test('the server sets duration and calendar, whatever the body contains', async () => {
    const event = await create({ duration: 45 })
    const reply = await book(event, '2027-01-04T14:45:00.000Z', {
      eventId: 'other',
      duration: 5,
      calendarId: 'other',
      endUTC: '2027-01-04T23:00:00.000Z',
    })
    expect(reply.status).toBe(201)
    const { id } = reply.success ? reply.data : { id: '' }
    const { bookingData, eventData } = await ok(app.origin, 'getBooking', { params: { id } })
    expect(bookingData).toMatchObject({
      id,
      status: 'confirmed',
      title: 'Talk',
      fullName: 'Bob',
      email: 'bob@example.com',
      duration: 45,
      startUtc: '2027-01-04T14:45:00.000Z',
      endUtc: '2027-01-04T15:30:00.000Z',
    })
    expect(eventData).toMatchObject({ bookingUrlId: event.bookingUrlId, meetVia: 'google-meet' })
    const [stored] = await app.db.select().from(bookings).where(eq(bookings.id, id))
    expect(stored).toMatchObject({ calendarId: event.calendarId })
    expect(Buffer.from(id, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
  })

  test("a booking blocks all of the host's events, with each event's own buffer", async () => {
    const plain = await create()
    const buffered = await create({ bufferTime: 20, duration: 20 })
    expect((await book(plain, ten)).status).toBe(201)
    const around = (start: string) => start > '01-04T14:00' && start < '01-04T16:30'
    expect((await starts(plain)).filter(around)).toEqual(['01-04T14:30', '01-04T15:30', '01-04T16:00'])
    expect((await starts(buffered)).filter(around)).toEqual(['01-04T14:20', '01-04T16:00', '01-04T16:20'])
    expect((await book(buffered, '2027-01-04T14:40:00.000Z')).status).toBe(409)
    expect((await book(buffered, '2027-01-04T16:00:00.000Z')).status).toBe(201)
    expect((await ok(app.origin, 'listEvents', { token })).map((event) => event.bookingsCount)).toEqual([
      1, 1,
    ])
  })

  test.each([
    ['off the grid', '2027-01-04T15:05:00.000Z'],
    ['in the past', '2027-01-01T15:00:00.000Z'],
    ['on a day off', '2027-01-09T15:00:00.000Z'],
    ['beyond all time', '2099-01-01T15:00:00.000Z'],
  ])('rejects a time %s', async (_name, start) => {
    expect(await book(await create(), start)).toMatchObject({
      status: 409,
      error: 'Selected time slot not found',
    })
  })

  test.each(['2027-01-04T15:00:00.001Z', '2027-01-04T15:00:30Z'])(
    'rejects %s, which no clock shows',
    async (start) => {
      expect(await book(await create(), start)).toMatchObject({
        status: 400,
        fields: { startUTC: 'Please choose a time slot' },
      })
    },
  )

  test.each([
    ['no name', { fullName: '' }, 'fullName', 'Please enter your full name'],
    ['a name of spaces', { fullName: ' \u200f ' }, 'fullName', 'Please enter your full name'],
    ['no address', { email: undefined }, 'email', 'Please enter a valid email address'],
    ['half an address', { email: 'bob@' }, 'email', 'Please enter a valid email address'],
    [
      'an address with a line break',
      { email: 'bob@example.com\r\nBcc: all@example.com' },
      'email',
      'Please enter a valid email address',
    ],
    ['no time', { startUTC: undefined }, 'startUTC', 'Please choose a time slot'],
    ['a time in words', { startUTC: 'tomorrow' }, 'startUTC', 'Please choose a time slot'],
    ['an endless name', { fullName: 'x'.repeat(201) }, 'fullName', 'A name can have at most 200 characters'],
  ])('rejects %s', async (_name, wrong, field, message) => {
    const reply = await book(await create(), ten, wrong)
    expect(reply).toMatchObject({ status: 400, error: message, fields: { [field]: message } })
  })

  test('the same key and body book once, even concurrently, and another body is rejected', async () => {
    const event = await create()
    const headers = { 'idempotency-key': 'attempt-1' }
    const replies = await Promise.all(Array.from({ length: 8 }, () => book(event, ten, {}, headers)))
    expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 8 }, () => 201))
    const ids = new Set(replies.map((reply) => (reply.success ? reply.data.id : '')))
    expect(ids.size).toBe(1)
    expect(await book(event, ten, { fullName: 'Eve' }, headers)).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    })
    expect(await book(event, ten, {}, { 'idempotency-key': 'attempt-2' })).toMatchObject({
      code: 'slot_not_found',
    })
    expect(await book(event, ten, { timezone: 'UTC' }, headers)).toMatchObject({
      code: 'idempotency_key_reused',
    })
    const again = { status: 201, data: { id: [...ids][0] } }
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { isEnabled: false } })
    expect(await book(event, ten, {}, headers)).toMatchObject(again)
    await ok(app.origin, 'deleteEvent', { token, params: { id: event.id } })
    expect(await book(event, ten, {}, headers)).toMatchObject(again)
    expect(await book(event, ten)).toMatchObject({ status: 400, code: 'event_not_found' })
    const [stored] = await app.db
      .select()
      .from(bookings)
      .where(eq(bookings.id, [...ids][0]!))
    const queued = await app.db.select().from(jobs).where(eq(jobs.hostId, stored!.hostId))
    expect(queued.map((job) => job.kind)).toContain('syncCalendarEntry')
  })

  test('a disabled, archived, deleted or unknown event takes no booking', async () => {
    const event = await create()
    const update = (body: object) => ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body })
    const refused = { status: 403, error: 'This event is not accepting bookings.' }
    await update({ isEnabled: false })
    expect(await book(event, ten)).toMatchObject(refused)
    const query = { dateFrom: '2027-01-04', dateTo: '2027-01-04', timezone: 'UTC' }
    expect(await call(app.origin, 'listSlots', { params: { id: event.id }, query })).toMatchObject(refused)
    await update({ isEnabled: true, isArchived: true })
    expect(await book(event, ten)).toMatchObject(refused)
    await update({ isArchived: false })
    await ok(app.origin, 'deleteEvent', { token, params: { id: event.id } })
    expect(await book(event, ten)).toMatchObject({
      status: 400,
      error: 'This event was not found or has been deleted.',
    })
    expect((await call(app.origin, 'listSlots', { params: { id: event.id }, query })).status).toBe(404)
  })

  test('slots are inside the event period and the booking period, and 23:59 is the end of the day', async () => {
    const event = await create({
      timezone: 'UTC',
      duration: 60,
      weeklyAvailabilitySlots: {
        ...defaultWeek(),
        monday: { enabled: true, slots: [{ start: '20:00', end: '23:59' }] },
      },
      eventStartUtc: '2027-01-04T21:00:00.000Z',
      eventEndUtc: '2027-01-04T23:59:00.000Z',
      bookingEndUtc: '2027-01-04T23:59:00.000Z',
    })
    expect(await starts(event, '2027-01-01', '2027-01-20', 'UTC')).toEqual([
      '01-04T21:00',
      '01-04T22:00',
      '01-04T23:00',
    ])
    app.clock.now = Date.parse('2027-01-04T22:30:00Z')
    expect(await starts(event, '2027-01-04', '2027-01-04', 'UTC')).toEqual(['01-04T23:00'])
    await ok(app.origin, 'updateEvent', {
      token,
      params: { id: event.id },
      body: { bookingEndUtc: '2027-01-04T22:00:00.000Z' },
    })
    expect(await starts(event, '2027-01-04', '2027-01-04', 'UTC')).toEqual([])
    expect((await book(event, '2027-01-04T23:00:00.000Z')).status).toBe(409)
  })

  test('viewers in other zones see the same instants on their own days', async () => {
    const event = await create({ timezone: 'Asia/Kolkata' })
    expect(await starts(event, '2027-01-05', '2027-01-05', 'Asia/Kolkata')).toContain('01-05T03:30')
    const pagoPago = await starts(event, '2027-01-04', '2027-01-04', 'Pacific/Pago_Pago')
    expect([pagoPago.length, pagoPago[0], pagoPago.at(-1)]).toEqual([15, '01-05T03:30', '01-05T10:30'])
  })

  test.each([
    [{ dateFrom: '2027-01-05', dateTo: '2027-01-04', timezone: 'UTC' }, 'dateFrom'],
    [{ dateFrom: '2027-01-01', dateTo: '2027-03-04', timezone: 'UTC' }, 'dateTo'],
    [{ dateFrom: '2027-02-30', dateTo: '2027-03-04', timezone: 'UTC' }, 'dateFrom'],
    [{ dateFrom: 'today', dateTo: '2027-03-04', timezone: 'UTC' }, 'dateFrom'],
    [{ dateFrom: '2027-01-01', dateTo: '99999-01-01', timezone: 'UTC' }, 'dateTo'],
    [{ dateFrom: '2027-01-01', dateTo: '2027-01-02', timezone: 'Nowhere/Here' }, 'timezone'],
    [{ dateFrom: '2027-01-01', timezone: 'UTC' }, 'dateTo'],
  ])('explains why a slot query is invalid: %o', async (query, field) => {
    const event = await create()
    const reply = await call(app.origin, 'listSlots', { params: { id: event.id }, query })
    expect(reply.status).toBe(400)
    expect(reply.success ? {} : reply.fields).toHaveProperty(field)
  })

  test("concurrent bookings and event changes don't block each other", async () => {
    const event = await create({ duration: 5 })
    const calendars = await ok(app.origin, 'listCalendars', { token })
    const slots = await ok(app.origin, 'listSlots', {
      params: { id: event.id },
      query: { dateFrom: '2027-01-04', dateTo: '2027-01-05', timezone: 'UTC' },
    })
    const replies = await Promise.all(
      slots.slice(0, 60).map(({ startUtc }, index) =>
        index % 3 === 0
          ? call(app.origin, 'updateEvent', {
              token,
              params: { id: event.id },
              body: { calendarId: calendars[(index / 3) % calendars.length]!.id },
            })
          : book(event, startUtc),
      ),
    )
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200, 201]))
  })

  test('accepts 62 days', async () => {
    const event = await create()
    expect((await starts(event, '2027-01-04', '2027-03-06')).length).toBeGreaterThan(600)
  })

  test('a booking survives the deletion of its event', async () => {
    const event = await create({ description: 'About this' })
    const reply = await book(event, ten)
    const { id } = reply.success ? reply.data : { id: '' }
    await ok(app.origin, 'deleteEvent', { token, params: { id: event.id } })
    expect((await ok(app.origin, 'getBooking', { params: { id } })).eventData).toMatchObject({
      bookingUrlId: event.bookingUrlId,
      isAcceptingBookings: false,
    })
    app.clock.now += 2 * DAY
    await removeDeletedEvents({ db: app.db, now: () => app.clock.now } as Deps)
    const { bookingData, eventData } = await ok(app.origin, 'getBooking', { params: { id } })
    expect(bookingData).toMatchObject({ title: 'Talk', description: 'About this', fullName: 'Bob' })
    expect(eventData.bookingUrlId).toBeNull()
  })

  test('an invalid id is not found', async () => {
    for (const id of ['x', 'event_1', "'", '../../auth/user', 'A'.repeat(24), '\u0000', 'x'.repeat(300)]) {
      expect(await call(app.origin, 'getBooking', { params: { id } })).toMatchObject({
        status: 404,
        error: 'Booking not found',
      })
    }
  })
})
