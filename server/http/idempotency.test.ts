import { beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../../availability/units.ts'
import { databaseKinds } from '../../testing/databases/databases.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { removeOldRequests } from './idempotency.ts'

describe.each(databaseKinds)('repeated requests on the %s database', (kind) => {
  const app = setUpApp({ database: kind })
  let token: string
  beforeAll(async () => {
    token = (await signIn(app.origin, 'ada@example.com')).sessionToken
  })

  const fields = [{ type: 'single-line', label: 'One' }]
  const calls = [
    ['createEvent', 'listEvents', { title: 'Talk' }, { title: 'Other' }],
    ['createCollection', 'listCollections', { name: 'About you', fields }, { name: 'Other', fields }],
  ] as const

  test.each(calls)(
    '%s creates one thing per key, however often it is called',
    async (create, list, body, other) => {
      const make = (asked: object, key: string, as = token) =>
        call(app.origin, create, {
          token: as,
          body: asked,
          headers: { 'idempotency-key': `${create} ${key}` },
        })
      const count = async () => (await ok(app.origin, list, { token })).length
      const before = await count()
      const replies = await Promise.all(Array.from({ length: 6 }, () => make(body, 'once')))
      expect(new Set(replies.map((reply) => reply.success && reply.data.id)).size).toBe(1)
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201))
      expect(await count()).toBe(before + 1)
      expect(await make(other, 'once')).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
      expect((await make(body, 'twice')).status).toBe(201)
      expect(await count()).toBe(before + 2)

      // A key belongs to its host and expires after a day.
      const stranger = (await signIn(app.origin, 'eve@example.com')).sessionToken
      expect((await make(other, 'once', stranger)).status).toBe(201)
      app.clock.now += DAY + 1
      await removeOldRequests(app.deps)
      expect((await make(other, 'once')).status).toBe(201)
    },
  )

  test('the key of a booking belongs to its event', async () => {
    const book = async (startUTC: string) => {
      const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
      return call(app.origin, 'createBooking', {
        query: { bookingUrlId: event.bookingUrlId },
        body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
        headers: { 'idempotency-key': 'one for all' },
      })
    }
    const first = await book('2027-01-08T15:00:00.000Z')
    const second = await book('2027-01-08T16:00:00.000Z')
    expect([first.status, second.status]).toEqual([201, 201])
  })

  test.each(calls)("a rejected %s doesn't use up its key", async (create, _, body) => {
    const make = (asked: object) =>
      call(app.origin, create, { token, body: asked, headers: { 'idempotency-key': `${create} refused` } })
    expect((await make({ ...body, title: '', name: '' })).status).toBe(400)
    expect((await make(body)).status).toBe(201)
  })
})
