import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '../../../availability/units.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import type { EventLink, EventLinkInput } from '../../../contract/events/one-off-links.schema.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { lockHost } from '../../db/lock-host.ts'
import { eventLinks } from '../../db/tables/event-links.ts'
import type { Deps } from '../../adapters/deps.ts'
import { removeDeletedLinks } from './remove-deleted-links.ts'

const startOfUse = '2027-01-04T15:00:00Z'

describe('deleted one-off links', () => {
  const app = setUpApp({ database: 'postgres' })
  let token: string
  let hostId: string
  let event: Event
  let round = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    const session = await signIn(app.origin, `ada${++round}@example.com`)
    token = session.sessionToken
    hostId = session.user.id
    event = await ok(app.origin, 'createEvent', { token, body: { title: 'Secret plan' } })
  })

  const params = () => ({ id: event.id })
  const created = (body: EventLinkInput = {}) =>
    ok(app.origin, 'createEventLink', { token, params: params(), body })
  const list = () => ok(app.origin, 'listEventLinks', { token, params: params() })
  const remove = (link: EventLink, by = token) =>
    call(app.origin, 'deleteEventLink', { token: by, params: { id: event.id, linkId: link.id } })
  const restore = (link: EventLink, by = token) =>
    call(app.origin, 'restoreEventLink', {
      token: by,
      params: { id: event.id, linkId: link.id },
      // What else the link says is ignored, like everywhere.
      body: { ...link, isDeleted: false },
    })
  const booking = (startUTC: string) => ({ fullName: 'Bob', email: 'bob@example.com', startUTC })
  const book = (bookingUrlId: string, startUTC: string) =>
    call(app.origin, 'createBooking', { query: { bookingUrlId }, body: booking(startUTC) })
  const booked = (bookingUrlId: string, startUTC: string) =>
    ok(app.origin, 'createBooking', { query: { bookingUrlId }, body: booking(startUTC) })
  const waiting = sql`pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const untilWaiting = async () => {
    await expect.poll(() => app.db.$count(waiting)).toBe(1)
  }
  const cancel = (id: string) =>
    ok(app.origin, 'cancelBooking', { token, params: { id }, body: { cancellationReason: 'Ill' } })

  test('are deleted once, by the event’s host', async () => {
    const link = await created()
    const { sessionToken: other } = await signIn(app.origin, 'eve@example.com')
    expect((await remove(link, other)).status).toBe(404)
    const answers = await Promise.all([remove(link), remove(link)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await book(link.bookingUrlId, '2027-01-04T15:00:00Z')).toMatchObject({
      status: 403,
      code: 'link_deleted',
      error: 'This link is no longer valid. Please ask for a new one.',
    })
    const page = await (await fetch(`${app.origin}/book/${link.bookingUrlId}`)).text()
    expect(page).toContain('This link is no longer valid.')
    expect(page).not.toContain('has been deleted')
    const foreign = { params: { id: event.id, linkId: 'x' }, token }
    expect((await call(app.origin, 'deleteEventLink', foreign)).status).toBe(404)
  })

  test('answer a repeated request of somebody who booked with them, and no other', async () => {
    const link = await created({ maxUses: 2 })
    const repeated = async (key: string) => {
      const reply = await call(app.origin, 'createBooking', {
        query: { bookingUrlId: link.bookingUrlId },
        body: booking(startOfUse),
        headers: { 'idempotency-key': key },
      })
      // One of them is the time.
      return { ...reply, headers: null }
    }
    const first = await repeated('once')
    expect(first.status).toBe(201)
    await remove(link)
    expect(await repeated('once')).toEqual(first)
    expect(await repeated('other')).toMatchObject({ status: 403, code: 'link_deleted' })
    await ok(app.origin, 'deleteEvent', { token, params: params() })
    expect(await repeated('once')).toEqual(first)
  })

  test('refuse a booking that is being made with them', async () => {
    const link = await created()
    const isLink = eq(eventLinks.id, link.id)
    const { answer } = await app.db.transaction(async (tx) => {
      await lockHost(tx, hostId)
      const asked = { answer: book(link.bookingUrlId, startOfUse) }
      await untilWaiting()
      await tx.update(eventLinks).set({ deletedAt: app.clock.now }).where(isLink)
      return asked
    })
    expect(await answer).toMatchObject({ status: 403, code: 'link_deleted' })
    expect((await ok(app.origin, 'listBookings', { token, query: {} })).total).toBe(0)
  })

  test('are restored within 24 hours, with the uses that are left', async () => {
    const [used, unused] = [await created({ maxUses: 2 }), await created()]
    await booked(used.bookingUrlId, '2027-01-04T15:00:00Z')
    for (const link of [used, unused]) await remove(link)
    const { sessionToken: other } = await signIn(app.origin, 'eve@example.com')
    expect((await restore(used, other)).status).toBe(404)
    for (const link of [used, unused]) expect(await restore(link)).toMatchObject({ data: { id: link.id } })
    const left = new Map((await list()).map(({ id, maxUses, uses }) => [id, [maxUses, uses]]))
    expect(left.get(used.id)).toEqual([2, 1])
    expect(left.get(unused.id)).toEqual([1, 0])
    await booked(unused.bookingUrlId, '2027-01-04T16:00:00Z')
    for (const link of [used, unused]) await remove(link)
    const never = await created()
    await remove(never)
    app.clock.now += 25 * HOUR
    await removeDeletedLinks({ db: app.db, now: () => app.clock.now } as Deps)
    for (const link of [used, unused, never]) expect((await restore(link)).status).toBe(404)
    expect(await app.db.$count(eventLinks, eq(eventLinks.id, never.id))).toBe(0)
  })

  test('are removed for good once their bookings are over', async () => {
    const link = await created({ maxUses: 2 })
    const canceled = await booked(link.bookingUrlId, '2027-01-08T15:00:00Z')
    await booked(link.bookingUrlId, '2027-01-06T15:00:00Z')
    await remove(link)
    await cancel(canceled.id)
    const isKeptAt = async (now: string) => {
      await removeDeletedLinks({ db: app.db, now: () => Date.parse(now) } as Deps)
      return (await app.db.$count(eventLinks, eq(eventLinks.id, link.id))) === 1
    }
    expect(await isKeptAt('2027-01-06T14:00:00Z')).toBe(true)
    expect(await isKeptAt('2027-01-07T15:00:00Z')).toBe(true)
    expect(await isKeptAt('2027-01-07T16:00:00Z')).toBe(false)
  })

  test('aren’t removed during another change of their host, because that could deadlock', async () => {
    const link = await created()
    await remove(link)
    const isThere = () => app.db.$count(eventLinks, eq(eventLinks.id, link.id))
    const { done } = await app.db.transaction(async (tx) => {
      await lockHost(tx, hostId)
      const now = () => app.clock.now + 25 * HOUR
      const removing = { done: removeDeletedLinks({ db: app.db, now } as Deps) }
      await untilWaiting()
      expect(await isThere()).toBe(1)
      return removing
    })
    await done
    expect(await isThere()).toBe(0)
  })

  test('don’t come back from an event that is deleted, unless it is restored', async () => {
    const link = await created()
    await remove(link)
    await ok(app.origin, 'deleteEvent', { token, params: params() })
    expect((await restore(link)).status).toBe(404)
    await ok(app.origin, 'updateEvent', { token, params: params(), body: { isDeleted: false } })
    const answers = await Promise.all([restore(link), restore(link)])
    expect(answers).toMatchObject([{ data: { id: link.id } }, { data: { id: link.id } }])
    expect((await book(link.bookingUrlId, startOfUse)).status).toBe(201)
  })

  test('get the use of a booking back that is canceled, because they may be restored', async () => {
    const link = await created()
    const { id } = await booked(link.bookingUrlId, startOfUse)
    await remove(link)
    await cancel(id)
    await restore(link)
    expect((await book(link.bookingUrlId, startOfUse)).status).toBe(201)
  })
})
