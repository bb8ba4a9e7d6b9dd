import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Event } from '../../../contract/events/event.schema.ts'
import { byInvitee, inviteeOf, ten } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { messages } from '../../../contract/errors.ts'
import { events } from '../../db/tables/events.ts'

const tenThirty = '2027-01-04T15:30:00.000Z'
const eleven = '2027-01-04T16:00:00.000Z'

describe('changing bookings', () => {
  const app = setUpApp()
  let token: string
  let stranger: string
  let event: Event
  let bob: ReturnType<typeof inviteeOf>
  let host = 0
  beforeAll(async () => {
    stranger = (await signIn(app.origin, 'eve@example.com')).sessionToken
  })
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    token = (await signIn(app.origin, `host${++host}@example.com`)).sessionToken
    event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    bob = inviteeOf(app, event)
  })

  const starts = async () =>
    (
      await ok(app.origin, 'listSlots', {
        params: { id: event.id },
        query: { dateFrom: '2027-01-04', dateTo: '2027-01-04', timezone: 'America/New_York' },
      })
    ).map((slot) => slot.startUtc)
  test('a booking moves, keeps its id, and frees its old slot immediately', async () => {
    const id = await bob.booked()
    const reply = await bob.change(id, { startUTC: eleven, fullName: 'Bobby' })
    expect(reply).toMatchObject({ status: 200, data: { id } })
    expect(await bob.read(id)).toMatchObject({
      startUtc: eleven,
      duration: 30,
      fullName: 'Bobby',
      status: 'confirmed',
    })
    expect(await starts()).toContain(ten)
    expect(await starts()).not.toContain(eleven)
    expect(await bob.entryJobs(id)).toBe(2)
    // A retry after a lost response changes nothing.
    expect((await bob.change(id, { startUTC: eleven, fullName: 'Bobby' })).status).toBe(200)
    expect(await bob.entryJobs(id)).toBe(2)
  })

  test('a booking can move to a slot that overlaps its own, but not to a taken or unknown one', async () => {
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { duration: 60 } })
    const id = await bob.booked()
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { duration: 30 } })
    expect((await bob.change(id, { startUTC: tenThirty })).status).toBe(200)
    expect((await bob.read(id)).duration).toBe(30)
    const other = await bob.booked(eleven)
    const none = '2027-01-04T15:07:00.000Z'
    for (const startUTC of [eleven, none, '2027-01-02T15:00:00.000Z']) {
      expect(await bob.change(id, { startUTC })).toMatchObject({ status: 409, code: 'slot_not_found' })
    }
    expect(await bob.read(id)).toMatchObject({ startUtc: tenThirty })
    expect(await bob.read(other)).toMatchObject({ startUtc: eleven })
  })

  test('details sent from a page older than a move keep the new time, and another time is refused', async () => {
    const id = await bob.booked()
    await bob.change(id, { startUTC: eleven }, token)
    const seen = { previousStartUTC: ten }
    expect((await bob.change(id, { ...seen, startUTC: ten, fullName: 'Bobby' })).status).toBe(200)
    expect(await bob.read(id)).toMatchObject({ startUtc: eleven, fullName: 'Bobby' })
    expect(await bob.change(id, { ...seen, startUTC: tenThirty })).toMatchObject({
      status: 409,
      code: 'edit_conflict',
      error: messages.bookingMoved,
    })
    expect(await bob.read(id)).toMatchObject({ startUtc: eleven, fullName: 'Bobby' })
    // A retry after a lost response.
    expect((await bob.change(id, { ...seen, startUTC: eleven, fullName: 'Bobby' })).status).toBe(200)
    expect((await bob.change(id, { previousStartUTC: eleven, startUTC: tenThirty })).status).toBe(200)
    expect(await bob.read(id)).toMatchObject({ startUtc: tenThirty })
    for (let round = 0; round < 4; round++) {
      await bob.change(id, {}, token)
      await Promise.all([
        bob.change(id, { ...seen, startUTC: ten, fullName: `Bob ${round}` }),
        ok(app.origin, 'updateBooking', { token, params: { id }, body: { startUTC: eleven } }),
      ])
      expect(await bob.read(id)).toMatchObject({ startUtc: eleven, fullName: `Bob ${round}` })
    }
  })

  test('what wasn’t touched in a form stays as another device saved it', async () => {
    const fields = ['Company', 'Team', 'Floor'].map((label) => ({ type: 'single-line', label }))
    const { id: of, fields: asked } = await ok(app.origin, 'createCollection', {
      token,
      body: {
        name: 'About you',
        fields: [...fields, { type: 'single-line', label: 'Desk', isRequired: true }],
      },
    })
    const body = { customFieldsCollections: [{ id: of }] }
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body })
    const form = (values: string[]) => ({
      customFieldsCollections: [
        { id: of, fields: values.map((value, index) => ({ id: asked[index]!.id, value })) },
      ],
    })
    const answers = async (id: string) =>
      (await bob.read(id)).customFieldsCollections[0]!.fields.map(({ value }) => value)
    const company = `${of}.${asked[0]!.id}`
    const id = await bob.booked(ten, form(['Acme', '', '3', '7']))
    // One device changes the name, empties an answer and fills another in; the other one knows nothing of that.
    await bob.change(id, { ...form(['Acme', 'Sales', '', '8']), fullName: 'Robert' })
    const later = {
      ...form(['Weber', '', '3', '7']),
      email: 'robert@example.com',
      touched: ['email', company],
    }
    expect((await bob.change(id, later)).status).toBe(200)
    expect(await bob.read(id)).toMatchObject({ fullName: 'Robert', email: 'robert@example.com' })
    expect(await answers(id)).toEqual(['Weber', 'Sales', null, '8'])
    // Nor does it know a question that was asked since.
    expect((await bob.change(id, { ...form(['Webers']), touched: [company] })).status).toBe(200)
    expect((await bob.change(id, { customFieldsCollections: [], touched: [] })).status).toBe(200)
    expect(await answers(id)).toEqual(['Webers', 'Sales', null, '8'])
    // What was emptied counts, and what is stored has to be complete.
    const emptied = { ...form(['', '', '', '']), touched: [company] }
    expect((await bob.change(id, emptied)).status).toBe(200)
    expect(await answers(id)).toEqual([null, 'Sales', null, '8'])
    const desk = { ...emptied, touched: [`${of}.${asked[3]!.id}`] }
    expect(await bob.change(id, desk)).toMatchObject({ status: 400, code: 'validation_failed' })
    const far = { touched: Array.from({ length: 100_000 }, () => 'x') }
    expect((await bob.change(id, far)).status).toBe(400)
  })

  test('checks who may change a booking, and until when', async () => {
    const id = await bob.booked()
    expect((await bob.change(id, { fullName: 'By nobody' })).status).toBe(200)
    expect((await bob.change(id, { fullName: 'By a stranger' }, stranger)).status).toBe(200)
    const set = (body: object) => ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body })
    await set({ allowUsersToEdit: false })
    for (const as of [undefined, stranger]) {
      expect(await bob.change(id, { fullName: 'x' }, as)).toMatchObject({ status: 403, code: 'forbidden' })
    }
    expect((await bob.change(id, { fullName: 'By the host' }, token)).status).toBe(200)
    await set({ allowUsersToEdit: true, isEnabled: false })
    expect(await bob.change(id, { startUTC: eleven })).toMatchObject({
      status: 403,
      code: 'event_not_accepting',
    })
    expect((await bob.change(id, { fullName: 'Still Bob' })).status).toBe(200)
    app.clock.now = Date.parse(ten)
    expect((await bob.change(id, { fullName: 'x' })).status).toBe(403)
    expect((await bob.change(id, { fullName: 'x' }, token)).status).toBe(200)
    expect(await bob.change('unknown', {})).toMatchObject({ status: 404, error: 'Booking not found' })
    expect(await bob.change(id, { fullName: ' ' }, token)).toMatchObject({
      status: 400,
      fields: { fullName: 'Please enter your full name' },
    })
  })

  test('only people who booked see where to meet, as it was when they booked', async () => {
    const where = (location: string) =>
      ok(app.origin, 'updateEvent', {
        token,
        params: { id: event.id },
        body: { meetVia: 'in-person', location },
      })
    await where('1 Willow Lane')
    const id = await bob.booked()
    await where('2 Willow Lane')
    const location = async () => (await ok(app.origin, 'getBooking', { params: { id } })).eventData.location
    expect(await location()).toBe('1 Willow Lane')
    const { bookingUrlId } = event
    const open = await ok(app.origin, 'getPublicEvent', { params: { bookingUrlId } })
    expect(JSON.stringify(open)).not.toContain('Willow')
    // A new time uses the event's current location.
    expect((await bob.change(id, { startUTC: eleven })).status).toBe(200)
    expect(await location()).toBe('2 Willow Lane')
  })

  test('a cancellation frees the slot, stores its reason, and happens once', async () => {
    const id = await bob.booked()
    const tries = await Promise.all([1, 2, 3, 4].map(() => bob.cancel(id)))
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await bob.read(id)).toMatchObject({
      status: 'canceled',
      cancellationReason: 'Ill',
      canceledBy: 'invitee',
      canceledAt: new Date(START_OF_TESTS).toISOString(),
    })
    expect(await starts()).toContain(ten)
    expect(await bob.entryJobs(id)).toBe(2)
    expect(await bob.change(id, { startUTC: eleven }, token)).toMatchObject({
      status: 409,
      error: 'This booking has already been canceled.',
    })
    expect((await bob.cancel(id, { cancellationReason: 'x' }, token)).status).toBe(409)
    expect((await bob.booked()).length).toBeGreaterThan(0)
  })

  test('checks who may cancel and that there is a reason', async () => {
    const id = await bob.booked()
    for (const cancellationReason of [undefined, '', ' \n ']) {
      expect(await bob.cancel(id, { ...byInvitee, cancellationReason })).toMatchObject({
        status: 400,
        error: 'Please provide a reason for canceling this booking.',
      })
    }
    expect((await bob.cancel(id, { cancellationReason: 'x' })).status).toBe(401)
    expect((await bob.cancel(id, { cancellationReason: 'x' }, stranger)).status).toBe(404)
    const set = (body: object) => ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body })
    await set({ allowUsersToCancel: false })
    for (const as of [undefined, stranger]) expect((await bob.cancel(id, byInvitee, as)).status).toBe(403)
    await set({ allowUsersToCancel: true })
    app.clock.now = Date.parse(ten)
    expect((await bob.cancel(id)).status).toBe(403)
    expect(await bob.cancel(id, { cancellationReason: 'Away' }, token)).toMatchObject({
      status: 200,
      data: { id, status: 'canceled' },
    })
    expect(await bob.read(id)).toMatchObject({ canceledBy: 'host', cancellationReason: 'Away' })
    expect((await bob.cancel('unknown')).status).toBe(404)
  })

  test('concurrent changes and cancellations have one outcome, and bookings never overlap', async () => {
    for (let round = 0; round < 8; round++) {
      const [first, second] = [await bob.booked(ten), await bob.booked(eleven)]
      const replies = await Promise.all([
        bob.change(first, { startUTC: tenThirty }),
        bob.change(second, { startUTC: tenThirty }),
        bob.cancel(first),
        bob.change(first, { fullName: 'Robert' }),
      ])
      for (const { status } of replies) expect([200, 409]).toContain(status)
      expect(await bob.read(first)).toMatchObject({ status: 'canceled' })
      const free = await starts()
      const { startUtc } = await bob.read(second)
      expect(free).not.toContain(startUtc)
      for (const other of [ten, tenThirty, eleven]) if (other !== startUtc) expect(free).toContain(other)
      await ok(app.origin, 'cancelBooking', {
        token,
        params: { id: second },
        body: { cancellationReason: 'x' },
      })
    }
  })

  test('the details of a booking can change while its event takes no bookings, but not its time', async () => {
    const set = (body: object) => ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body })
    const id = await bob.booked()
    const refused = {
      event_not_accepting: [
        () => set({ isEnabled: false }),
        () => set({ isEnabled: true, isArchived: true }),
      ],
      slot_not_found: [() => set({ isArchived: false, bookingEndUtc: '2027-01-01T15:00:00Z' })],
      event_not_found: [() => ok(app.origin, 'deleteEvent', { token, params: { id: event.id } })],
    }
    for (const [code, closings] of Object.entries(refused)) {
      for (const close of closings) {
        await close()
        for (const as of [undefined, token]) {
          expect(await bob.change(id, { startUTC: eleven }, as)).toMatchObject({ code })
          expect((await bob.change(id, { fullName: `Bob ${code}` }, as)).status).toBe(200)
        }
        const page = await fetch(`${app.origin}/book/${event.bookingUrlId}/update/${id}`)
        const html = await page.text()
        expect([page.status, html.includes('The time can’t be changed')]).toEqual([200, true])
        expect(html).toContain(`href="/booking-confirmation/${id}"`)
        expect(html).toContain('Update booking')
      }
    }
    expect((await bob.cancel(id)).status).toBe(200)
  })

  test('a booking whose event is gone for good is no longer changed, and its page says where to see it', async () => {
    const id = await bob.booked()
    await app.db.delete(events).where(eq(events.id, event.id))
    expect(await bob.change(id, { fullName: 'x' })).toMatchObject({ status: 403 })
    const page = await fetch(`${app.origin}/book/${event.bookingUrlId}/update/${id}`)
    expect(page.status).toBe(403)
    expect(await page.text()).toContain(`href="/booking-confirmation/${id}"`)
  })
})
