import { beforeAll, describe, expect, test } from 'vitest'
import { defaultWeek } from '../../contract/hours/weekly-availability.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'

describe('events', () => {
  const app = setUpApp()
  let token: string
  beforeAll(async () => {
    token = (await signIn(app.origin, 'ada@example.com')).sessionToken
  })

  const create = (body: Record<string, unknown> = {}) =>
    ok(app.origin, 'createEvent', { token, body: { title: 'Talk', ...body } })
  const update = (id: string, body: unknown) =>
    call(app.origin, 'updateEvent', { token, params: { id }, body })

  test('a title is enough to create an event with defaults', async () => {
    const reply = await call(app.origin, 'createEvent', { token, body: { title: '  Talk ' } })
    expect(reply.status).toBe(201)
    if (!reply.success) return
    expect(reply.data).toMatchObject({
      title: 'Talk',
      description: '',
      duration: 30,
      bufferTime: 0,
      meetVia: 'google-meet',
      timezone: 'America/New_York',
      calendarId: 'ada@example.com',
      isEnabled: true,
      is_active: true,
      isArchived: false,
      isDeleted: false,
      allowUsersToCancel: true,
      allowUsersToEdit: true,
      allowGuestsToChange: true,
      showUsersTheBookingStartDate: true,
      eventStartDate: null,
      eventStartTime: '00:00',
      eventEndDate: null,
      eventEndTime: '23:59',
      status: 'active',
      bookingsCount: 0,
      weeklySlots: defaultWeek(),
      weeklyAvailabilitySlots: defaultWeek(),
    })
    expect(reply.data.bookingUrlId).toBe(`event_${reply.data.bookingLinkId}`)
    expect(reply.data.booking_url_id).toBe(reply.data.bookingUrlId)
  })

  test('returns what was saved, under all property names', async () => {
    const week = { ...defaultWeek(), monday: { enabled: true, slots: [{ start: '10:00', end: '12:30' }] } }
    const body = {
      title: 'Länge <b>&amp;',
      description: 'one\r\ntwo',
      duration: 45,
      meetVia: 'phone',
      location: '+91 11 2345\n(ring twice)',
      timezone: 'Asia/Kolkata',
      calendarId: null,
      isEnabled: false,
      eventStartUtc: '2027-02-01T00:00:00+05:30',
      eventEndUtc: '2027-02-28T18:29:00.000Z',
      bookingStartUtc: '2027-01-10T18:30:00.000Z',
      bookingEndUtc: '2027-02-20T10:00:00.000Z',
      bufferTime: 15,
      allowUsersToCancel: false,
      allowUsersToEdit: false,
      allowGuestsToChange: false,
      showUsersTheBookingStartDate: false,
      weeklyAvailabilitySlots: week,
    }
    const { id } = await create(body)
    const event = await ok(app.origin, 'getEvent', { token, params: { id } })
    expect(event).toMatchObject({
      title: 'Länge <b>&amp;',
      description: 'one\ntwo',
      eventStartUtc: '2027-01-31T18:30:00.000Z',
      startDate: '2027-01-31T18:30:00.000Z',
      eventEndUtc: '2027-02-28T18:29:00.000Z',
      eventStartDate: '2027-02-01',
      eventStartTime: '00:00',
      eventEndDate: '2027-02-28',
      eventEndTime: '23:59',
      bookingStartDate: '2027-01-11',
      bookingendUtc: '2027-02-20T10:00:00.000Z',
      bookingEndUtc: '2027-02-20T10:00:00.000Z',
      bookingEndTime: '15:30',
      status: 'not-started',
      weeklySlots: week,
      bufferTime: 15,
      allowUsersToEdit: false,
      allowGuestsToChange: false,
      location: '+91 11 2345\n(ring twice)',
    })
  })

  test('a partial update changes only its properties', async () => {
    const before = await create({ duration: 45, isArchived: false })
    const disabled = await update(before.id, { isEnabled: false })
    expect(disabled).toMatchObject({
      status: 200,
      data: { isEnabled: false, is_active: false, duration: 45 },
    })
    app.clock.now += 1000
    const cleared = await update(before.id, { eventStartUtc: '2027-02-01T00:00:00Z' })
    expect(cleared).toMatchObject({ data: { eventStartUtc: '2027-02-01T00:00:00.000Z', isEnabled: false } })
    expect(await update(before.id, { eventStartUtc: null })).toMatchObject({
      data: { eventStartUtc: null, title: 'Talk' },
    })
    expect(cleared.success && cleared.data.updatedAt > before.updatedAt).toBe(true)
  })

  test('its own duration isn’t another one', async () => {
    const made = await create({ duration: 30, rules: { durations: [30, 60] } })
    expect(made.rules.durations).toEqual([60])
    expect(await update(made.id, { duration: 60 })).toMatchObject({
      data: { duration: 60, rules: { durations: [30] } },
    })
    const { durations } = await ok(app.origin, 'getPublicEvent', {
      params: { bookingUrlId: made.bookingUrlId },
    })
    expect(durations).toEqual([30, 60])
  })

  test('rejects a change based on an older version', async () => {
    const { id, version } = await create()
    expect(await update(id, { title: 'First', version })).toMatchObject({
      status: 200,
      data: { title: 'First', version: version + 1 },
    })
    expect(await update(id, { title: 'Second', version })).toMatchObject({
      status: 409,
      code: 'edit_conflict',
      error: 'Someone changed this since you opened it. Reload to see the latest version.',
    })
    expect(await ok(app.origin, 'getEvent', { token, params: { id } })).toMatchObject({ title: 'First' })
    // Only one of several concurrent changes with the same version succeeds.
    const tries = await Promise.all(
      [1, 2, 3, 4].map((number) => update(id, { title: `Try ${number}`, version: version + 1 })),
    )
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    // Without a version, the last change wins.
    expect((await update(id, { title: 'Third' })).status).toBe(200)
  })

  test('filters the list by status, by accepting bookings and by archived', async () => {
    const host = await signIn(app.origin, 'lister@example.com')
    const mine = { token: host.sessionToken }
    const make = (body: object) => ok(app.origin, 'createEvent', { ...mine, body })
    await make({ title: 'future', eventStartUtc: '2028-01-01T00:00:00Z' })
    await make({ title: 'past', eventStartUtc: '2020-01-01T00:00:00Z', eventEndUtc: '2020-02-01T00:00:00Z' })
    await make({ title: 'now off', isEnabled: false })
    await make({ title: 'archived', isArchived: true })
    await make({ title: 'too long', duration: 600 })
    const titles = async (query: Record<string, string>) =>
      (await ok(app.origin, 'listEvents', { ...mine, query })).map((event) => event.title).toSorted()
    expect(await titles({})).toEqual(['future', 'now off', 'past', 'too long'])
    expect(await titles({ status: 'not-started' })).toEqual(['future'])
    expect(await titles({ status: 'active' })).toEqual(['now off', 'too long'])
    expect(await titles({ status: 'ended' })).toEqual(['past'])
    expect(await titles({ acceptingBookings: 'true' })).toEqual(['future'])
    expect(await titles({ acceptingBookings: 'false' })).toEqual(['now off', 'past', 'too long'])
    expect(await titles({ acceptingBookings: 'true', includeArchived: 'true' })).toEqual(['future'])
    expect(await titles({ includeArchived: 'true' })).toContain('archived')
    expect(await call(app.origin, 'listEvents', { ...mine, query: { status: 'odd' } })).toMatchObject({
      status: 400,
      fields: { status: 'Status must be one of not-started, active, ended, deleted' },
    })
  })

  test('an end of 23:59 is the end of the day for the status too', async () => {
    const { id } = await create({ timezone: 'UTC', eventEndUtc: '2027-02-01T23:59:00.000Z' })
    const status = async () => (await ok(app.origin, 'getEvent', { token, params: { id } })).status
    const before = app.clock.now
    app.clock.now = Date.parse('2027-02-01T23:59:59.999Z')
    expect(await status()).toBe('active')
    app.clock.now += 1
    expect(await status()).toBe('ended')
    app.clock.now = before
  })

  test('zones are stored in their usual spelling', async () => {
    expect((await create({ timezone: 'america/new_york' })).timezone).toBe('America/New_York')
    expect((await create({ timezone: 'Asia/Kolkata' })).timezone).toBe('Asia/Kolkata')
    expect((await create({ timezone: 'utc' })).timezone).toBe('UTC')
  })

  test("another host's event looks like one that doesn't exist", async () => {
    const { id } = await create()
    const stranger = (await signIn(app.origin, 'eve@example.com')).sessionToken
    for (const wrong of [id, 'fd0b0e2e-37b1-4f02-9c6d-2b52e3a0a001', 'no-id', "'; drop table events; --"]) {
      for (const name of ['getEvent', 'deleteEvent'] as const) {
        const reply = await call(app.origin, name, { token: stranger, params: { id: wrong } })
        expect(reply).toMatchObject({ status: 404, error: 'Not found', code: 'not_found' })
      }
      const reply = await call(app.origin, 'updateEvent', {
        token: stranger,
        params: { id: wrong },
        body: { title: 'Mine' },
      })
      expect(reply).toMatchObject({ status: 404, error: 'Not found' })
    }
    expect(await ok(app.origin, 'getEvent', { token, params: { id } })).toMatchObject({ title: 'Talk' })
    for (const name of [
      'listEvents',
      'createEvent',
      'getEvent',
      'updateEvent',
      'deleteEvent',
      'listCalendars',
    ] as const) {
      expect(
        (await call(app.origin, name, { params: { id }, ...(name === 'createEvent' && { body: {} }) }))
          .status,
      ).toBe(401)
    }
  })

  test('keeps names in any script, without bidirectional control characters', async () => {
    expect((await create({ title: 'שיחה <script>alert(1)</script>' })).title).toBe(
      'שיחה <script>alert(1)</script>',
    )
    expect((await create({ title: 'invoice\u202egpj.exe' })).title).toBe('invoice gpj.exe')
  })

  test("ignores unknown properties and other hosts' ids in a body", async () => {
    const mine = await create()
    const other = await signIn(app.origin, 'eve@example.com')
    const event = await create({
      id: mine.id,
      hostId: other.user.id,
      bookingLinkId: 'taken',
      createdAt: '1999',
    })
    expect(event.id).not.toBe(mine.id)
    expect(event.bookingLinkId).not.toBe('taken')
    expect((await ok(app.origin, 'getEvent', { token, params: { id: event.id } })).createdAt).not.toBe('1999')
  })

  test('the public event contains nothing private', async () => {
    const event = await create({ title: 'Open', bookingStartUtc: '2026-12-01T00:00:00Z' })
    const reply = await call(app.origin, 'getPublicEvent', { params: { bookingUrlId: event.bookingUrlId } })
    expect(reply).toMatchObject({
      status: 200,
      data: {
        id: event.id,
        title: 'Open',
        startDate: '2026-12-01T00:00:00.000Z',
        endDate: null,
        timezone: 'America/New_York',
      },
    })
    expect(JSON.stringify(reply)).not.toContain('ada@example.com')
    await update(event.id, { isEnabled: false })
    const params = { bookingUrlId: event.bookingUrlId }
    const refused = { status: 403, error: 'This event is not accepting bookings.' }
    expect(await call(app.origin, 'getPublicEvent', { params })).toMatchObject(refused)
    await update(event.id, { isEnabled: true, isArchived: true })
    expect(await call(app.origin, 'getPublicEvent', { params })).toMatchObject(refused)
    for (const bookingUrlId of ['event_nothing', 'nothing', event.bookingLinkId, 'event_\u0000', 'event_']) {
      expect(await call(app.origin, 'getPublicEvent', { params: { bookingUrlId } })).toMatchObject({
        status: 400,
        error: 'This event was not found or has been deleted.',
      })
    }
  })
})
