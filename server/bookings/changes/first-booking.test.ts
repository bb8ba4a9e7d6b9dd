import { describe, expect, test } from 'vitest'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, googleLog, ok, signIn } from '../../../testing/server/test-app.ts'

describe('a first booking', () => {
  const app = setUpApp({ calendarPollMs: 100 })

  test('a host signs in and creates an event, an invitee books, and the slot is gone', async () => {
    const { sessionToken: token, user } = await signIn(app.origin, 'ada@example.com', {
      name: 'Ada Lovelace',
    })
    expect(user).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      calendarConnection: 'connected',
    })
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Intro call' } })
    const slots = () =>
      ok(app.origin, 'listSlots', {
        params: { id: event.id },
        query: { dateFrom: '2027-01-04', dateTo: '2027-01-04', timezone: 'America/New_York' },
      })
    const before = await slots()
    expect(before).toHaveLength(16)
    expect(before[0]).toEqual({ startUtc: '2027-01-04T14:00:00.000Z', endUtc: '2027-01-04T14:30:00.000Z' })

    const body = { fullName: 'Bob', email: 'bob@example.com', startUTC: '2027-01-04T15:00:00.000Z' }
    const booked = await call(app.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body,
    })
    expect(booked.status).toBe(201)
    expect((await slots()).map((slot) => slot.startUtc)).not.toContain('2027-01-04T15:00:00.000Z')
    const again = await call(app.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body,
    })
    expect(again).toMatchObject({
      status: 409,
      error: 'Selected time slot not found',
      code: 'slot_not_found',
    })
    await expect
      .poll(async () => (await googleLog(app.origin)).filter(({ method }) => method === 'events.insert'))
      .toMatchObject([{ status: 200, sendUpdates: 'none' }])
  })
})
