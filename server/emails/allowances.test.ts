import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../availability/units.ts'
import { allowances } from '../../contract/bookings/rate-limits.ts'
import { recipientMessages } from '../../contract/bookings/booking-messages.ts'
import { inviteeOf } from '../../testing/bookings/invitee.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, caughtMail, ok, signIn, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { rateLimits } from '../db/tables/requests.ts'
import { jobs } from '../db/tables/jobs.ts'

const MONDAY = Date.parse('2027-01-11T15:00:00.000Z')
const at = (hours: number) => new Date(MONDAY + hours * HOUR).toISOString()

describe('allowances', () => {
  const app = setUpApp({ calendarPollMs: 60_000 })
  let hosts = 0
  let addresses = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    await app.db.delete(rateLimits)
  })

  const fresh = (count: number) => Array.from({ length: count }, () => `guest${++addresses}@example.com`)
  const start = async () => {
    const email = `host${++hosts}@example.com`
    const { sessionToken: token, user } = await signIn(app.origin, email)
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk', meetVia: 'phone' } })
    const invitee = inviteeOf(app, event)
    const bookFor = async (startUTC: string, to: string) =>
      (
        await ok(app.origin, 'createBooking', {
          token,
          query: { bookingUrlId: event.bookingUrlId },
          body: { fullName: 'Ann', email: to, startUTC, byHost: true },
        })
      ).id
    const held = async (id: string) =>
      (await ok(app.origin, 'getBooking', { token, params: { id } })).bookingData.heldMails
    const invite = (id: string, emails: string[], as?: string) =>
      call(app.origin, 'inviteUsers', { params: { id }, body: { emails }, ...(as && { token: as }) })
    const end = () => app.db.delete(jobs).where(eq(jobs.hostId, user.id))
    return { token, email, ...invitee, bookFor, held, invite, end }
  }
  const subjects = async (to: string) =>
    (await caughtMail(app.origin, to)).map(({ subject }) => subject.split(':')[0]).toReversed()

  test('a stranger’s guests take nothing from the host, nor from other invitees', async () => {
    const host = await start()
    for (const hour of [0, 1]) await host.booked(at(hour), { guests: fresh(10) })
    const over = fresh(1)
    const id = await host.booked(at(2), { guests: over })
    expect(await host.held(id)).toEqual([{ email: over[0], isWaiting: true }])
    expect(await host.invite(id, fresh(1))).toMatchObject({
      status: 429,
      error: recipientMessages.tooManyToday(allowances.guests.perDayOfNewHost),
    })

    const [ann, bob] = fresh(2)
    expect(await host.held(await host.bookFor(at(3), ann!))).toEqual([])
    expect((await host.change(id, { email: bob, startUTC: at(2) })).status).toBe(200)
    expect((await host.invite(id, fresh(1), host.token)).status).toBe(200)
    for (const email of [ann!, bob!]) await expect.poll(() => subjects(email)).toHaveLength(1)
    await host.end()
  })

  test('an invitee’s corrections end with their booking’s own allowance', async () => {
    const host = await start()
    const [id, other] = [await host.booked(at(0)), await host.booked(at(1))]
    for (const email of fresh(allowances.corrections.addressesPerBooking))
      expect((await host.change(id, { email, startUTC: at(0) })).status).toBe(200)
    const more = { email: fresh(1)[0], startUTC: at(0) }
    expect(await host.change(id, more)).toMatchObject({
      status: 429,
      error: recipientMessages.tooManyCorrections(allowances.corrections.addressesPerBooking),
    })
    expect((await host.change(other, { email: fresh(1)[0], startUTC: at(1) })).status).toBe(200)
    expect((await host.change(id, more, host.token)).status).toBe(200)
    await host.end()
  })

  test('an address that strangers used up gets what hosts send, each from their own part', async () => {
    const [victim] = fresh(1)
    const [one, other] = [await start(), await start()]
    const id = await one.booked(at(0))
    const share = (as: typeof one, booking: string) =>
      call(app.origin, 'shareBooking', {
        token: as.token,
        params: { id: booking },
        body: { emails: [victim] },
      })
    for (let n = 0; n < allowances.guests.mailsFromHost; n++)
      await ok(app.origin, 'shareBooking', { params: { id }, body: { emails: [victim!] } })
    expect(await one.invite(id, [victim!])).toMatchObject({
      status: 429,
      error: recipientMessages.tooManyMails(allowances.guests.mailsFromHost),
    })
    for (let n = 0; n < allowances.host.mailsFromHost; n++) expect((await share(one, id)).status).toBe(200)
    expect((await share(one, id)).status).toBe(429)
    // Not even a host keeps others from it.
    expect(await other.held(await other.bookFor(at(0), victim!))).toEqual([])
    expect(await other.held(await other.booked(at(1), { guests: [victim] }))).toEqual([])
    // All hosts together have a limit.
    const third = await start()
    const [theirs, hers] = [await other.booked(at(2)), await third.booked(at(0))]
    const replies = await Promise.all(
      Array.from({ length: 14 }, (_, n) => (n % 2 === 0 ? share(other, theirs) : share(third, hers))),
    )
    const isLeft = allowances.host.mailsFromAllHosts - allowances.host.mailsFromHost - 1
    expect(replies.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([
      ...Array.from({ length: isLeft }, () => 200),
      ...Array.from({ length: 14 - isLeft }, () => 429),
    ])
    for (const host of [one, other, third]) await host.end()
  })

  test('mails that were counted by a clock which ran ahead take no room once it is corrected', async () => {
    const [victim] = fresh(1)
    const host = await start()
    const id = await host.booked(at(0))
    const share = () => call(app.origin, 'shareBooking', { params: { id }, body: { emails: [victim] } })
    app.clock.now += HOUR
    for (let n = 0; n < allowances.guests.mailsFromHost; n++) expect((await share()).status).toBe(200)
    app.clock.now -= MINUTE
    expect((await share()).status).toBe(429)
    app.clock.now -= 1
    expect((await share()).status).toBe(200)
    await host.end()
  })

  test('nor do addresses take any of the host’s day', async () => {
    const host = await start()
    const [id, other] = [await host.booked(at(0)), await host.booked(at(1))]
    app.clock.now += HOUR
    expect((await host.invite(id, fresh(10))).status).toBe(200)
    expect((await host.invite(other, fresh(10))).status).toBe(200)
    const more = await host.booked(at(2))
    expect((await host.invite(more, fresh(1))).status).toBe(429)
    app.clock.now -= HOUR
    expect((await host.invite(more, fresh(1))).status).toBe(200)
    await host.end()
  })

  test('held mail is sent once there is room, and the host sees it until then', async () => {
    const host = await start()
    for (const hour of [0, 1]) await host.booked(at(hour), { guests: fresh(10) })
    const [ann, cy] = fresh(2)
    const id = await host.booked(at(2), { guests: [ann, cy] })
    expect(await host.held(id)).toEqual([ann, cy].map((email) => ({ email, isWaiting: true })))
    expect((await host.read(id)).heldMails).toEqual([])
    // They hear of a move with their invitation, and whoever is removed before hears nothing.
    await host.change(id, { startUTC: at(3) })
    const { guestLinks } = (await ok(app.origin, 'getBooking', { token: host.token, params: { id } }))
      .bookingData
    const guestId = guestLinks.find(({ email }) => email === cy)!.id
    await ok(app.origin, 'removeGuest', { token: host.token, params: { id, guestId } })
    app.clock.now += DAY - 1000
    expect(await host.held(id)).toEqual([{ email: ann, isWaiting: true }])
    await expect
      .poll(async () => {
        app.clock.now += HOUR
        return host.held(id)
      })
      .toEqual([])
    await expect.poll(() => subjects(ann!)).toEqual(['Invitation'])
    expect((await caughtMail(app.origin, ann))[0]!.subject).toContain('1:00 PM')
    expect(await subjects(cy!)).toEqual([])
    await host.end()
  })

  test('a meeting that starts or is canceled first is one that nobody held back hears of', async () => {
    const host = await start()
    const soon = app.clock.now + 2 * HOUR
    for (const hour of [0, 1]) await host.booked(at(hour), { guests: fresh(10) })
    const [ann, cy] = fresh(2)
    const first = new Date(soon + HOUR).toISOString()
    const second = new Date(soon + 2 * HOUR).toISOString()
    const [missed, canceled] = [
      await host.booked(first, { guests: [ann] }),
      await host.booked(second, { guests: [cy] }),
    ]
    await host.cancel(canceled)
    expect(await host.held(canceled)).toEqual([])
    await expect
      .poll(async () => {
        app.clock.now += HOUR
        return host.held(missed)
      })
      .toEqual([{ email: ann, isWaiting: false }])
    app.clock.now += DAY
    await expect
      .poll(async () =>
        (await app.db.select().from(jobs)).filter(({ state, isHeld }) => isHeld && state === 'queued'),
      )
      .toEqual([])
    await expect.poll(() => subjects('bob@example.com')).toContain('Canceled')
    expect([await subjects(ann!), await subjects(cy!)]).toEqual([[], []])
    await host.end()
  })

  test('an address beyond its limit isn’t reminded of a meeting either', async () => {
    const host = await start()
    const [victim] = fresh(1)
    const other = await host.booked(at(0))
    for (let n = 0; n < allowances.host.mailsFromHost; n++) {
      const body = { emails: [victim!] }
      await ok(app.origin, 'shareBooking', { token: host.token, params: { id: other }, body })
    }
    const soon = new Date(app.clock.now + 4 * HOUR).toISOString()
    const id = await host.bookFor(soon, victim!)
    expect(await host.held(id)).toEqual([{ email: victim, isWaiting: true }])
    app.clock.now += 3 * HOUR
    const queuedReminders = async () =>
      (await app.db.select().from(jobs)).filter(
        ({ payload, state }) =>
          payload['bookingId'] === id && payload['kind'] === 'reminder' && state !== 'done',
      )
    await expect.poll(queuedReminders).toEqual([])
    expect(await subjects(host.email)).toContain('Reminder')
    await expect.poll(() => subjects(victim!)).toHaveLength(allowances.host.mailsFromHost)
    await host.end()
  })
})
