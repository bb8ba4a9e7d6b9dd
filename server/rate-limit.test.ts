import { beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds } from '../testing/databases.ts'
import { inviteeOf } from '../testing/invitee.ts'
import { setUpApp } from '../testing/set-up-app.ts'
import { ok, signIn } from '../testing/test-app.ts'

const HOUR = 3_600_000

describe.each(databaseKinds)('the rate limit per address on the %s database', (kind) => {
  const app = setUpApp({ database: kind })
  let bob: ReturnType<typeof inviteeOf>
  beforeAll(async () => {
    const { sessionToken: token } = await signIn(app.origin, 'maya@example.com')
    bob = inviteeOf(app, await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } }))
  })

  test('an address gets a hundred actions an hour across calls, and hosts have no limit', async () => {
    const startUTC = '2027-01-08T15:00:00.000Z'
    app.clock.now = Date.parse('2027-01-06T14:00:00.000Z')
    const id = await bob.booked(startUTC)
    // Refused requests count, too.
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await bob.change(id, { startUTC })).status).toBe(200)
      expect((await bob.change(id, { startUTC: '2027-01-09T15:00:00.000Z' })).status).toBe(409)
      expect((await bob.book(startUTC)).status).toBe(409)
    }
    for (let number = 17; number <= 98; number++) {
      expect((await bob.change(id, { startUTC, fullName: `Bob ${number}` })).status).toBe(200)
    }
    expect((await bob.booked('2027-01-08T16:00:00.000Z')).length).toBeGreaterThan(0)
    expect((await bob.cancel(id)).status).toBe(200)
    const book = () => bob.book('2027-01-08T17:00:00.000Z')
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
  }, 90_000)

  test("returns the client's address", async () => {
    expect((await ok(app.origin, 'getClientAddress')).ip).toMatch(/^(::ffff:)?127\.0\.0\.1$|^::1$/)
  })
})
