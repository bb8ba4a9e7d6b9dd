import { beforeEach, expect, test } from 'vitest'
import type { Slot } from '../../../contract/events/slot.schema.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import { scopes } from '../../../contract/scopes.ts'
import { idOf, setUpRules } from '../../../testing/bookings/ruled-events.ts'
import { shareWith } from '../../../testing/bookings/shared-event.ts'
import { call, ok, signIn } from '../../../testing/server/test-app.ts'
import { issueToken } from '../../auth/oauth-clients/access-token.ts'

const { app, host, create, update, slots, book, move } = setUpRules()
const start = '01-05 15:00'
const query = { dateFrom: '2027-01-04', dateTo: '2027-01-08', timezone: 'UTC' }
let event: Event
beforeEach(async () => {
  event = await create({ linksOnly: true })
})

const createLink = () =>
  ok(app.origin, 'createEventLink', { token: host.token, params: { id: event.id }, body: {} })
const ask = (more: object = {}, token?: string) =>
  call(app.origin, 'listSlots', {
    params: { id: event.id },
    query: { ...query, ...more },
    ...(token !== undefined && { token }),
  })

test('one-off links replace the event’s own', async () => {
  const { bookingUrlId } = event
  expect(await call(app.origin, 'getPublicEvent', { params: { bookingUrlId } })).toMatchObject({
    code: 'event_not_found',
  })
  expect((await fetch(`${app.origin}/book/${bookingUrlId}`)).status).toBe(404)
  expect(await book(event, start)).toMatchObject({ code: 'event_not_found' })
  expect((await ask()).status).toBe(404)
  expect(await ask({ bookingUrlId })).toMatchObject({ code: 'event_not_found' })
  expect((await ask({}, host.token)).status).toBe(200)
  const link = await createLink()
  expect((await ask({ bookingUrlId: link.bookingUrlId })).status).toBe(200)
  expect((await book(link, start)).status).toBe(201)
})

test('its host books it for somebody without a link, and nobody else learns of it', async () => {
  const stranger = await signIn(app.origin, 'eve@example.com')
  const { id: hostId } = await ok(app.origin, 'getUser', { token: host.token })
  const program = await app.deps.db.transaction((tx) =>
    issueToken(tx, hostId, { scopes: [...scopes], userAgent: undefined, now: app.clock.now }),
  )
  const open = async (bookingUrlId: string, token?: string, search = '?for=somebody') => {
    const response = await fetch(`${app.origin}/book/${bookingUrlId}${search}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
    return { status: response.status, html: await response.text() }
  }
  const unknown = await open(`event_${'A'.repeat(22)}`)
  expect(unknown.status).toBe(404)
  for (const token of [undefined, stranger.sessionToken]) {
    expect(await open(event.bookingUrlId, token)).toEqual(unknown)
    expect((await ask({}, token)).status).toBe(404)
  }
  expect(await open(event.bookingUrlId, 'ended')).toEqual(unknown)
  expect((await open(event.bookingUrlId, program.token)).status).toBe(404)
  expect((await open(event.bookingUrlId, host.token, '')).status).toBe(404)

  const own = await open(event.bookingUrlId, host.token)
  expect([own.status, own.html]).toEqual([200, expect.stringContaining('"isHostOnly":true')])
  expect(await open(event.bookingUrlId)).toEqual(unknown)
  const [slot] = (await ok(app.origin, 'listSlots', {
    token: host.token,
    params: { id: event.id },
    query,
  })) as [Slot]
  expect(own.html).toContain(slot.startUtc)

  const bookAs = (token?: string) =>
    call(app.origin, 'createBooking', {
      ...(token !== undefined && { token }),
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC: slot.startUtc, byHost: true },
    })
  expect((await bookAs()).status).toBe(403)
  expect((await bookAs(stranger.sessionToken)).status).toBe(403)
  expect((await bookAs(host.token)).status).toBe(201)

  await update(event, { isEnabled: false })
  expect(await open(event.bookingUrlId, host.token)).toMatchObject({ status: 403 })
  expect(await open(event.bookingUrlId)).toEqual(unknown)
})

test('a booking can be moved, and its id tells nobody the link', async () => {
  const link = await createLink()
  const id = await idOf(book(link, start))
  const seen = await ok(app.origin, 'getBooking', { params: { id } })
  expect(seen.eventData).toMatchObject({ bookingUrlId: event.bookingUrlId, isAcceptingBookings: false })
  const page = await fetch(`${app.origin}/book/${event.bookingUrlId}/update/${id}`)
  const html = await page.text()
  expect([page.status, html]).toEqual([200, expect.stringContaining('Talk')])
  expect(JSON.stringify(seen) + html).not.toContain(link.bookingUrlId)
  const [next] = await slots(event, ['2027-01-06'], { bookingId: id })
  expect((await move(id, next!.startUtc)).status).toBe(200)
  const [{ uses }] = (await ok(app.origin, 'listEventLinks', {
    token: host.token,
    params: { id: event.id },
  })) as [typeof link]
  expect(uses).toBe(1)
})

test('nobody sees its times by a booking of another event, or a canceled one, which isn’t taken for a deleted event', async () => {
  const other = await create()
  const bookingId = await idOf(book(other, start))
  expect((await ask({ bookingId })).status).toBe(404)
  const own = await idOf(book(await createLink(), '01-05 10:00'))
  const member = await shareWith(app, { owner: host.token, eventId: event.id }, 'mia@example.com', 'manage')
  const [shared] = await member.bookings()
  expect((await ask({ bookingId: own })).status).toBe(200)
  expect((await ask({ bookingId: shared!.id }, member.token)).status).toBe(200)
  await ok(app.origin, 'cancelBooking', {
    token: host.token,
    params: { id: own },
    body: { cancellationReason: 'Ill' },
  })
  expect(await ask({ bookingId: own })).toMatchObject({ code: 'booking_not_confirmed' })
  expect(await ask({ bookingId: shared!.id }, member.token)).toMatchObject({ code: 'booking_not_confirmed' })
  expect(
    await call(app.origin, 'explainSlot', {
      token: host.token,
      params: { id: event.id },
      query: { start: '2027-01-05T10:00:00.000Z', bookingId: own },
    }),
  ).toMatchObject({ code: 'booking_not_confirmed' })
})

test('an event that becomes private closes its link at once', async () => {
  const open = await create()
  expect((await book(open, start)).status).toBe(201)
  await update(open, { rules: { linksOnly: true } })
  expect(await book(open, '01-05 10:00')).toMatchObject({ code: 'event_not_found' })
})
