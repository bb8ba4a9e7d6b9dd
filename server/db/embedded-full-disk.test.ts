import fs from 'node:fs'
import { expect, test, vi } from 'vitest'
import { call, ok, signIn, startTestApp } from '../../testing/test-app.ts'

test('a full disk answers 503 and loses nothing, until there is space again', async () => {
  const app = await startTestApp({ database: 'embedded' })
  try {
    const { sessionToken: token } = await signIn(app.origin, 'ada@example.com')
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    const book = (hour: number) =>
      call(app.origin, 'createBooking', {
        query: { bookingUrlId: event.bookingUrlId },
        body: { fullName: 'Bob', email: 'bob@example.com', startUTC: `2027-01-05T${hour}:00:00.000Z` },
      })
    expect(await book(15)).toMatchObject({ status: 201 })

    const disk = Object.assign(fs.statfsSync('.'), { bsize: 4096, bavail: 16_383 })
    vi.spyOn(fs, 'statfsSync').mockReturnValue(disk)
    const answers = await Promise.all([book(16), call(app.origin, 'getUser', { token })])
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, code: 'database_unreachable' })
      expect(answer.headers.get('retry-after')).toBe('10')
    }
    const ready = await fetch(`${app.origin}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'disk full' }])
    expect((await fetch(`${app.origin}/healthz`)).status).toBe(200)

    // Exactly the reserve.
    disk.bavail = 16_384
    expect((await fetch(`${app.origin}/readyz`)).status).toBe(200)
    expect(await book(15)).toMatchObject({ status: 409 })
    expect(await book(16)).toMatchObject({ status: 201 })
  } finally {
    await app.close()
  }
})
