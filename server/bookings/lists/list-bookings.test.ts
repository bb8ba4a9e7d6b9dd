import fs from 'node:fs'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertManyBookings } from '../../../testing/databases/booking-rows.ts'
import { bookingFilters, bookingListQuery } from '../../../contract/bookings/booking-list.schema.ts'
import type { CollectionStage } from '../../../contract/custom-fields/custom-fields.ts'
import { databaseKinds } from '../../../testing/databases/databases.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import {
  type Kind,
  seedVariedBookings,
  type VariedBooking,
} from '../../../testing/bookings/varied-bookings.ts'
import { ownBookings } from './booking-scope.ts'
import { filterBookings } from './filter-bookings.ts'
import { listed, pageOf } from './list-bookings.ts'

const MIGRATION = new URL('../../db/migrations/0041_search_answers.sql', import.meta.url)

describe.each(databaseKinds)('the list of bookings on the %s database', (kind) => {
  const app = setUpApp({ database: kind })
  let token: string
  let eventIds: Map<Kind, string>
  let all: VariedBooking[]
  beforeAll(async () => {
    ;({ token, eventIds, all } = await seedVariedBookings(app))
  })

  const everything = {
    booking_status: 'confirmed,canceled',
    event_include_disabled: 'true',
    event_include_archived: 'true',
    items_per_page: '100',
  }
  const list = (query: Record<string, string> = {}) => ok(app.origin, 'listBookings', { token, query })
  const ids = async (query: Record<string, string>) =>
    (await list({ ...everything, ...query })).bookings.map(({ id }) => id)
  const kindsOf = async (query: Record<string, string>) => {
    const found = new Set(await ids(query))
    return [...new Set(all.filter(({ id }) => found.has(id)).map((booking) => booking.kind))].toSorted()
  }

  test("a booking has its event's current title, or the original one if the event is deleted", async () => {
    const { bookings: found, total } = await list(everything)
    expect(total).toBe(all.length)
    const byStart = all.toSorted((a, b) => a.startUtc.localeCompare(b.startUtc))
    expect(byStart).toMatchObject(found)
  })

  test("answers, which can be megabytes, aren't read for a list", () => {
    expect(listed(app.db).toSQL().sql).not.toMatch(/custom_fields|search_/)
  })

  test('by default lists confirmed bookings of enabled events by start, 50 per page', async () => {
    const { bookings: found, total } = await list()
    expect(total).toBeGreaterThan(0)
    expect(found.every(({ status, eventIsEnabled }) => status === 'confirmed' && eventIsEnabled)).toBe(true)
    expect(found.map(({ startUtc }) => startUtc)).toEqual(found.map(({ startUtc }) => startUtc).toSorted())
    const more = await list({ ...everything, items_per_page: '' })
    expect(more.bookings).toHaveLength(50)
  })

  test('search is literal and ignores case and accents', async () => {
    expect(await kindsOf({ event_q: 'DEJA' })).toEqual(['paused'])
    expect(await kindsOf({ booking_q: '100%' })).toEqual(['paused'])
    expect(await kindsOf({ booking_q: 'under_s' })).toEqual(['archived'])
    expect(await ids({ booking_q: 'r_s' })).toHaveLength(
      all.filter((booking) => booking.kind === 'archived').length,
    )
    expect(await kindsOf({ booking_q: 'strasse' })).toEqual(['coming'])
    const lukas = await ids({ booking_q: 'zoe łukas' })
    expect(lukas.length).toBeGreaterThan(0)
    expect(await ids({ booking_q: 'zoe lukas' })).toEqual(lukas)
    expect(await ids({ booking_q: 'bob zoe' })).toEqual([])
  })

  test('upcoming bookings include a running meeting, but none that has ended today', async () => {
    const { id, startUtc, endUtc } = all.find((booking) => Date.parse(booking.startUtc) > START_OF_TESTS)!
    for (const [at, isUpcoming] of [
      [Date.parse(startUtc) + 60_000, true],
      [Date.parse(endUtc), false],
    ] as const) {
      app.clock.now = at
      expect((await ids({ upcoming: 'true' })).includes(id)).toBe(isUpcoming)
    }
    app.clock.now = START_OF_TESTS
  })

  test('bookings of a deleted event match the filters for ended and disabled events', async () => {
    const ended = { ...everything, event_status: 'ended' }
    expect(await kindsOf(ended)).toEqual(['deleted', 'ended', 'removed'])
    expect(await kindsOf({ ...ended, event_include_disabled: 'false' })).toEqual(['ended'])
    expect(await kindsOf({ ...ended, event_q: 'hello' })).toEqual(['deleted', 'removed'])
    expect(await kindsOf({ ...ended, event_ids: eventIds.get('deleted')! })).toEqual(['deleted'])
    // Its host finds it among the events to filter by, unlike deleted events without bookings.
    const unbooked = await ok(app.origin, 'createEvent', { token, body: { title: 'Unbooked' } })
    await ok(app.origin, 'deleteEvent', { token, params: { id: unbooked.id } })
    const deletedEvents = async (query: Record<string, string>) =>
      (await ok(app.origin, 'listEvents', { token, query })).filter(({ isDeleted }) => isDeleted)
    expect(await deletedEvents({ includeDeleted: 'true' })).toMatchObject([{ id: eventIds.get('deleted') }])
    expect(await deletedEvents({})).toEqual([])
  })

  test('rejects invalid filters with a message for each', async () => {
    const refused = await call(app.origin, 'listBookings', {
      token,
      query: {
        booking_status: 'maybe',
        meeting_after: '2027-01-04',
        duration_min: 'long',
        event_include_disabled: 'yes',
        order_by: 'title',
        items_per_page: '101',
        page: '0',
      },
    })
    expect(refused).toMatchObject({
      status: 400,
      code: 'validation_failed',
      fields: {
        'booking_status.0': 'Choose from confirmed, canceled',
        meeting_after: 'Use a date and time such as 2027-03-14T00:00:00Z',
        duration_min: 'Use a whole number of minutes',
        event_include_disabled: 'Use true or false',
        order_by: 'Sort by created_at, start_utc, updated_at, end_utc',
        items_per_page: 'Use a number up to 100',
        page: 'Use a number of at least 1',
      },
    })
    expect(await ids({ event_ids: 'no-such-event', booking_ids: '' })).toEqual([])
    expect((await list({ page: '999999999' })).bookings).toEqual([])
  })

  test('a list without entries matches everything', async () => {
    const byDefault = (await list()).total
    const lists = ['booking_ids', 'attendees', 'event_ids', 'booking_status', 'event_status', 'labels_any']
    for (const name of lists)
      for (const value of ['', ' ', ',', ' , ']) expect((await list({ [name]: value })).total).toBe(byDefault)
  })

  test("rejects values that databases can't handle, or finds nothing", async () => {
    for (const instant of [
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00+14:00',
      '9999-12-31T23:59:59-14:00',
    ]) {
      const query = { meeting_before: instant }
      expect(await call(app.origin, 'listBookings', { token, query })).toMatchObject({ status: 400 })
    }
    expect(await ids({ meeting_after: '9999-12-31T23:59:59.999Z' })).toEqual([])
    expect((await list({ ...everything, meeting_after: '0001-01-01T00:00:00Z' })).total).toBe(all.length)
    for (const name of ['booking_ids', 'attendees', 'event_ids', 'booking_q', 'event_q']) {
      expect(await ids({ [name]: 'nobody\0nothing' })).toEqual([])
    }
  })

  test('requires a session', async () => {
    expect(await call(app.origin, 'listBookings')).toMatchObject({ status: 401 })
  })

  test('finds a changed name', async () => {
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Quartz' } })
    const startUTC = '2027-01-25T15:00:00.000Z'
    const query = { bookingUrlId: event.bookingUrlId }
    const body = { fullName: 'Ada Lovelace', email: 'ada@example.com', startUTC }
    const { id } = await ok(app.origin, 'createBooking', { query, body })
    expect(await ids({ booking_q: 'quartz ada' })).toEqual([id])
    const changed = { ...body, fullName: 'Ada King', email: 'king@example.com' }
    await ok(app.origin, 'updateBooking', { params: { id }, body: changed })
    expect(await ids({ booking_q: 'lovelace' })).toEqual([])
    expect(await ids({ booking_q: 'quartz king@example' })).toEqual([id])
  })

  test('finds an address however its domain is written', async () => {
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Opal' } })
    const book = async (email: string, startUTC: string) => {
      const query = { bookingUrlId: event.bookingUrlId }
      return (await ok(app.origin, 'createBooking', { query, body: { fullName: 'Ann', email, startUTC } })).id
    }
    const id = await book('ann@Müller.example', '2027-01-26T15:00:00.000Z')
    const invited = await book('bob@example.com', '2027-01-26T16:00:00.000Z')
    const emails = ['cy@müller.example']
    await ok(app.origin, 'inviteUsers', { token, params: { id: invited }, body: { emails } })
    for (const typed of ['ann@müller.example', 'MÜLLER.example', '@xn--mller-kva.example'])
      expect(await ids({ booking_q: `opal ${typed}` })).toEqual([id])
    expect(await ids({ attendees: 'cy@Müller.example' })).toEqual([invited])
    expect(await ids({ attendees: 'müller.example' })).toEqual([id, invited])
    expect(await ids({ booking_q: 'opal ann@miller.example' })).toEqual([])
  })

  test('finds the invitee’s answers, but not the host’s notes', async () => {
    const collection = async (name: string, collectionStage: CollectionStage) => {
      const body = {
        name,
        fields: [{ type: 'multi-line' as const, label: name }],
      }
      const { id, fields } = await ok(app.origin, 'createCollection', { token, body })
      return {
        used: { id, collectionStage },
        answer: { id, fields: [{ id: fields[0]!.id, value: 'Ärger 50%' }] },
      }
    }
    const asked = await collection('Asked', 'onBooking')
    const noted = await collection('Noted', 'postBooking')
    const event = await ok(app.origin, 'createEvent', {
      token,
      body: { title: 'Onyx', customFieldsCollections: [asked.used, noted.used] },
    })
    const book = (day: number, answers: object[]) =>
      ok(app.origin, 'createBooking', {
        query: { bookingUrlId: event.bookingUrlId },
        body: {
          fullName: 'Ada Lovelace',
          email: 'ada@example.com',
          startUTC: `2027-02-0${day}T15:00:00.000Z`,
          customFieldsCollections: answers as never,
        },
      })
    const answered = await book(1, [asked.answer])
    const silent = await book(2, [])
    await ok(app.origin, 'fillPostBookingFields', {
      token,
      params: { id: silent.id },
      body: { customFieldsCollections: [noted.answer] },
    })
    expect(await ids({ booking_q: 'onyx arger' })).toEqual([answered.id])
    expect(await ids({ booking_q: 'onyx 0%' })).toEqual([answered.id])
    expect(await ids({ booking_q: 'onyx a%r' })).toEqual([])
    const { sessionToken: stranger } = await signIn(app.origin, 'stranger@example.com')
    const query = { ...everything, booking_q: 'arger' }
    expect((await ok(app.origin, 'listBookings', { token: stranger, query })).total).toBe(0)
    await app.db.execute(sql`update bookings set search_what = upper(title)`)
    await app.db.execute(sql.raw(fs.readFileSync(MIGRATION, 'utf8')))
    expect(await ids({ booking_q: 'onyx arger' })).toEqual([answered.id])
    await ok(app.origin, 'deleteEvent', { token, params: { id: event.id } })
    const gone = { event_status: 'ended' }
    expect(await ids({ ...gone, event_q: 'onyx' })).toEqual([answered.id, silent.id])
    expect(await ids({ ...gone, event_q: 'onyx arger' })).toEqual([])
    expect(await ids({ ...gone, booking_q: 'onyx arger' })).toEqual([answered.id])
    await ok(app.origin, 'cancelBooking', {
      token,
      params: { id: answered.id },
      body: { cancellationReason: 'Ill' },
    })
    const erase = { params: { id: answered.id } }
    await ok(app.origin, 'erasePersonalData', erase)
    expect(await ids({ ...gone, booking_q: 'onyx arger' })).toEqual([])
  })

  describe('of a host with 5,000 bookings', () => {
    let busy: Awaited<ReturnType<typeof signIn>>
    beforeAll(async () => {
      busy = await signIn(app.origin, 'busy@example.com')
      const event = await ok(app.origin, 'createEvent', { token: busy.sessionToken, body: { title: 'Talk' } })
      await insertManyBookings(app.db, {
        hostId: busy.user.id,
        eventId: event.id,
        count: 5_000,
        from: START_OF_TESTS,
      })
    })
    const whereFound = async (query: Record<string, string>) =>
      filterBookings(await ownBookings(app.db, busy.user.id), bookingFilters.parse(query), app.clock.now)

    test('a search uses an index', async () => {
      const query = { booking_q: 'questions no.3711', attendees: 'guest' }
      const { bookings: found } = await ok(app.origin, 'listBookings', { token: busy.sessionToken, query })
      expect(found.map(({ description }) => description)).toEqual(['Bring questions on no.3711'])
      const where = await whereFound({ booking_q: 'no.3711' })
      const plan = await app.db.execute(sql`explain select from bookings where ${where}`)
      expect(JSON.stringify(plan)).toContain('Bitmap Index Scan on bookings_searched')
    })

    test.each<[string, Record<string, string>, string]>([
      ['a late page', { page: '60' }, 'Index Only Scan using bookings_by_start'],
      ['the upcoming ones', { upcoming: 'true' }, 'Index Only Scan using bookings_by_start'],
      [
        'a late page by creation',
        { order_by: '-created_at', page: '60' },
        'Index Only Scan Backward using bookings_by_creation',
      ],
    ])('the bookings before %s are passed in an index alone', async (_what, query, scan) => {
      const { bookings: found } = await ok(app.origin, 'listBookings', { token: busy.sessionToken, query })
      expect(found).toHaveLength(50)
      const page = pageOf(app.db, await whereFound(query), bookingListQuery.parse(query))
      const plan = await app.db.transaction(async (tx) => {
        // With so few bookings, reading them all would be as fast.
        await tx.execute(sql`set local enable_seqscan = off`)
        await tx.execute(sql`set local enable_bitmapscan = off`)
        return JSON.stringify(await tx.execute(sql`explain ${page}`))
      })
      expect(plan).toContain(scan)
    })
  })
})
