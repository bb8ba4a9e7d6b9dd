import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Event } from '../../contract/event.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { call, ok, signIn, START_OF_TESTS, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { jobs } from '../db/schema.ts'

const HOUR = 3_600_000
const ten = '2027-01-04T15:00:00.000Z'
const tenThirty = '2027-01-04T15:30:00.000Z'
const eleven = '2027-01-04T16:00:00.000Z'
const byInvitee = { canceledBy: 'invitee', canceledVia: 'confirmationPage', cancellationReason: 'Ill' }

describe.each(databaseKinds())('changing bookings on the %s database', (kind) => {
  let app: TestApp
  let token: string
  let stranger: string
  let event: Event
  let host = 0
  beforeAll(async () => {
    app = await startTestApp(kind, { calendarPollMs: null })
    stranger = (await signIn(app.origin, 'eve@example.com')).sessionToken
  })
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    token = (await signIn(app.origin, `host${++host}@example.com`)).sessionToken
    event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
  })
  afterAll(() => app.close())

  const invitee = { fullName: 'Bob', email: 'bob@example.com' }
  const booked = async (startUTC = ten, more: object = {}) =>
    (
      await ok(app.origin, 'createBooking', {
        query: { bookingUrlId: event.bookingUrlId },
        body: { ...invitee, startUTC, ...more },
      })
    ).id
  const starts = async () =>
    (
      await ok(app.origin, 'listSlots', {
        params: { id: event.id },
        query: { dateFrom: '2027-01-04', dateTo: '2027-01-04', timezone: 'America/New_York' },
      })
    ).map((slot) => slot.startUtc)
  const change = (id: string, body: object, as?: string) =>
    call(app.origin, 'updateBooking', {
      params: { id },
      body: { ...invitee, startUTC: ten, ...body },
      ...(as && { token: as }),
    })
  const cancel = (id: string, body: object = byInvitee, as?: string) =>
    call(app.origin, 'cancelBooking', { params: { id }, body, ...(as && { token: as }) })
  const read = async (id: string) => (await ok(app.origin, 'getBooking', { params: { id } })).bookingData
  const jobsOf = (bookingId: string) =>
    app.db
      .select()
      .from(jobs)
      .where(and(eq(jobs.kind, 'syncCalendarEntry')))
      .then((all) => all.filter((job) => job.payload['bookingId'] === bookingId).length)

  test('a booking moves, keeps its id, and leaves its old slot free at once', async () => {
    const id = await booked()
    const reply = await change(id, { startUTC: eleven, fullName: 'Bobby' })
    expect(reply).toMatchObject({ status: 200, data: { id } })
    expect(await read(id)).toMatchObject({
      startUtc: eleven,
      duration: 30,
      fullName: 'Bobby',
      status: 'confirmed',
    })
    expect(await starts()).toContain(ten)
    expect(await starts()).not.toContain(eleven)
    expect(await jobsOf(id)).toBe(2)
    // Asked again after a lost answer it is done already.
    expect((await change(id, { startUTC: eleven, fullName: 'Bobby' })).status).toBe(200)
    expect(await jobsOf(id)).toBe(2)
  })

  test('a slot that overlaps its own is free for it; one of another booking, or none, is not', async () => {
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { duration: 60 } })
    const id = await booked()
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { duration: 30 } })
    expect((await change(id, { startUTC: tenThirty })).status).toBe(200)
    expect((await read(id)).duration).toBe(30)
    const other = await booked(eleven)
    const none = '2027-01-04T15:07:00.000Z'
    for (const startUTC of [eleven, none, '2027-01-02T15:00:00.000Z']) {
      expect(await change(id, { startUTC })).toMatchObject({ status: 409, code: 'slot_not_found' })
    }
    expect(await read(id)).toMatchObject({ startUtc: tenThirty })
    expect(await read(other)).toMatchObject({ startUtc: eleven })
  })

  test('who may change, and until when', async () => {
    const id = await booked()
    expect((await change(id, { fullName: 'By nobody' })).status).toBe(200)
    expect((await change(id, { fullName: 'By a stranger' }, stranger)).status).toBe(200)
    const set = (body: object) => ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body })
    await set({ allowUsersToEdit: false })
    for (const as of [undefined, stranger]) {
      expect(await change(id, { fullName: 'x' }, as)).toMatchObject({ status: 403, code: 'forbidden' })
    }
    expect((await change(id, { fullName: 'By the host' }, token)).status).toBe(200)
    await set({ allowUsersToEdit: true, isEnabled: false })
    expect(await change(id, { startUTC: eleven })).toMatchObject({ status: 403, code: 'event_not_accepting' })
    expect((await change(id, { fullName: 'Still Bob' })).status).toBe(200)
    app.clock.now = Date.parse(ten)
    expect((await change(id, { fullName: 'x' })).status).toBe(403)
    expect((await change(id, { fullName: 'x' }, token)).status).toBe(200)
    expect(await change('unknown', {})).toMatchObject({ status: 404, error: 'Booking not found' })
    expect(await change(id, { fullName: ' ' }, token)).toMatchObject({
      status: 400,
      fields: { fullName: 'Please enter your full name' },
    })
  })

  test('where to meet is told to whoever has booked, as it was then, and to nobody else', async () => {
    const where = (location: string) =>
      ok(app.origin, 'updateEvent', {
        token,
        params: { id: event.id },
        body: { meetVia: 'in-person', location },
      })
    await where('1 Willow Lane')
    const id = await booked()
    await where('2 Willow Lane')
    const told = async () => (await ok(app.origin, 'getBooking', { params: { id } })).eventData.location
    expect(await told()).toBe('1 Willow Lane')
    const { bookingUrlId } = event
    const open = await ok(app.origin, 'getPublicEvent', { params: { bookingUrlId } })
    expect(JSON.stringify(open)).not.toContain('Willow')
    // A new time is a new appointment.
    expect((await change(id, { startUTC: eleven })).status).toBe(200)
    expect(await told()).toBe('2 Willow Lane')
  })

  test('a cancellation frees the slot, keeps its reason, and happens once', async () => {
    const id = await booked()
    const tries = await Promise.all([1, 2, 3, 4].map(() => cancel(id)))
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await read(id)).toMatchObject({
      status: 'canceled',
      cancellationReason: 'Ill',
      canceledBy: 'invitee',
      canceledAt: new Date(START_OF_TESTS).toISOString(),
    })
    expect(await starts()).toContain(ten)
    expect(await jobsOf(id)).toBe(2)
    expect(await change(id, { startUTC: eleven }, token)).toMatchObject({
      status: 409,
      error: 'This booking has been canceled already.',
    })
    expect((await cancel(id, { cancellationReason: 'x' }, token)).status).toBe(409)
    expect((await booked()).length).toBeGreaterThan(0)
  })

  test('who may cancel, and what it takes', async () => {
    const id = await booked()
    for (const cancellationReason of [undefined, '', ' \n ']) {
      expect(await cancel(id, { ...byInvitee, cancellationReason })).toMatchObject({
        status: 400,
        error: 'Please provide a reason for canceling this booking.',
      })
    }
    expect((await cancel(id, { cancellationReason: 'x' })).status).toBe(401)
    expect((await cancel(id, { cancellationReason: 'x' }, stranger)).status).toBe(404)
    const set = (body: object) => ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body })
    await set({ allowUsersToCancel: false })
    for (const as of [undefined, stranger]) expect((await cancel(id, byInvitee, as)).status).toBe(403)
    await set({ allowUsersToCancel: true })
    app.clock.now = Date.parse(ten)
    expect((await cancel(id)).status).toBe(403)
    expect(await cancel(id, { cancellationReason: 'Away' }, token)).toMatchObject({
      status: 200,
      data: { id, status: 'canceled' },
    })
    expect(await read(id)).toMatchObject({ canceledBy: 'host', cancellationReason: 'Away' })
    expect((await cancel('unknown')).status).toBe(404)
  })

  test('changing and cancelling at once: one word holds, and no two bookings meet', async () => {
    for (let round = 0; round < 8; round++) {
      const [first, second] = [await booked(ten), await booked(eleven)]
      const replies = await Promise.all([
        change(first, { startUTC: tenThirty }),
        change(second, { startUTC: tenThirty }),
        cancel(first),
        change(first, { fullName: 'Robert' }),
      ])
      for (const { status } of replies) expect([200, 409]).toContain(status)
      expect(await read(first)).toMatchObject({ status: 'canceled' })
      const free = await starts()
      const { startUtc } = await read(second)
      expect(free).not.toContain(startUtc)
      for (const other of [ten, tenThirty, eleven]) if (other !== startUtc) expect(free).toContain(other)
      await ok(app.origin, 'cancelBooking', {
        token,
        params: { id: second },
        body: { cancellationReason: 'x' },
      })
    }
  })

  test('answers given anew replace those before; what is asked no more keeps its answer', async () => {
    const collection = await ok(app.origin, 'createCollection', {
      token,
      body: {
        name: 'About you',
        fields: [
          { type: 'single-line', label: 'Company', isRequired: true },
          { type: 'single-line', label: 'Mood' },
        ],
      },
    })
    await ok(app.origin, 'updateEvent', {
      token,
      params: { id: event.id },
      body: { customFieldsCollections: [{ id: collection.id }] },
    })
    const [company, mood] = collection.fields
    const answers = (list: [{ id: string } | undefined, string][]) => [
      { id: collection.id, fields: list.map(([field, value]) => ({ id: field!.id, value })) },
    ]
    const id = await booked(ten, {
      customFieldsCollections: answers([
        [company, 'Acme'],
        [mood, 'Fine'],
      ]),
    })
    const values = async () =>
      (await read(id)).customFieldsCollections.flatMap(({ fields }) =>
        fields.map(({ label, value }) => [label, value]),
      )
    expect((await change(id, { fullName: 'Bobby' })).status).toBe(200)
    expect(await values()).toEqual([
      ['Company', 'Acme'],
      ['Mood', 'Fine'],
    ])
    expect(await change(id, { customFieldsCollections: [] })).toMatchObject({
      status: 400,
      error: 'Please fill in the following: Company',
    })
    await ok(app.origin, 'updateCollection', {
      token,
      params: { id: collection.id },
      body: { fields: [company!, { ...mood!, isDeleted: true }] },
    })
    expect((await change(id, { customFieldsCollections: answers([[company, 'Acme Ltd']]) })).status).toBe(200)
    expect(await values()).toEqual([
      ['Company', 'Acme Ltd'],
      ['Mood', 'Fine'],
    ])
    // The same once more, as after a lost answer, changes nothing and tells nobody.
    const before = await jobsOf(id)
    expect((await change(id, { customFieldsCollections: answers([[company, 'Acme Ltd']]) })).status).toBe(200)
    expect(await jobsOf(id)).toBe(before)
  })

  test('what the host fills in is not lost to an invitee who changes their answers meanwhile', async () => {
    const collection = (name: string) =>
      ok(app.origin, 'createCollection', {
        token,
        body: { name, fields: [{ type: 'single-line', label: name }] },
      })
    const [asked, own] = [await collection('Asked'), await collection('Own')]
    await ok(app.origin, 'updateEvent', {
      token,
      params: { id: event.id },
      body: { customFieldsCollections: [{ id: asked.id }, { id: own.id, collectionStage: 'postBooking' }] },
    })
    const answer = (to: typeof own, value: string) => [
      { id: to.id, fields: [{ id: to.fields[0]!.id, value }] },
    ]
    const id = await booked(ten, { customFieldsCollections: answer(asked, 'first') })
    for (let round = 0; round < 10; round++) {
      const value = `round ${round}`
      const replies = await Promise.all([
        change(id, { customFieldsCollections: answer(asked, value) }),
        call(app.origin, 'fillPostBookingFields', {
          token,
          params: { id },
          body: { customFieldsCollections: answer(own, value) },
        }),
      ])
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      const { bookingData } = await ok(app.origin, 'getBooking', { token, params: { id } })
      const values = bookingData.customFieldsCollections.flatMap(({ fields }) =>
        fields.map((one) => one.value),
      )
      expect(values).toEqual([value, value])
    }
  })

  test('an event that is deleted lets nobody but its host change its bookings', async () => {
    const id = await booked()
    await ok(app.origin, 'deleteEvent', { token, params: { id: event.id } })
    expect((await change(id, { fullName: 'x' })).status).toBe(403)
    expect((await change(id, { fullName: 'x' }, token)).status).toBe(200)
    expect((await cancel(id)).status).toBe(200)
  })

  test('one address does a hundred things an hour, in whatever call; a host as many as they like', async () => {
    const startUTC = '2027-01-08T15:00:00.000Z'
    // A window of its own, whatever the other tests have used.
    app.clock.now = Date.parse('2027-01-06T14:00:00.000Z')
    const id = await booked(startUTC)
    // What is refused, or is done already, does not count.
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await change(id, { startUTC })).status).toBe(200)
      expect((await change(id, { startUTC: '2027-01-09T15:00:00.000Z' })).status).toBe(409)
    }
    for (let number = 2; number <= 98; number++) {
      expect((await change(id, { startUTC, fullName: `Bob ${number}` })).status).toBe(200)
    }
    expect((await booked('2027-01-08T16:00:00.000Z')).length).toBeGreaterThan(0)
    expect((await cancel(id)).status).toBe(200)
    const another = { ...invitee, startUTC: '2027-01-08T17:00:00.000Z' }
    const book = () =>
      call(app.origin, 'createBooking', { query: { bookingUrlId: event.bookingUrlId }, body: another })
    const over = await book()
    expect(over).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      error: 'Too many booking attempts. Please try again after 15:00 UTC.',
    })
    expect(over.headers.get('retry-after')).toBe('3600')
    app.clock.now += HOUR - 1
    expect((await book()).status).toBe(429)
    app.clock.now += 1
    expect((await book()).status).toBe(201)
  })

  test('an address is told to whoever asks from it', async () => {
    expect((await ok(app.origin, 'getClientAddress')).ip).toMatch(/^(::ffff:)?127\.0\.0\.1$|^::1$/)
  })
})
