import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { bookingRow } from '../../testing/databases/booking-rows.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { guestLinks } from '../db/tables/guest-links.ts'
import { bookingHistory, bookings } from '../db/tables/bookings.ts'
import { jobs } from '../db/tables/jobs.ts'
import { removeExpiredBookings } from './remove-expired-bookings.ts'

const HALF_HOUR = 30 * 60_000

describe('how long bookings are kept', () => {
  const app = setUpApp()
  let token: string
  let hostId: string
  let hosts = 0
  beforeEach(async () => {
    // A month before it, there is no such day.
    app.clock.now = Date.parse('2027-08-31T12:00:00Z')
    const session = await signIn(app.origin, `host${++hosts}@example.com`)
    token = session.sessionToken
    hostId = session.user.id
  })

  /** Bookings that ended at these times. */
  const ended = async (whose: string, ...ends: string[]) => {
    const rows = ends.map((end) => bookingRow({ hostId: whose, startAt: Date.parse(end) - HALF_HOUR }))
    await app.db.insert(bookings).values(rows)
    return rows.map(({ id }) => id)
  }
  const keep = (months: number | null) =>
    ok(app.origin, 'updateSettings', { token, body: { keep_bookings_months: months } })
  const left = async (whose = hostId) =>
    (await app.db.select({ id: bookings.id }).from(bookings).where(eq(bookings.hostId, whose))).map(
      ({ id }) => id,
    )
  const count = (months: string, as = token) =>
    call(app.origin, 'countExpiringBookings', { token: as, query: { keep_bookings_months: months } })
  const kinds = async () =>
    (await ok(app.origin, 'listActivity', { token })).activities.map((one) => [one.kind, one.details])

  test('forever unless the host chooses a time', async () => {
    const [old] = await ended(hostId, '2001-01-01T00:00:00Z')
    await removeExpiredBookings(app.deps)
    expect(await left()).toEqual([old])
    await keep(6)
    await keep(null)
    await removeExpiredBookings(app.deps)
    expect(await left()).toEqual([old])
  })

  test('by calendar months from the end, whatever the status, for each host by their own choice', async () => {
    const other = await signIn(app.origin, `other${hosts}@example.com`)
    const theirs = await ended(other.user.id, '2001-01-01T00:00:00Z')
    const [, , kept] = await ended(
      hostId,
      '2026-02-01T12:00:00Z',
      '2027-02-28T11:30:00Z',
      '2027-02-28T12:00:00Z',
    )
    await app.db
      .update(bookings)
      .set({ status: 'canceled', canceledAt: 0, canceledBy: 'host' })
      .where(eq(bookings.endAt, Date.parse('2026-02-01T12:00:00Z')))
    expect(await count('6')).toMatchObject({ data: { count: 2 } })
    expect(await count('12')).toMatchObject({ data: { count: 1 } })
    await keep(6)
    await removeExpiredBookings(app.deps)
    expect(await left()).toEqual([kept])
    expect(await left(other.user.id)).toEqual(theirs)
    app.clock.now += 1
    await removeExpiredBookings(app.deps)
    expect(await left()).toEqual([])
  })

  test('removes everything about a booking, and the host sees it', async () => {
    const [id] = (await ended(hostId, '2020-01-01T12:00:00Z')) as [string]
    const [other] = (await ended(hostId, '2027-08-01T12:00:00Z')) as [string]
    for (const bookingId of [id, other]) {
      const payload = { bookingId, to: 'bob@example.com' }
      const job = { hostId, id: randomUUID(), kind: 'sendMail', pool: 'mail' as const, payload }
      await app.db.insert(jobs).values({ ...job, state: 'failed', runAt: 0, createdAt: 0 })
    }
    const link = { hostId, bookingId: id, id: randomUUID(), token: randomUUID(), email: 'ann@example.com' }
    await app.db.insert(guestLinks).values({ ...link, role: 'guest', createdAt: 0 })
    const step = { hostId, bookingId: id, id: randomUUID(), action: 'booked' as const }
    await app.db.insert(bookingHistory).values({ ...step, actor: 'invitee', at: 0 })
    app.clock.now += 1
    await keep(60)
    app.clock.now += 1
    await Promise.all([removeExpiredBookings(app.deps), removeExpiredBookings(app.deps)])
    expect(await left()).toEqual([other])
    const about = await app.db.select().from(jobs).where(eq(jobs.hostId, hostId))
    expect(about.map(({ payload }) => payload['bookingId'])).toEqual([other])
    expect(await app.db.$count(guestLinks, eq(guestLinks.hostId, hostId))).toBe(0)
    expect(await app.db.$count(bookingHistory, eq(bookingHistory.hostId, hostId))).toBe(0)
    expect((await kinds()).slice(0, 2)).toEqual([
      ['bookings_removed', { count: 1 }],
      ['retention_changed', { months: 60 }],
    ])
  })

  test('removes more bookings than fit in a batch', async () => {
    const rows = Array.from({ length: 501 }, (_, index) =>
      bookingRow({ hostId, startAt: Date.parse('2020-01-01T12:00:00Z') + index * HALF_HOUR }),
    )
    await app.db.insert(bookings).values(rows)
    await keep(36)
    await removeExpiredBookings(app.deps)
    expect(await left()).toEqual([])
  })

  test('a host whose bookings can’t be removed doesn’t keep others waiting', async () => {
    const session = await signIn(app.origin, `other${hosts}@example.com`)
    const body = { keep_bookings_months: 6 as const }
    await ok(app.origin, 'updateSettings', { token: session.sessionToken, body })
    await keep(6)
    const both = [hostId, session.user.id]
    // Whichever comes first.
    for (const broken of both) {
      for (const each of both) await ended(each, '2001-01-01T00:00:00Z')
      await app.db.execute(
        sql.raw(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
          create trigger refuse before delete on bookings for each row
            when (old.host_id = '${broken}') execute function refuse()`),
      )
      onTestFinished(async () => {
        await app.db.execute(sql.raw('drop function if exists refuse cascade'))
      })
      await expect(removeExpiredBookings(app.deps)).rejects.toThrow()
      await app.db.execute(sql.raw('drop function refuse cascade'))
      const other = both.find((each) => each !== broken)
      expect([await left(broken), await left(other)]).toMatchObject([{ length: 1 }, []])
      await removeExpiredBookings(app.deps)
    }
  })

  test('the number that would go needs a session and a known time', async () => {
    expect((await call(app.origin, 'countExpiringBookings')).status).toBe(401)
    for (const months of ['7', '', 'null'])
      expect(await count(months)).toMatchObject({
        status: 400,
        error: 'Keep bookings for 6, 12, 24, 36, 60 months, or null for good',
      })
  })
})
