import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ten } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../../testing/server/test-app.ts'
import { rateLimits } from '../../db/tables/requests.ts'

const app = setUpApp({ database: 'postgres', trustProxy: 1 })

test('a repeated booking that arrives while the first one commits gets the same answer', async () => {
  const { sessionToken: token } = await signIn(app.origin, 'ada@example.com')
  const { bookingUrlId } = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
  const book = (address: string, startUTC: string, key: string) =>
    call(app.origin, 'createBooking', {
      query: { bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
      headers: { 'x-forwarded-for': address, 'idempotency-key': key },
    })
  expect(await book('192.0.2.2', '2027-01-04T15:01:00.000Z', 'other')).toMatchObject({ status: 409 })

  // The second request has found no earlier one, and is held where it is counted.
  const { repeated, first } = await app.db.transaction(async (tx) => {
    await tx.select().from(rateLimits).for('update')
    const second = book('192.0.2.2', ten, 'once')
    const isHeld = async () => {
      const waiting = await app.db
        .select({ pid: sql`pid` })
        .from(sql`pg_stat_activity`)
        .where(sql`datname = current_database() and wait_event_type = 'Lock'`)
      return waiting.length > 0
    }
    await expect.poll(isHeld).toBe(true)
    return { repeated: second, first: await book('192.0.2.1', ten, 'once') }
  })
  expect(first).toMatchObject({ status: 201 })
  expect(await repeated).toMatchObject({ status: 201, data: first.success ? first.data : null })
})
