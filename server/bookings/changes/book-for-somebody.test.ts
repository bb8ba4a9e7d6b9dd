import { beforeEach, describe, expect, test } from 'vitest'
import { allowances } from '../../../contract/bookings/rate-limits.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import { ten } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, caughtMail, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { rateLimits } from '../../db/tables/requests.ts'

const night = '2027-01-05T03:07:00.000Z'

describe('a host who books for somebody', () => {
  const app = setUpApp({ calendarPollMs: 60_000 })
  let token: string
  let event: Event
  let count = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    token = (await signIn(app.origin, `booker${++count}@example.com`)).sessionToken
    event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
  })
  const book = (startUTC: string, more: object = {}, as: string | null = token) =>
    call(app.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC, byHost: true, ...more },
      ...(as !== null && { token: as }),
    })
  const anyway = { bookAnyway: true }
  const gone = { status: 409, code: 'slot_not_found' }

  test('books an offered time in the host’s name, and counts against nobody’s limit', async () => {
    await app.db.delete(rateLimits)
    const { data } = (await book(ten)) as { data: { id: string } }
    expect(await app.db.select().from(rateLimits)).toEqual([])
    const { bookingData } = await ok(app.origin, 'getBooking', { token, params: { id: data.id } })
    const { history, startUtc } = bookingData
    expect({ history, startUtc }).toMatchObject({
      startUtc: ten,
      history: [{ action: 'booked', by: 'host' }],
    })
    const leadIn = async (to: string) => (await caughtMail(app.origin, to))[0]?.text ?? ''
    await expect.poll(() => leadIn('bob@example.com')).toContain('booked a meeting with you.')
    await expect
      .poll(() => leadIn(`booker${count}@example.com`))
      .toContain('You booked this meeting with Bob.')
  })

  test('brings an address in, which counts like a guest’s and can stop the emails', async () => {
    const held = []
    for (let n = 0; n <= allowances.host.perDayOfNewHost; n++) {
      const start = new Date(Date.parse(night) + n * 3_600_000).toISOString()
      const reply = await book(start, { ...anyway, email: `stranger${n}-${count}@example.com` })
      expect(reply.status).toBe(201)
      const { id } = (reply as { data: { id: string } }).data
      const { bookingData } = await ok(app.origin, 'getBooking', { token, params: { id } })
      held.push(...bookingData.heldMails)
    }
    expect(held).toEqual([
      { email: `stranger${allowances.host.perDayOfNewHost}-${count}@example.com`, isWaiting: true },
    ])
    const mail = async () => (await caughtMail(app.origin, `stranger0-${count}@example.com`))[0]?.text ?? ''
    await expect.poll(mail).toMatch(/stop/i)
  })

  test('books any time in the future only when asked to book anyway', async () => {
    expect(await book(night)).toMatchObject(gone)
    expect(await book(night, anyway)).toMatchObject({ status: 201 })
    expect(await book('2027-01-04T12:59:00.000Z', anyway)).toMatchObject(gone)
  })

  test('never overlaps another booking, but can touch it', async () => {
    await book(night, anyway)
    expect(await book('2027-01-05T03:36:00.000Z', anyway)).toMatchObject(gone)
    expect(await book('2027-01-05T02:38:00.000Z', anyway)).toMatchObject(gone)
    expect(await book('2027-01-05T03:37:00.000Z', anyway)).toMatchObject({ status: 201 })
    expect(await book('2027-01-05T02:37:00.000Z', anyway)).toMatchObject({ status: 201 })
  })

  test('is one booking when several overlap at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        book(new Date(Date.parse(night) + n * 120_000).toISOString(), anyway),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 11 }, () => 409),
    ])
  })

  test('passes over limits and the rules of the event only when asked to', async () => {
    const rules = {
      limits: [{ per: 'day', bookings: 1, minutes: null }],
      bookingsPerPerson: 1,
      minimumNotice: 60,
    }
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { rules: rules as never } })
    expect(await book(ten)).toMatchObject({ status: 201 })
    expect(await book('2027-01-05T15:00:00.000Z')).toMatchObject({ status: 409, code: 'too_many_for_person' })
    expect(await book('2027-01-04T16:00:00.000Z', { email: 'ann@example.com' })).toMatchObject(gone)
    expect(await book('2027-01-04T16:00:00.000Z', anyway)).toMatchObject({ status: 201 })
  })

  test('is the host’s alone', async () => {
    const other = (await signIn(app.origin, 'other@example.com')).sessionToken
    for (const as of [null, other]) {
      for (const more of [{}, anyway]) {
        expect(await book(ten, more, as)).toMatchObject({ status: 403, code: 'forbidden' })
      }
    }
    // Without the host's request, nothing is different for anybody.
    expect(await book(night, { byHost: false, bookAnyway: true }, null)).toMatchObject(gone)
    expect(await book(night, { byHost: false, bookAnyway: true })).toMatchObject(gone)
  })

  test('needs an event that takes bookings, and is repeated safely', async () => {
    const repeated = () =>
      call(app.origin, 'createBooking', {
        token,
        query: { bookingUrlId: event.bookingUrlId },
        body: {
          fullName: 'Bob',
          email: 'bob@example.com',
          startUTC: night,
          byHost: true,
          bookAnyway: true,
        },
        headers: { 'idempotency-key': 'once' },
      })
    const first = await repeated()
    expect(await repeated()).toMatchObject({ status: 201, data: (first as { data: object }).data })
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { isEnabled: false } })
    expect(await book(ten, anyway)).toMatchObject({ status: 403, code: 'event_not_accepting' })
  })
})
