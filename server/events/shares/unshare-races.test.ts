import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { inviteeOf } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { shareWith } from '../../../testing/bookings/shared-event.ts'
import { call, ok, signIn } from '../../../testing/server/test-app.ts'
import { lockHost } from '../../db/lock-host.ts'
import { eventShares } from '../../db/tables/event-shares.ts'

const ten = '2027-01-04T15:00:00.000Z'
const eleven = '2027-01-04T16:00:00.000Z'

// The embedded database runs one transaction at a time.
describe('taking an event back', () => {
  const app = setUpApp({ database: 'postgres' })
  let owner: { token: string; id: string }
  let member: Awaited<ReturnType<typeof shareWith>>
  let booking: { ownId: string; sharedId: string }
  let round = 0
  beforeEach(async () => {
    const { sessionToken: token, user } = await signIn(app.origin, `owner${++round}@example.com`)
    owner = { token, id: user.id }
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    const ownId = await inviteeOf(app, event).booked()
    member = await shareWith(app, { owner: token, eventId: event.id }, `max${round}@example.com`, 'manage')
    booking = { ownId, sharedId: (await member.bookings())[0]!.id }
  })

  const move = () =>
    call(app.origin, 'updateBooking', {
      token: member.token,
      params: { id: booking.sharedId },
      body: { startUTC: eleven },
    })
  const read = async () =>
    (await ok(app.origin, 'getBooking', { token: owner.token, params: { id: booking.ownId } })).bookingData
  const waiting = async () => {
    const found = await app.db.execute(sql`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`)
    return (found as { rows: unknown[] }).rows
  }

  test.each([
    [
      'ends the share',
      (share: ReturnType<typeof isOfMember>) => sql`delete from ${eventShares} where ${share}`,
      404,
    ],
    [
      'leaves View',
      (share: ReturnType<typeof isOfMember>) => sql`update ${eventShares} set role = 'view' where ${share}`,
      403,
    ],
  ] as const)(
    'a change under way that %s first stops a member’s request',
    async (_name, statement, status) => {
      const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const takingBack = app.db.transaction(async (tx) => {
        await lockHost(tx, owner.id)
        locked.resolve()
        await held.promise
        await tx.execute(statement(isOfMember()))
      })
      await locked.promise
      // A call that looks at the share only once, under the lock.
      const canceling = call(app.origin, 'cancelBooking', {
        token: member.token,
        params: { id: booking.sharedId },
        body: { cancellationReason: 'Ill' },
      })
      await expect.poll(waiting).toHaveLength(1)
      held.resolve()
      const [reply] = await Promise.all([canceling, takingBack])
      expect(reply.status).toBe(status)
      expect((await read()).status).toBe('confirmed')
    },
  )
  const isOfMember = () => and(eq(eventShares.hostId, owner.id), eq(eventShares.id, member.userId))!

  test('waits for a change of a booking under way', async () => {
    const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const changing = app.db.transaction(async (tx) => {
      await lockHost(tx, owner.id)
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const unsharing = member.unshare()
    await expect.poll(waiting).toHaveLength(1)
    held.resolve()
    await Promise.all([unsharing, changing])
    expect((await move()).status).toBe(404)
  })

  test('happens before or after a member’s change, which is then whole or not there', async () => {
    const [moved] = await Promise.all([move(), member.unshare()])
    expect([200, 404]).toContain(moved.status)
    expect((await read()).startUtc).toBe(moved.status === 200 ? eleven : ten)
    expect((await move()).status).toBe(404)
  })
})
