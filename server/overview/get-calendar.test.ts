import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookingRow } from '../../testing/databases/booking-rows.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { calendarEntries, calendarMirrors, calendars } from '../db/tables/calendars.ts'
import { bookings } from '../db/tables/bookings.ts'

describe('the calendar', () => {
  const app = setUpApp()
  let session: Awaited<ReturnType<typeof signIn>>
  let calendarId: string
  beforeAll(async () => {
    session = await signIn(app.origin, 'maya@example.com')
    const body = { title: 'Talk', timezone: 'UTC' }
    calendarId = (await ok(app.origin, 'createEvent', { token: session.sessionToken, body })).calendarId
    // Reads the calendar for the first time, which replaces what is known of it.
    await list('2027-01-04', '2027-01-10')
  })

  const list = (dateFrom: string, dateTo: string, timezone = 'UTC', token = session.sessionToken) =>
    ok(app.origin, 'getCalendar', { token, query: { dateFrom, dateTo, timezone } })

  const entry = (entryId: string, start: string, end: string, more: object = {}) =>
    app.db.insert(calendarEntries).values({
      hostId: session.user.id,
      calendarId,
      entryId,
      startAt: Date.parse(start),
      endAt: Date.parse(end),
      ...more,
    })

  test('lists confirmed bookings that take place on these days', async () => {
    const row = (start: string, end: string, more: object = {}) =>
      bookingRow({
        hostId: session.user.id,
        startAt: Date.parse(start),
        endAt: Date.parse(end),
        ...more,
      })
    const overnight = row('2027-01-03T23:30:00Z', '2027-01-04T00:30:00Z')
    const last = row('2027-01-10T23:00:00Z', '2027-01-10T23:30:00Z')
    const other = await signIn(app.origin, 'other@example.com')
    await app.db
      .insert(bookings)
      .values([
        last,
        overnight,
        row('2027-01-03T23:00:00Z', '2027-01-03T23:30:00Z'),
        row('2027-01-11T00:00:00Z', '2027-01-11T00:30:00Z'),
        row('2027-01-06T10:00:00Z', '2027-01-06T10:30:00Z', { status: 'canceled' }),
        row('2027-01-06T10:00:00Z', '2027-01-06T10:30:00Z', { hostId: other.user.id }),
      ])
    const found = await list('2027-01-04', '2027-01-10')
    expect(found.bookings.map(({ id }) => id)).toEqual([overnight.id, last.id])
  })

  test('lists busy times of the checked calendars with their names', async () => {
    await entry('meeting', '2027-01-12T09:00:00Z', '2027-01-12T10:00:00Z', { isTentative: true })
    const [calendar] = await app.db.select().from(calendars).where(eq(calendars.calendarId, calendarId))
    expect((await list('2027-01-12', '2027-01-12')).busyTimes).toEqual([
      {
        id: expect.stringContaining('meeting'),
        calendar: calendar!.name,
        isTentative: true,
        isOutOfOffice: false,
        startUtc: '2027-01-12T09:00:00.000Z',
        endUtc: '2027-01-12T10:00:00.000Z',
      },
    ])
    expect((await list('2027-01-13', '2027-01-13')).busyTimes).toEqual([])
    const { sessionToken } = await signIn(app.origin, 'other@example.com')
    expect((await list('2027-01-12', '2027-01-12', 'UTC', sessionToken)).busyTimes).toEqual([])
  })

  test('gives whole days as the dates of their calendar, wherever the host is', async () => {
    const mirror = eq(calendarMirrors.calendarId, calendarId)
    await app.db.update(calendarMirrors).set({ timeZone: 'America/New_York' }).where(mirror)
    await entry('vacation', '2027-01-18T05:00:00Z', '2027-01-20T05:00:00Z', { isAllDay: true })
    for (const zone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago']) {
      expect(await list('2027-01-19', '2027-01-19', zone)).toMatchObject({
        busyTimes: [],
        busyDays: [{ dateFrom: '2027-01-18', dateTo: '2027-01-19' }],
      })
    }
    await app.db.update(calendarMirrors).set({ timeZone: 'Mars/Olympus' }).where(mirror)
    await entry('elsewhere', '2027-01-25T10:00:00Z', '2027-01-27T12:00:00Z', { isAllDay: true })
    expect((await list('2027-01-26', '2027-01-26')).busyDays).toMatchObject([
      { dateFrom: '2027-01-26', dateTo: '2027-01-26' },
    ])
  })

  test('names the calendars that can’t be read', async () => {
    const { sessionToken, user } = await signIn(app.origin, 'unread@example.com')
    await ok(app.origin, 'createEvent', { token: sessionToken, body: { title: 'Talk' } })
    expect((await list('2027-01-12', '2027-01-12', 'UTC', sessionToken)).unreadCalendars).toEqual([])
    await app.db
      .update(calendarMirrors)
      .set({ syncedAt: null, notBefore: app.clock.now + 3_600_000 })
      .where(eq(calendarMirrors.hostId, user.id))
    expect((await list('2027-01-12', '2027-01-12', 'UTC', sessionToken)).unreadCalendars).toHaveLength(1)
  })

  test('requires a host and at most 62 days', async () => {
    const query = { dateFrom: '2027-01-01', dateTo: '2027-03-04', timezone: 'UTC' }
    expect(await call(app.origin, 'getCalendar', { query })).toMatchObject({ status: 401 })
    const { sessionToken: token } = session
    expect(await call(app.origin, 'getCalendar', { token, query })).toMatchObject({ status: 400 })
  })
})
