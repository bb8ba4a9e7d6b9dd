import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../availability/units.ts'
import {
  MAX_ATTEMPTS_PER_HOUR,
  MAX_TRIES_PER_HOUR,
  tooManyTries,
} from '../../contract/bookings/rate-limits.ts'
import { byInvitee, inviteeOf, ten } from '../../testing/bookings/invitee.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { rateLimits } from '../db/tables/requests.ts'

const NOON = '2027-01-04T17:00:00.000Z'
const START = Date.parse('2027-01-02T14:00:00.000Z')

describe('the rate limits per address', () => {
  const app = setUpApp()
  let hosts = 0
  let bob: ReturnType<typeof inviteeOf>
  let url: string
  const newEvent = async () => {
    const { sessionToken: token } = await signIn(app.origin, `maya${++hosts}@example.com`)
    return ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
  }
  beforeEach(async () => {
    app.clock.now = START
    await app.db.delete(rateLimits)
    const event = await newEvent()
    url = event.bookingUrlId
    bob = inviteeOf(app, event)
  })
  const statuses = (replies: readonly { status: number }[]) =>
    replies.map(({ status }) => status).toSorted((a, b) => a - b)
  const repeat = <Result>(times: number, act: (n: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: times }, (_, n) => act(n)))
  /** As if the address had done all but `left` of what it may. */
  const useUp = (max: number, left: number) => app.db.update(rateLimits).set({ attempts: max - left })

  test('an address gets a hundred actions an hour across calls, whatever was refused before', async () => {
    const id = await bob.booked()
    for (let refused = 0; refused < 60; refused++) {
      expect((await bob.book()).status).toBe(409)
      expect((await bob.change(id, { startUTC: '2027-01-09T15:00:00.000Z' })).status).toBe(409)
    }
    // All 98 at once would wait too long for one another on a busy machine.
    for (let batch = 0; batch < (MAX_ATTEMPTS_PER_HOUR - 2) / 14; batch++) {
      const changes = await repeat(14, (n) => bob.change(id, { fullName: `Bob ${batch} ${n}` }))
      expect(statuses(changes)).toEqual(changes.map(() => 200))
    }
    expect((await bob.cancel(id)).status).toBe(200)
    const over = await bob.book(NOON)
    expect(over).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      error: 'Too many booking attempts. Please try again after 15:00 UTC.',
    })
    expect(over.headers.get('retry-after')).toBe('3600')
    app.clock.now += HOUR - 1
    expect((await bob.book(NOON)).status).toBe(429)
    app.clock.now += 1
    expect((await bob.book(NOON)).status).toBe(201)
  }, 90_000)

  test('actions that were counted by a clock which ran ahead refuse none once it is corrected', async () => {
    app.clock.now += HOUR
    await bob.booked()
    await useUp(MAX_ATTEMPTS_PER_HOUR, 0)
    // Another machine's clock may be a minute behind.
    app.clock.now -= MINUTE
    expect((await bob.book(NOON)).status).toBe(429)
    app.clock.now -= 1
    expect((await bob.book(NOON)).status).toBe(201)
  })

  test('actions at once, also with several hosts, never exceed it', async () => {
    const events = [url, (await newEvent()).bookingUrlId, (await newEvent()).bookingUrlId]
    await ok(app.origin, 'createBooking', {
      query: { bookingUrlId: url },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC: ten },
    })
    await useUp(MAX_ATTEMPTS_PER_HOUR, 4)
    const replies = await repeat(12, (n) =>
      call(app.origin, 'createBooking', {
        query: { bookingUrlId: events[n % 3]! },
        body: {
          fullName: 'Bob',
          email: 'bob@example.com',
          startUTC: new Date(Date.parse(ten) + (1 + Math.floor(n / 3)) * HOUR).toISOString(),
        },
      }),
    )
    expect(statuses(replies)).toEqual([
      ...Array.from({ length: 4 }, () => 201),
      ...Array.from({ length: 8 }, () => 429),
    ])
  })

  test('tries of an event, refused or not, have a limit of their own, with advice', async () => {
    await bob.booked()
    await app.db.delete(rateLimits)
    app.clock.now += HOUR / 2
    expect((await bob.book()).status).toBe(409)
    await useUp(MAX_TRIES_PER_HOUR, 3)
    const replies = await repeat(10, () => bob.book())
    expect(statuses(replies)).toEqual([
      ...Array.from({ length: 3 }, () => 409),
      ...Array.from({ length: 7 }, () => 429),
    ])
    const over = await bob.book(NOON)
    expect(over).toMatchObject({
      status: 429,
      code: 'too_many_tries',
      error: tooManyTries('15:30 UTC'),
    })
    expect(over.headers.get('retry-after')).toBe('3600')
    // Other events are open.
    expect((await inviteeOf(app, await newEvent()).book()).status).toBe(201)
    app.clock.now += HOUR
    expect((await bob.book(NOON)).status).toBe(201)
  })

  test('so have changes of its bookings, but not cancellations', async () => {
    const id = await bob.booked()
    const tries = { startUTC: '2027-01-09T15:00:00.000Z' }
    await app.db.delete(rateLimits)
    expect((await bob.change(id, tries)).status).toBe(409)
    await useUp(MAX_TRIES_PER_HOUR, 1)
    expect((await bob.change(id, tries)).status).toBe(409)
    expect(await bob.change(id, tries)).toMatchObject({ status: 429, code: 'too_many_tries' })
    expect((await bob.cancel(id, byInvitee)).status).toBe(200)
  })

  test('guessing links ends as well', async () => {
    const guess = (n: number) =>
      call(app.origin, 'createBooking', {
        query: { bookingUrlId: `event_${String(n).padStart(22, 'A')}` },
        body: { fullName: 'Eve', email: 'eve@example.com', startUTC: ten },
      })
    expect(await guess(0)).toMatchObject({ status: 400, code: 'event_not_found' })
    await useUp(MAX_TRIES_PER_HOUR, 1)
    expect(statuses(await repeat(3, (n) => guess(n)))).toEqual([400, 429, 429])
    expect((await bob.book()).status).toBe(201)
  })

  test("returns the client's address", async () => {
    expect((await ok(app.origin, 'getClientAddress')).ip).toMatch(/^(::ffff:)?127\.0\.0\.1$|^::1$/)
  })
})
