import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { HOUR } from '../../availability/units.ts'
import { MAX_ANALYTICS_BOOKINGS } from '../../contract/overview/analytics.ts'
import { bookingRow } from '../../testing/databases/booking-rows.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { bookings } from '../db/tables/bookings.ts'

const week = { dateFrom: '2027-01-04', dateTo: '2027-01-10', timezone: 'America/New_York' }

/** Monday, 9:00 in New York. */
const monday = Date.parse('2027-01-04T14:00:00Z')

describe('analytics', () => {
  const app = setUpApp()

  test('count the bookings of the host that start in the period', async () => {
    const { sessionToken: token, user } = await signIn(app.origin, 'maya@example.com')
    const other = await signIn(app.origin, 'other@example.com')
    const intro = await ok(app.origin, 'createEvent', { token, body: { title: 'Intro call' } })
    const review = await ok(app.origin, 'createEvent', { token, body: { title: 'Review' } })
    const row = (startAt: number, more = {}) => bookingRow({ hostId: user.id, startAt, ...more })
    await app.db
      .insert(bookings)
      .values([
        row(monday - 10 * HOUR, { eventId: intro.id }),
        row(monday, { eventId: intro.id }),
        row(monday + HOUR, { eventId: intro.id, status: 'canceled' }),
        row(monday + 2 * HOUR, { eventId: review.id, createdAt: monday - 72 * HOUR }),
        row(monday + 3 * HOUR, { eventId: review.id }),
        row(monday + 4 * HOUR, { eventId: null }),
        row(monday + 7 * 24 * HOUR, { eventId: intro.id }),
        bookingRow({ hostId: other.user.id, startAt: monday }),
      ])
    await ok(app.origin, 'deleteEvent', { token, params: { id: review.id } })

    const found = await ok(app.origin, 'getAnalytics', { token, query: week })
    expect(found).toMatchObject({ ...week, bookings: 4, canceled: 1, minutes: 120, medianLeadDays: 0 })
    expect(found.weeks).toEqual([{ dateFrom: '2027-01-04', dateTo: '2027-01-10', bookings: 4, canceled: 1 }])
    expect(found.events).toEqual([
      { id: review.id, title: 'Review', isDeleted: true, bookings: 2, canceled: 0 },
      { id: intro.id, title: 'Intro call', isDeleted: false, bookings: 1, canceled: 1 },
      { id: null, title: '', isDeleted: true, bookings: 1, canceled: 0 },
    ])
    expect(found.hours[0]!.slice(9, 14)).toEqual([1, 0, 1, 1, 1])
    expect(found.leadTimes.map((group) => group.bookings)).toEqual([3, 0, 1, 0, 0, 0])

    const text = JSON.stringify(found)
    for (const secret of ['Bob Marsh', 'bob@example.com']) expect(text).not.toContain(secret)

    const ofIntro = { ...week, eventId: intro.id }
    expect(await ok(app.origin, 'getAnalytics', { token, query: ofIntro })).toMatchObject({
      bookings: 1,
      canceled: 1,
      events: [{ id: intro.id }],
    })
    expect(await ok(app.origin, 'getAnalytics', { token: other.sessionToken, query: ofIntro })).toMatchObject(
      { bookings: 0, canceled: 0, events: [] },
    )
  })

  test('cover this week and the 11 before it in the host’s zone by default', async () => {
    const { sessionToken: token } = await signIn(app.origin, 'maya@example.com')
    await ok(app.origin, 'updateSettings', { token, body: { timezone: 'Pacific/Kiritimati' } })
    // Tuesday there, while it's Monday in New York.
    const today = '2027-01-05'
    expect(new Date(START_OF_TESTS + 14 * HOUR).toISOString()).toMatch(today)
    const found = await ok(app.origin, 'getAnalytics', { token })
    expect(found).toMatchObject({ dateFrom: '2026-10-19', dateTo: today, timezone: 'Pacific/Kiritimati' })
    expect(found.weeks).toHaveLength(12)
    const fromSunday = await ok(app.origin, 'getAnalytics', { token, query: { weekStart: '7' } })
    expect(fromSunday).toMatchObject({ dateFrom: '2026-10-18', dateTo: today })
    expect(fromSunday.weeks).toHaveLength(12)
  })

  test.each([
    [{ dateFrom: 'monday' }, { dateFrom: 'Use a date such as 2027-03-14' }],
    [{ dateFrom: '2027-01-11' }, { dateFrom: 'dateFrom cannot be after dateTo' }],
    [{ dateFrom: '2026-01-09' }, { dateTo: 'Request at most 366 days at a time' }],
    [{ timezone: 'Mars' }, { timezone: 'Unknown time zone. Use an IANA name such as Europe/Berlin' }],
    [{ eventId: 'intro' }, { eventId: 'Use the id of an event' }],
    [{ weekStart: '0' }, { weekStart: 'Use a weekday from 1 (Monday) to 7 (Sunday)' }],
    [{ weekStart: 'monday' }, { weekStart: 'Use a weekday from 1 (Monday) to 7 (Sunday)' }],
  ])('refuse %j', async (change, fields) => {
    const { sessionToken: token } = await signIn(app.origin, 'maya@example.com')
    const reply = await call(app.origin, 'getAnalytics', { token, query: { ...week, ...change } })
    expect(reply).toMatchObject({ status: 400, code: 'validation_failed', fields })
  })

  test('accept a leap year', async () => {
    const { sessionToken: token } = await signIn(app.origin, 'maya@example.com')
    const year = { dateFrom: '2028-01-01', dateTo: '2028-12-31', timezone: 'UTC' }
    expect((await ok(app.origin, 'getAnalytics', { token, query: year })).weeks).toHaveLength(53)
  })

  test('ask for a shorter period if there are too many bookings', async () => {
    const { sessionToken: token, user } = await signIn(app.origin, 'busy@example.com')
    const canceled = bookingRow({ hostId: user.id, startAt: monday, status: 'canceled' })
    await app.db.insert(bookings).values(canceled)
    const addCopies = (first: number, last: number) =>
      app.db.execute(sql`
        insert into bookings (host_id, id, status, title, description, meet_via, timezone, calendar_id,
          calendar_entry_id, full_name, email, start_at, end_at, created_at, updated_at, search_who, search_what)
        select host_id, 'copy-' || n, status, '', '', meet_via, timezone, calendar_id,
          'copy-' || n, '', '', start_at, end_at, created_at, updated_at, '', ''
        from bookings, generate_series(${first}::int, ${last}::int) n
        where host_id = ${user.id} and id = ${canceled.id}`)
    await addCopies(2, MAX_ANALYTICS_BOOKINGS)
    expect(await ok(app.origin, 'getAnalytics', { token, query: week })).toMatchObject({
      canceled: MAX_ANALYTICS_BOOKINGS,
    })
    await addCopies(MAX_ANALYTICS_BOOKINGS + 1, MAX_ANALYTICS_BOOKINGS + 1)
    expect(await call(app.origin, 'getAnalytics', { token, query: week })).toMatchObject({
      status: 400,
      fields: { dateFrom: 'There are more than 20,000 bookings in this period. Choose a shorter one.' },
    })
  })

  test('are for signed-in hosts only', async () => {
    expect(await call(app.origin, 'getAnalytics', { query: week })).toMatchObject({ status: 401 })
    const { sessionToken: token } = await signIn(app.origin, 'nobody@example.com')
    const unknown = { ...week, eventId: randomUUID() }
    expect(await ok(app.origin, 'getAnalytics', { token, query: unknown })).toMatchObject({ bookings: 0 })
  })
})
