import { and, eq, type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '../../availability/units.ts'
import type { Event } from '../../contract/events/event.schema.ts'
import { inviteeOf } from '../../testing/bookings/invitee.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import {
  call,
  caughtMail,
  googleFault,
  googleLog,
  ok,
  signIn,
  START_OF_TESTS,
} from '../../testing/server/test-app.ts'
import { lockHost } from '../db/lock-host.ts'
import { hosts } from '../db/tables/hosts.ts'
import { jobs } from '../db/tables/jobs.ts'
import { subscriptions } from '../db/tables/subscriptions.ts'
import { bookings } from '../db/tables/bookings.ts'
import { removeClosedAccounts } from '../hosts/remove-closed-accounts.ts'

const later = '2027-01-06T15:00:00.000Z'

describe('a deleted account', () => {
  const app = setUpApp({ database: 'postgres', calendarPollMs: 60_000 })
  let token: string
  let hostId: string
  let email: string
  let event: Event
  let number = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    email = `host${++number}@example.com`
    const session = await signIn(app.origin, email)
    token = session.sessionToken
    hostId = session.user.id
    event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk', duration: 60 } })
  })

  const remove = (as: string | undefined = token, confirmation = 'DELETE') =>
    call(app.origin, 'deleteAccount', { ...(as && { token: as }), body: { confirmation } })
  const rowsOf = async (query: SQL) =>
    ((await app.db.execute(query)) as { rows: Record<string, string>[] }).rows
  const revoked = async () =>
    (await googleLog(app.origin)).filter((one) => one.method === 'revoke' && one.email === email)
  const openEvent = () => call(app.origin, 'getPublicEvent', { params: { bookingUrlId: event.bookingUrlId } })

  test('needs a session and the typed word', async () => {
    expect((await remove('')).status).toBe(401)
    expect(await remove('unknown')).toMatchObject({ status: 403, error: 'Invalid token' })
    expect(await remove(token, 'delete')).toMatchObject({ status: 400, error: 'Type DELETE to confirm.' })
    expect((await openEvent()).status).toBe(200)
  })

  test('takes no bookings, ends all sessions, and gives the calendar back', async () => {
    const bob = inviteeOf(app, event)
    const past = await bob.booked()
    const upcoming = await bob.booked(later)
    await expect
      .poll(async () =>
        (await googleLog(app.origin)).filter((one) => one.method === 'events.insert' && one.email === email),
      )
      .toHaveLength(2)
    app.clock.now += 12 * 3_600_000
    const other = (await signIn(app.origin, email)).sessionToken
    expect(await remove()).toMatchObject({ data: { removedOn: '2027-01-12T01:00:00.000Z' } })

    for (const session of [token, other])
      expect(await call(app.origin, 'getUser', { token: session })).toMatchObject({ status: 403 })
    expect(await openEvent()).toMatchObject({ status: 400, code: 'event_not_found' })
    expect(await bob.book(later)).toMatchObject({ code: 'event_not_found' })
    const day = { dateFrom: '2027-01-06', dateTo: '2027-01-06', timezone: 'UTC' }
    expect((await call(app.origin, 'listSlots', { params: { id: event.id }, query: day })).status).toBe(404)
    expect(await ok(app.origin, 'getBooking', { params: { id: past } })).toMatchObject({
      bookingData: { status: 'confirmed' },
      eventData: { bookingUrlId: null, isAcceptingBookings: false },
    })
    expect(await bob.read(upcoming)).toMatchObject({
      status: 'canceled',
      canceledBy: 'host',
      cancellationReason: 'The host closed their account.',
    })
    await expect
      .poll(async () => (await caughtMail(app.origin, 'bob@example.com')).map(({ subject }) => subject))
      .toContainEqual(expect.stringMatching(/^Canceled: Talk/))
    await expect
      .poll(async () => (await caughtMail(app.origin, email)).map(({ subject }) => subject))
      .toContain('Your account is closed')
    // It is tried again until the entry is gone.
    await expect
      .poll(() => {
        app.clock.now += 60_000
        return revoked()
      })
      .toHaveLength(1)
    const deleted = (await googleLog(app.origin)).filter(
      (one) => one.method === 'events.delete' && one.email === email,
    )
    expect(deleted.map(({ status }) => status)).toEqual([204])
  })

  test('is open again once its host signs in within a week', async () => {
    await remove()
    await expect.poll(revoked).toHaveLength(1)
    app.clock.now += 7 * DAY - 1
    const { isRestored, user, sessionToken } = await signIn(app.origin, email)
    expect({ isRestored, id: user.id }).toEqual({ isRestored: true, id: hostId })
    expect(user.calendarConnection).toBe('connected')
    expect(await ok(app.origin, 'listEvents', { token: sessionToken })).toHaveLength(1)
    expect((await openEvent()).status).toBe(200)
    await removeClosedAccounts(app.deps)
    expect((await signIn(app.origin, email)).isRestored).toBe(false)
  })

  test('is open again if its host signs in while it is being deleted', async () => {
    const signedIn = await app.db.transaction(async (tx) => {
      await lockHost(tx, hostId)
      await tx.update(hosts).set({ deletedAt: app.clock.now }).where(eq(hosts.id, hostId))
      const signingIn = signIn(app.origin, email)
      const waitingSessions = sql`pg_stat_activity where wait_event_type = 'Lock'`
      await expect.poll(() => app.db.$count(waitingSessions)).toBeGreaterThan(0)
      return { signingIn }
    })
    expect(await signedIn.signingIn).toMatchObject({ isRestored: true, user: { id: hostId } })
    expect((await openEvent()).status).toBe(200)
  })

  test('gives the calendar back even after an outage of a day', async () => {
    await googleFault(app.origin, { match: 'revoke', kind: 'status', status: 503, times: 0 })
    await remove()
    const isTheirs = and(eq(jobs.hostId, hostId), eq(jobs.kind, 'revokeGrant'))
    const job = async () => (await app.db.select().from(jobs).where(isTheirs))[0]!
    const isTried = async (attempts: number) => {
      await expect
        .poll(job)
        .toMatchObject({ attempts, lockedUntil: null, lastError: expect.any(String), state: 'queued' })
    }
    await isTried(1)
    await app.db.update(jobs).set({ attempts: 20 }).where(isTheirs)
    app.clock.now += DAY
    await isTried(21)
    await googleFault(app.origin, null)
    app.clock.now += DAY
    await expect.poll(async () => (await job()).state).toBe('done')
  })

  test('leaves nothing behind after a week, and its address can sign up again', async () => {
    await inviteeOf(app, event).booked()
    await remove()
    app.clock.now += 7 * DAY + 1
    const before = await signIn(app.origin, email)
    expect(before).toMatchObject({ isRestored: false })
    expect(before.user.id).not.toBe(hostId)

    await call(app.origin, 'deleteAccount', { token: before.sessionToken, body: { confirmation: 'DELETE' } })
    const ending = and(eq(jobs.hostId, before.user.id), eq(jobs.kind, 'endSubscription'))
    await expect
      .poll(async () => (await app.db.select().from(jobs).where(ending)).map(({ state }) => state))
      .toEqual(['done'])
    app.clock.now += 7 * DAY + 1
    const accounts = () => app.db.$count(hosts, eq(hosts.email, email))
    // Otherwise nobody would know whose subscription still has to end.
    const customer = { hostId: before.user.id, customerId: 'cus_gone', updatedAt: app.clock.now }
    await app.db.insert(subscriptions).values(customer)
    await app.db.update(jobs).set({ state: 'failed' }).where(ending)
    await removeClosedAccounts(app.deps)
    expect(await accounts()).toBe(1)
    app.deps.wake('jobs')
    await expect
      .poll(async () => (await app.db.select().from(jobs).where(ending)).map(({ state }) => state))
      .toEqual(['done'])
    await removeClosedAccounts(app.deps)
    expect(await accounts()).toBe(0)
    const tables = await rowsOf(
      sql`select table_name from information_schema.columns where column_name = 'host_id' and table_schema = 'public'`,
    )
    expect(tables.length).toBeGreaterThan(10)
    for (const { table_name: table } of tables) {
      const left = await rowsOf(
        sql`select host_id from ${sql.identifier(table!)} where host_id in (${hostId}, ${before.user.id})`,
      )
      expect({ table, left }).toEqual({ table, left: [] })
    }
  })

  test('deleting twice at once closes it once', async () => {
    await inviteeOf(app, event).booked(later)
    const answers = await Promise.all([remove(), remove()])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const [booking] = await app.db.select().from(bookings).where(eq(bookings.hostId, hostId))
    expect(booking).toMatchObject({ status: 'canceled', sequence: 1 })
    expect((await signIn(app.origin, email)).isRestored).toBe(true)
  })
})
