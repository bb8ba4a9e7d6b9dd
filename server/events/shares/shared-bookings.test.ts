import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '../../../availability/units.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import { BASE_PATH, CLIENT_HEADER, routes } from '../../../contract/api/routes.ts'
import { bookingRow } from '../../../testing/databases/booking-rows.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { shareWith } from '../../../testing/bookings/shared-event.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { jobs } from '../../db/tables/jobs.ts'
import { bookingGuests, bookings } from '../../db/tables/bookings.ts'

describe('bookings of shared events', () => {
  const app = setUpApp()
  let round = 0
  let max: string
  let maxEmail: string
  beforeEach(async () => {
    maxEmail = `max${++round}@example.com`
    max = (await signIn(app.origin, maxEmail)).sessionToken
  })

  /** An owner with an event, a booking of it by each of these people, and one of an event that nobody else sees. */
  async function ownerWith(name: string, ...people: string[]) {
    const { sessionToken: token, user } = await signIn(app.origin, `${name}${round}@example.com`, { name })
    const event = await ok(app.origin, 'createEvent', { token, body: { title: `Talk with ${name}` } })
    const secret = await ok(app.origin, 'createEvent', { token, body: { title: 'Secret plan' } })
    const row = (of: Event, fullName: string, at: number) =>
      bookingRow({
        hostId: user.id,
        eventId: of.id,
        title: of.title,
        startAt: START_OF_TESTS + at * HOUR,
        fullName,
        email: `${fullName.toLowerCase()}@example.com`,
        entryRemovedAt: START_OF_TESTS,
      })
    const rows = people.map((who, at) => row(event, who, at * 2 + name.length * 3))
    await app.db.insert(bookings).values([...rows, row(secret, 'Hidden', 40)])
    return { token, hostId: user.id, event, ids: rows.map(({ id }) => id) }
  }
  const list = async (query: Record<string, string> = {}, token = max) =>
    (await ok(app.origin, 'listBookings', { token, query: { shared: 'true', ...query } })).bookings
  const names = async (query: Record<string, string> = {}) =>
    (await list(query)).map(({ fullName }) => fullName)
  const share = (of: { token: string; event: Event }, role: 'view' | 'manage' = 'view') =>
    shareWith(app, { owner: of.token, eventId: of.event.id }, maxEmail, role)

  test('are listed across owners, filtered and paged, without anything of the owner’s other events', async () => {
    const ada = await ownerWith('Ada', 'Ann', 'Bea')
    const grace = await ownerWith('Grace', 'Cyd')
    await ownerWith('Nobody', 'Not')
    await share(ada, 'manage')
    await share(grace)
    expect(await names()).toEqual(['Ann', 'Bea', 'Cyd'])
    expect(await names({ order_by: '-start_utc', items_per_page: '2' })).toEqual(['Cyd', 'Bea'])
    expect(await names({ event_ids: grace.event.id })).toEqual(['Cyd'])
    expect(await names({ booking_q: 'bea' })).toEqual(['Bea'])
    expect(await names({ event_q: 'plan' })).toEqual([])
    await app.db
      .insert(bookingGuests)
      .values([
        { hostId: ada.hostId, bookingId: ada.ids[1]!, email: 'zoe@example.com', invitedAt: START_OF_TESTS },
      ])
    expect(await names({ attendees: 'zoe, cyd' })).toEqual(['Bea', 'Cyd'])
    const [ann, , cyd] = await list()
    expect(await names({ booking_ids: ann!.id })).toEqual(['Ann'])
    expect(await names({ booking_ids: ada.ids[0]! })).toEqual([])
    expect([ann!.share, cyd!.share]).toEqual([
      { ownerName: 'Ada', role: 'manage' },
      { ownerName: 'Grace', role: 'view' },
    ])
    expect(ann!.calendarEntryRemovedAt).toBeNull()
    expect(await ok(app.origin, 'listBookings', { token: max })).toEqual({ bookings: [], total: 0 })
    const own = (await ok(app.origin, 'listBookings', { token: ada.token })).bookings
    expect(own.map((booking) => [booking.id, booking.share])).toContainEqual([ada.ids[0], null])
  })

  test('are exported with guests and notes, without ids', async () => {
    const ada = await ownerWith('Ada', 'Ann')
    const grace = await ownerWith('Grace', 'Cyd')
    await share(ada)
    await share(grace)
    await app.db.insert(bookingGuests).values([
      { hostId: ada.hostId, bookingId: ada.ids[0]!, email: 'zoe@example.com', invitedAt: START_OF_TESTS },
      { hostId: grace.hostId, bookingId: grace.ids[0]!, email: 'yan@example.com', invitedAt: START_OF_TESTS },
    ])
    const response = await fetch(`${app.origin}${BASE_PATH}${routes.exportBookings.path}?shared=true`, {
      headers: { [CLIENT_HEADER.name]: CLIENT_HEADER.value, authorization: `Bearer ${max}` },
    })
    const csv = await response.text()
    const lines = csv.trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/Ann.*zoe@example\.com/)
    expect(lines[2]).toMatch(/Cyd.*yan@example\.com/)
    for (const id of [...ada.ids, ...grace.ids, 'Hidden']) expect(csv).not.toContain(id)
  })

  test('never show their own ids, which would outlast the share', async () => {
    const ada = await ownerWith('Ada', 'Ann')
    const member = await share(ada, 'manage')
    const listed = await list()
    const read = await ok(app.origin, 'getBooking', { token: max, params: { id: listed[0]!.id } })
    expect(read.access).toMatchObject({ role: 'member', shareRole: 'manage', canInvite: false })
    expect(read.bookingData).toMatchObject({
      id: listed[0]!.id,
      email: 'ann@example.com',
      calendarEntryRemovedAt: null,
    })
    expect(JSON.stringify([listed, read])).not.toContain(ada.ids[0])
    await member.unshare()
    expect(await list()).toEqual([])
    expect((await call(app.origin, 'getBooking', { token: max, params: { id: listed[0]!.id } })).status).toBe(
      404,
    )
  })

  test('are not shared by sharing a collection', async () => {
    const ada = await ownerWith('Ada', 'Ann')
    const body = { name: 'About you', fields: [{ type: 'single-line', label: 'Company' }] }
    const { id } = await ok(app.origin, 'createCollection', { token: ada.token, body })
    const customFieldsCollections = [{ id }]
    await ok(app.origin, 'updateEvent', {
      token: ada.token,
      params: { id: ada.event.id },
      body: { customFieldsCollections },
    })
    await ok(app.origin, 'shareCollection', { token: ada.token, params: { id }, body: { email: maxEmail } })
    expect(await list()).toEqual([])
    expect(await ok(app.origin, 'listSharedEvents', { token: max })).toEqual([])
  })

  test('have private notes that owner and members fill in together', async () => {
    const ada = await ownerWith('Ada', 'Ann')
    await share(ada)
    const [{ id } = { id: '' }] = await list()
    const collection = await ok(app.origin, 'createCollection', {
      token: ada.token,
      body: {
        name: 'Notes',
        fields: ['Budget', 'Next step'].map((label) => ({ type: 'single-line', label })),
      },
    })
    const customFieldsCollections = [{ id: collection.id, collectionStage: 'postBooking' }]
    // Added after the booking.
    await ok(app.origin, 'updateEvent', {
      token: ada.token,
      params: { id: ada.event.id },
      body: { customFieldsCollections },
    })
    const [budget, next] = collection.fields.map((field) => field.id)
    const fill = (token: string, bookingId: string, field: string, value: string) =>
      ok(app.origin, 'fillPostBookingFields', {
        token,
        params: { id: bookingId },
        body: { customFieldsCollections: [{ id: collection.id, fields: [{ id: field, value }] }] },
      })
    const [, filled] = await Promise.all([
      fill(ada.token, ada.ids[0]!, budget!, '10k'),
      fill(max, id, next!, 'Call back'),
    ])
    expect(filled.id).toBe(id)
    for (const [token, as] of [[ada.token, ada.ids[0]!] as const, [max, id] as const]) {
      const { bookingData } = await ok(app.origin, 'getBooking', { token, params: { id: as } })
      expect(bookingData.customFieldsCollections[0]!.fields.map(({ value }) => value)).toEqual([
        '10k',
        'Call back',
      ])
    }
  })

  test('a cancellation by a member is recorded as theirs and emailed to everyone', async () => {
    const ada = await ownerWith('Ada', 'Ann')
    await share(ada, 'manage')
    const [{ id } = { id: '' }] = await list()
    const cancel = () =>
      call(app.origin, 'cancelBooking', { token: max, params: { id }, body: { cancellationReason: 'Sick' } })
    const twice = await Promise.all([cancel(), cancel()])
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(twice.find(({ success }) => success)).toMatchObject({ data: { id, status: 'canceled' } })
    const { bookingData } = await ok(app.origin, 'getBooking', {
      token: ada.token,
      params: { id: ada.ids[0]! },
    })
    expect(bookingData).toMatchObject({ canceledBy: 'member', cancellationReason: 'Sick' })
    expect(bookingData.history).toMatchObject([{ action: 'canceled', by: 'member', byEmail: maxEmail }])
    const mails = await app.db
      .select({ payload: jobs.payload })
      .from(jobs)
      .where(and(eq(jobs.kind, 'sendMail'), sql`${jobs.payload} ->> 'bookingId' = ${ada.ids[0]!}`))
    const by = { role: 'member', email: maxEmail }
    expect(mails.map(({ payload }) => payload)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ role: 'host', kind: 'canceled', by }),
        expect.objectContaining({ role: 'invitee', kind: 'canceled', by }),
      ]),
    )
    expect(mails).toHaveLength(2)
  })
})
