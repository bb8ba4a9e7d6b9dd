import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpApp } from '../../testing/set-up-app.ts'
import { bookingRow } from '../../testing/booking-rows.ts'
import { call, ok, signIn } from '../../testing/test-app.ts'
import { lockHost } from '../db/lock-host.ts'
import { bookings, events } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { removeDeletedEvents } from './remove-deleted-events.ts'

const HOUR = 3_600_000
const app = setUpApp({ database: 'postgres' })

test('a deleted event isn’t removed for good during another change of its host, because that could deadlock', async () => {
  const { sessionToken: token } = await signIn(app.origin, 'ada@example.com')
  const { id } = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
  await call(app.origin, 'deleteEvent', { token, params: { id } })
  const [row] = await app.db.select().from(events).where(eq(events.id, id))
  const isThere = () => app.db.$count(events, eq(events.id, id))
  const removing = await app.db.transaction(async (tx) => {
    await lockHost(tx, row!.hostId)
    const now = () => app.clock.now + 25 * HOUR
    const removed = { done: removeDeletedEvents({ db: app.db, now } as Deps) }
    const waiting = async () => {
      const found = await app.db.execute(sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`)
      return (found as { rows: unknown[] }).rows
    }
    await expect.poll(waiting).toHaveLength(1)
    expect(await isThere()).toBe(1)
    return removed
  })
  await removing.done
  expect(await isThere()).toBe(0)
})

test('the bookings of a deleted event still name it, even after it was removed for good', async () => {
  const { sessionToken: token, user } = await signIn(app.origin, 'eve@example.com')
  const { id } = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
  await app.db
    .insert(bookings)
    .values(bookingRow({ hostId: user.id, eventId: id, title: 'Talk', startAt: app.clock.now + 30 * HOUR }))
  await ok(app.origin, 'updateEvent', { token, params: { id }, body: { title: 'Long talk' } })
  const listed = async () => {
    const query = { event_include_disabled: 'true' }
    const [booking] = (await ok(app.origin, 'listBookings', { token, query })).bookings
    const { boomEventId, deletedEventId, eventTitle } = booking!
    return { boomEventId, deletedEventId, eventTitle }
  }
  expect(await listed()).toEqual({ boomEventId: id, deletedEventId: null, eventTitle: 'Long talk' })
  await ok(app.origin, 'deleteEvent', { token, params: { id } })
  expect(await listed()).toEqual({ boomEventId: null, deletedEventId: id, eventTitle: 'Long talk' })
  await removeDeletedEvents({ db: app.db, now: () => app.clock.now + 25 * HOUR } as Deps)
  expect(await listed()).toEqual({ boomEventId: null, deletedEventId: id, eventTitle: 'Talk' })
})
