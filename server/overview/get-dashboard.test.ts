import { describe, expect, test } from 'vitest'
import { bookingRow } from '../../testing/databases/booking-rows.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { bookings } from '../db/tables/bookings.ts'

const week = { weekFrom: '2027-01-04T05:00:00.000Z', weekTo: '2027-01-11T05:00:00.000Z' }

describe('the dashboard', () => {
  const app = setUpApp()

  test("counts the week's confirmed bookings and lists the most recent ones", async () => {
    const { sessionToken: token, user } = await signIn(app.origin, 'maya@example.com')
    const empty = { bookingsThisWeek: 0, minutesThisWeek: 0, upcomingBookings: [], recentBookings: [] }
    expect(await ok(app.origin, 'getDashboard', { token, query: week })).toEqual(empty)

    const from = Date.parse(week.weekFrom)
    const to = Date.parse(week.weekTo)
    const HOUR = 3_600_000
    const starts = [from - HOUR, from, from + 5 * HOUR, to - HOUR / 2, to, to + HOUR]
    const rows = starts.map((startAt, n) =>
      bookingRow({ hostId: user.id, startAt, endAt: startAt + HOUR * 0.5, createdAt: from + ((n * 5) % 6) }),
    )
    const canceled = bookingRow({ hostId: user.id, startAt: from, status: 'canceled', createdAt: from - 1 })
    await app.db.insert(bookings).values([...rows, canceled])
    const other = await signIn(app.origin, 'other@example.com')
    await app.db.insert(bookings).values(bookingRow({ hostId: other.user.id, startAt: from + HOUR }))

    const found = await ok(app.origin, 'getDashboard', { token, query: week })
    expect(found).toMatchObject({ bookingsThisWeek: 3, minutesThisWeek: 90 })
    const latest = rows.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, 5)
    expect(found.recentBookings.map(({ id }) => id)).toEqual(latest.map(({ id }) => id))
  })

  test('lists the confirmed bookings that haven’t ended, by their start', async () => {
    const { sessionToken: token, user } = await signIn(app.origin, 'maya@example.com')
    const { now } = app.clock
    const HOUR = 3_600_000
    const row = (startAt: number, changes: Partial<Parameters<typeof bookingRow>[0]> = {}) =>
      bookingRow({ hostId: user.id, startAt, endAt: startAt + HOUR, ...changes })
    const ended = row(now - HOUR)
    const running = row(now)
    const later = Array.from({ length: 25 }, (_, n) => row(now + (25 - n) * 2 * HOUR))
    await app.db.insert(bookings).values([ended, ...later, running, row(now, { status: 'canceled' })])
    const { upcomingBookings } = await ok(app.origin, 'getDashboard', { token, query: week })
    const expected = [running, ...later.toReversed()].slice(0, 20)
    expect(upcomingBookings.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  })

  test('lists all of the day’s bookings, however many', async () => {
    const { sessionToken: token, user } = await signIn(app.origin, 'busy@example.com')
    const { now } = app.clock
    const MINUTE = 60_000
    // All but the last start before a day of 25 hours ends.
    const starts = [...Array.from({ length: 24 }, (_, n) => 5 * n), 25 * 60 - 5, 25 * 60]
    const rows = starts.map((minute) =>
      bookingRow({ hostId: user.id, startAt: now + minute * MINUTE, endAt: now + (minute + 5) * MINUTE }),
    )
    await app.db.insert(bookings).values(rows)
    const { upcomingBookings } = await ok(app.origin, 'getDashboard', { token, query: week })
    expect(upcomingBookings.map(({ id }) => id)).toEqual(rows.slice(0, 25).map(({ id }) => id))
  })

  test('requires a host and a valid week', async () => {
    expect(await call(app.origin, 'getDashboard', { query: week })).toMatchObject({ status: 401 })
    const { sessionToken: token } = await signIn(app.origin, 'maya@example.com')
    for (const weekFrom of ['monday', '0000-01-01T00:00:00Z']) {
      const query = { weekFrom, weekTo: week.weekTo }
      expect(await call(app.origin, 'getDashboard', { token, query })).toMatchObject({ status: 400 })
    }
  })
})
