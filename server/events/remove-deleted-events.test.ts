import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR } from '../../availability/units.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { bookingRow } from '../../testing/databases/booking-rows.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { lockHost } from '../db/lock-host.ts'
import { bookings } from '../db/tables/bookings.ts'
import { events } from '../db/tables/events.ts'
import type { Deps } from '../adapters/deps.ts'
import { removeDeletedEvents } from './remove-deleted-events.ts'

const app = setUpApp({ database: 'postgres' })

const created = async (email: string) => {
  const { sessionToken: token } = await signIn(app.origin, email)
  return { token, ...(await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })) }
}
const updater = (token: string, id: string) => (body: object) =>
  call(app.origin, 'updateEvent', { token, params: { id }, body })

test('a deleted event disappears everywhere and can be restored within 24 hours', async () => {
  const { token, id, bookingUrlId } = await created('maya@example.com')
  const update = updater(token, id)
  const gone = async () => {
    expect((await call(app.origin, 'getEvent', { token, params: { id } })).status).toBe(404)
    expect((await call(app.origin, 'getPublicEvent', { params: { bookingUrlId } })).status).toBe(400)
    expect((await ok(app.origin, 'listEvents', { token })).map((event) => event.id)).not.toContain(id)
  }
  expect((await call(app.origin, 'deleteEvent', { token, params: { id } })).status).toBe(200)
  await gone()
  expect((await update({ title: 'Other' })).status).toBe(404)
  expect((await call(app.origin, 'deleteEvent', { token, params: { id } })).status).toBe(404)
  app.clock.now += 23 * HOUR
  await removeDeletedEvents({ db: app.db, now: () => app.clock.now } as Deps)
  expect(await update({ isDeleted: false })).toMatchObject({
    status: 200,
    data: { title: 'Talk', isDeleted: false },
  })
  expect((await call(app.origin, 'getPublicEvent', { params: { bookingUrlId } })).status).toBe(200)

  await call(app.origin, 'deleteEvent', { token, params: { id } })
  app.clock.now += 24 * HOUR + 1
  expect((await update({ isDeleted: false })).status).toBe(404)
  await removeDeletedEvents({ db: app.db, now: () => app.clock.now } as Deps)
  app.clock.now -= 24 * HOUR
  expect((await update({ isDeleted: false })).status).toBe(404)
})

test('a partial update can delete too, and returns the resulting event', async () => {
  const { token, id } = await created('alan@example.com')
  const update = updater(token, id)
  expect(await update({ isDeleted: true })).toMatchObject({
    status: 200,
    data: { id, isDeleted: true },
  })
  expect((await call(app.origin, 'getEvent', { token, params: { id } })).status).toBe(404)
  expect(await update({ isDeleted: false })).toMatchObject({ status: 200, data: { isDeleted: false } })
})

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
