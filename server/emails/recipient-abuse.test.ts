import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../availability/units.ts'
import { allowances } from '../../contract/bookings/rate-limits.ts'
import { recipientMessages } from '../../contract/bookings/booking-messages.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { jobs } from '../db/tables/jobs.ts'
import { bookings } from '../db/tables/bookings.ts'

describe('limits on the addresses brought into bookings', () => {
  const app = setUpApp()
  let hosts = 0
  let addresses = 0
  beforeEach(() => {
    app.clock.now = START_OF_TESTS
  })

  /** A new host, and what happens to their bookings. */
  const start = async () => {
    const { sessionToken: token, user } = await signIn(app.origin, `abuser${++hosts}@example.com`)
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    const book = async (startUTC = '2027-01-11T15:00:00.000Z') =>
      (
        await ok(app.origin, 'createBooking', {
          query: { bookingUrlId: event.bookingUrlId },
          body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
        })
      ).id
    const write = (name: 'inviteUsers' | 'shareBooking', id: string, emails: readonly string[]) =>
      call(app.origin, name, { params: { id }, body: { emails }, token })
    const row = async (id: string) => (await app.db.select().from(bookings).where(eq(bookings.id, id)))[0]!
    const readdress = async (id: string, email: string) =>
      call(app.origin, 'updateBooking', {
        params: { id },
        body: { fullName: 'Bob', email, startUTC: new Date((await row(id)).startAt).toISOString() },
        token,
      })
    const mailed = async () => (await app.db.select().from(jobs).where(eq(jobs.hostId, user.id))).length
    return { book, write, row, readdress, mailed }
  }
  const fresh = (count: number) => Array.from({ length: count }, () => `somebody${++addresses}@example.com`)
  const expectRefused = (reply: Awaited<ReturnType<typeof call>>, error: string, retryAfterMs: number) => {
    expect(reply).toMatchObject({ status: 429, code: 'too_many_requests', error })
    expect(reply.headers.get('retry-after')).toBe(String(retryAfterMs / 1000))
  }

  test("a host who keeps changing the invitee's address soon reaches nobody new", async () => {
    const j = await start()
    const id = await j.book()
    const strangers = fresh(115)
    const statuses: number[] = []
    for (const email of strangers) statuses.push((await j.readdress(id, email)).status)
    expect(statuses).toEqual(
      strangers.map((_, index) => (index < allowances.host.perDayOfNewHost ? 200 : 429)),
    )
    expect((await j.row(id)).email).toBe(strangers[allowances.host.perDayOfNewHost - 1])
    const to = new Set((await app.db.select().from(jobs)).map(({ payload }) => payload['to']))
    expect(strangers.filter((email) => to.has(email)).length).toBeLessThanOrEqual(20)
  })

  test('a refused call changes nothing and says when to try again', async () => {
    const j = await start()
    const id = await j.book()
    expect((await j.write('shareBooking', id, fresh(19))).status).toBe(200)
    app.clock.now += HOUR
    const before = [await j.row(id), await j.mailed()]
    const message = recipientMessages.tooManyToday(allowances.host.perDayOfNewHost)
    for (let time = 0; time < 2; time++) {
      expectRefused(await j.write('inviteUsers', id, fresh(2)), message, DAY - HOUR)
      expectRefused(await j.write('shareBooking', id, fresh(2)), message, DAY - HOUR)
    }
    expect([await j.row(id), await j.mailed()]).toEqual(before)
    expect((await j.readdress(id, fresh(1)[0]!)).status).toBe(200)
    expectRefused(await j.readdress(id, fresh(1)[0]!), message, DAY - HOUR)
    // An address that counts already can be written to again.
    expect((await j.readdress(id, 'bob@example.com')).status).toBe(429)
    app.clock.now += DAY - HOUR
    expect((await j.write('inviteUsers', id, fresh(2))).status).toBe(200)
  })

  test('a booking has 30 guests over its lifetime, however they came', async () => {
    const j = await start()
    const id = await j.book()
    app.clock.now += DAY
    const guests = fresh(20)
    // Invited again, they count once.
    for (let calls = 0; calls < 2; calls++) {
      expect(await j.write('inviteUsers', id, guests)).toMatchObject({ status: 200, data: { sent: 20 } })
    }
    expect((await j.write('shareBooking', id, [...guests.slice(0, 5), ...fresh(9)])).status).toBe(200)
    expect((await j.readdress(id, fresh(1)[0]!)).status).toBe(200)
    app.clock.now += DAY
    for (const name of ['inviteUsers', 'shareBooking'] as const) {
      expectRefused(await j.write(name, id, fresh(1)), recipientMessages.tooManyGuests(30), DAY)
    }
    expectRefused(await j.readdress(id, fresh(1)[0]!), recipientMessages.tooManyGuests(30), DAY)
    expect((await j.write('shareBooking', id, guests)).status).toBe(200)
  })

  test('the limit of a host grows after the first day and covers all their bookings', async () => {
    const j = await start()
    app.clock.now += DAY
    const ids: string[] = []
    for (let hour = 0; hour < 8; hour++) {
      ids.push(await j.book(new Date(Date.parse('2027-01-11T14:00:00.000Z') + hour * HOUR).toISOString()))
    }
    for (const id of ids.slice(0, 6)) {
      for (const count of [20, 10]) expect((await j.write('inviteUsers', id, fresh(count))).status).toBe(200)
    }
    expect((await j.write('inviteUsers', ids[6]!, fresh(20))).status).toBe(200)
    const message = recipientMessages.tooManyToday(allowances.host.perDayOfHost)
    expectRefused(await j.write('inviteUsers', ids[7]!, fresh(1)), message, DAY)
  })

  test('an address gets ten such emails a day from one host, and twenty from all', async () => {
    const victim = fresh(1)
    const [one, other, third] = [await start(), await start(), await start()]
    const [first, second, last] = [await one.book(), await other.book(), await third.book()]
    for (let time = 0; time < 10; time++) {
      expect((await one.write('shareBooking', first, victim)).status).toBe(200)
    }
    app.clock.now += HOUR
    expectRefused(await one.readdress(first, victim[0]!), recipientMessages.tooManyMails(10), DAY - HOUR)
    for (let time = 0; time < 10; time++) {
      expect((await other.write('shareBooking', second, [victim[0]!.toUpperCase()])).status).toBe(200)
    }
    expectRefused(
      await third.write('inviteUsers', last, victim),
      recipientMessages.tooManyMails(20),
      DAY - HOUR,
    )
    app.clock.now += DAY - HOUR
    expect((await third.write('inviteUsers', last, victim)).status).toBe(200)
  })

  test('changing the address back and forth stops as well', async () => {
    const j = await start()
    const id = await j.book()
    const pair = fresh(2)
    const statuses: number[] = []
    for (let time = 0; time < 11; time++) statuses.push((await j.readdress(id, pair[time % 2]!)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  test('hosts who write to the same addresses at once never wait for each other', async () => {
    const shared = fresh(10)
    const journeys = await Promise.all(Array.from({ length: 4 }, start))
    const ids = await Promise.all(journeys.map((j) => j.book()))
    const replies = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        journeys[index % 4]!.write(
          'shareBooking',
          ids[index % 4]!,
          index % 2 === 0 ? shared : shared.toReversed(),
        ),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 20 }, () => 200),
      ...Array.from({ length: 12 }, () => 429),
    ])
  })
})
