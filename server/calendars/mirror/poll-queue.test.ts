import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../availability/units.ts'
import { bookingRow } from '../../../testing/databases/booking-rows.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, googleFault, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { hostWithCalendar, HTTPS_ORIGIN } from '../../../testing/calendars/watched-calendar.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { calendarMirrors, callBudgets, calendarConnections } from '../../db/tables/calendars.ts'
import { events } from '../../db/tables/events.ts'
import { claimMirrors } from './claim-mirrors.ts'
import { requireFreshMirrors } from './freshness.ts'
import { scheduleSync } from './notifications.ts'
import { pollCalendars } from './poll.ts'
import { reschedulePolls } from './reschedule-polls.ts'
import { watchCalendars } from './watch.ts'

describe('the queue of calendars to poll', () => {
  const app = setUpApp({ publicUrl: HTTPS_ORIGIN })
  let email: string
  let token: string
  let host: Awaited<ReturnType<typeof hostWithCalendar>>
  let number = 0
  beforeEach(async () => {
    await googleFault(app.origin, null)
    await app.db.delete(calendarMirrors)
    await app.db.delete(callBudgets)
    app.clock.now = START_OF_TESTS
    email = `host${++number}@example.com`
    host = await hostWithCalendar(app, email)
    token = (await signIn(app.origin, email)).sessionToken
  })

  const poll = () => pollCalendars(app.deps, MINUTE).stop()
  const watch = () => watchCalendars(app.deps, HOUR).stop()
  const change = (body: Record<string, unknown>) =>
    ok(app.origin, 'updateEvent', { token, params: { id: host.event.id }, body })
  const queued = async () => {
    const { nextPollAt, watchAt } = await host.mirror()
    return [nextPollAt, watchAt].map((at) =>
      at === Infinity ? 'never' : at <= app.clock.now ? 'due' : 'later',
    )
  }
  /** Both workers have had their turn after the event was paused. */
  const leaveQueues = async () => {
    await change({ isEnabled: false })
    await poll()
    await watch()
    expect(await queued()).toEqual(['never', 'never'])
  }
  const key = () => ({ hostId: host.hostId, calendarId: host.event.calendarId })
  const event = () => ({ ...key(), checkedCalendars: null })

  const makeInactive = ({ hostId }: { hostId: string }) =>
    app.db
      .update(calendarMirrors)
      .set({ isActive: false, lastUsedAt: 0, nextPollAt: 0 })
      .where(eq(calendarMirrors.hostId, hostId))

  test('a calendar leaves both queues while its event is paused, without a call', async () => {
    await leaveQueues()
    expect(await host.asked('events.list')).toEqual([])
    expect(await host.asked('events.watch')).toEqual([])
    app.clock.now += 24 * HOUR
    await scheduleSync(app.deps, key())
    expect(await queued()).toEqual(['never', 'never'])
    expect(await claimMirrors(app.deps, { limit: 10, baseMs: MINUTE, running: [] })).toEqual([])
  })

  const again: [string, () => Promise<unknown>][] = [
    ['enabled', () => change({ isEnabled: true })],
    ['joined by another event', () => ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })],
    ['read by a page', () => requireFreshMirrors(app.deps, event(), app.clock.now)],
  ]
  test.each(again)('it returns to both queues once its event is %s', async (_name, use) => {
    await poll()
    await leaveQueues()
    await use()
    await expect.poll(async () => (await queued())[1]).toBe('due')
    app.clock.now += MINUTE
    expect(await queued()).toEqual(['due', 'due'])
  })

  test('archiving and deleting take it out, unarchiving and restoring bring it back', async () => {
    for (const [off, on] of [
      [{ isArchived: true }, { isArchived: false }],
      [{ isDeleted: true }, { isDeleted: false }],
    ]) {
      await change(off!)
      await poll()
      await watch()
      expect(await queued()).toEqual(['never', 'never'])
      await change(on!)
      expect(await queued()).toEqual(['due', 'due'])
    }
    await call(app.origin, 'deleteEvent', { token, params: { id: host.event.id } })
    await poll()
    expect((await queued())[0]).toBe('never')
  })

  test('it stays in both while a booking in it is ahead, because the host may move that', async () => {
    const booking = bookingRow({ ...key(), startAt: app.clock.now + DAY })
    await app.db.insert(bookings).values(booking)
    await change({ isEnabled: false })
    await watch()
    await poll()
    expect(await queued()).toEqual(['later', 'later'])
    await scheduleSync(app.deps, key())
    app.clock.now += SECOND
    expect((await queued())[0]).toBe('due')
    app.clock.now = booking.endAt + 30 * DAY
    await poll()
    await watch()
    expect(await queued()).toEqual(['never', 'never'])
  })

  test('a broken connection takes it out, and reconnecting brings it back', async () => {
    await app.db
      .update(calendarConnections)
      .set({ brokenAt: 1 })
      .where(eq(calendarConnections.hostId, host.hostId))
    await poll()
    await watch()
    expect(await queued()).toEqual(['never', 'never'])
    await signIn(app.origin, email)
    expect(await queued()).toEqual(['due', 'due'])
  })

  test('so does a grant without the calendar', async () => {
    await signIn(app.origin, email, { granular: '1' })
    await poll()
    expect((await queued())[0]).toBe('never')
    await signIn(app.origin, email)
    expect((await queued())[0]).toBe('due')
  })

  test('a poll that a clock scheduled which ran ahead is due once that is corrected', async () => {
    await app.db.update(calendarMirrors).set({ nextPollAt: app.clock.now + HOUR })
    await reschedulePolls(app.deps, MINUTE)
    expect((await queued())[0]).toBe('later')
    // Another machine's clock may be a minute ahead.
    app.clock.now -= MINUTE + 1
    await reschedulePolls(app.deps, MINUTE)
    expect((await queued())[0]).toBe('due')
    await app.db.update(calendarMirrors).set({ isActive: false, nextPollAt: app.clock.now + 6 * HOUR })
    await reschedulePolls(app.deps, MINUTE)
    expect((await queued())[0]).toBe('later')
    await app.db.update(calendarMirrors).set({ nextPollAt: Infinity })
    await reschedulePolls(app.deps, MINUTE)
    expect((await queued())[0]).toBe('never')
  })

  test('unused calendars at the head of the queue keep nobody waiting', async () => {
    const paused = []
    for (const name of ['a', 'b', 'c']) paused.push(await hostWithCalendar(app, `${name}${email}`))
    for (const { hostId } of paused) {
      await app.db.update(events).set({ isEnabled: false }).where(eq(events.hostId, hostId))
      await app.db.update(calendarMirrors).set({ nextPollAt: 0 }).where(eq(calendarMirrors.hostId, hostId))
    }
    const claimed = await claimMirrors(app.deps, { limit: 2, baseMs: MINUTE, running: [] })
    expect(claimed).toMatchObject([{ ...key(), server: null, nextPollAt: app.clock.now + MINUTE }])
    for (const one of paused) expect((await one.mirror()).nextPollAt).toBe(Infinity)
  })

  test('active calendars come first, and the others get a share even so', async () => {
    const waiting = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
      waiting.push(await hostWithCalendar(app, `${name}${email}`))
    const inactive = waiting.slice(0, 3)
    for (const one of inactive) await makeInactive(one)
    const claim = async () => {
      const claimed = await claimMirrors(app.deps, { limit: 5, baseMs: MINUTE, running: [] })
      return claimed.filter(({ hostId }) => inactive.some((one) => one.hostId === hostId)).length
    }
    // Five active ones and three others.
    expect([await claim(), await claim()]).toEqual([1, 2])
    expect((await inactive[0]!.mirror()).nextPollAt).toBe(app.clock.now + 10 * MINUTE)
  })

  test('a claim of one calendar is sometimes for an inactive one, if there is one', async () => {
    const inactive = await hostWithCalendar(app, `inactive${email}`)
    await hostWithCalendar(app, `active${email}`)
    await makeInactive(inactive)
    const claimsInactive = async (random: number) => {
      const claimed = await claimMirrors(app.deps, { limit: 1, baseMs: MINUTE, running: [], random })
      return claimed.map(({ hostId }) => hostId === inactive.hostId)
    }
    expect(await claimsInactive(0.79)).toEqual([false])
    expect(await claimsInactive(0.8)).toEqual([true])
    expect(await claimsInactive(0.8)).toEqual([false])
    expect(await claimsInactive(0.8)).toEqual([])
  })

  test('calendars that nobody used for a day are polled less often, until somebody does', async () => {
    const pollsAfter = async () => {
      await app.db.update(calendarMirrors).set({ nextPollAt: app.clock.now })
      await poll()
      return (await host.mirror()).nextPollAt - app.clock.now
    }
    expect(await pollsAfter()).toBe(MINUTE)
    app.clock.now += 24 * HOUR
    expect(await pollsAfter()).toBe(10 * MINUTE)
    // A page is opened.
    await requireFreshMirrors(app.deps, event(), app.clock.now)
    await expect.poll(async () => (await host.mirror()).lastUsedAt).toBe(app.clock.now)
    expect((await host.mirror()).nextPollAt).toBe(app.clock.now + MINUTE)
    expect(await pollsAfter()).toBe(MINUTE)
    // Opening it again within a minute writes nothing.
    const { lastUsedAt } = await host.mirror()
    app.clock.now += MINUTE - 1
    await requireFreshMirrors(app.deps, event(), app.clock.now)
    expect((await host.mirror()).lastUsedAt).toBe(lastUsedAt)
  })

  test('a calendar is active while a booking is about to start', async () => {
    await ok(app.origin, 'createBooking', {
      query: { bookingUrlId: host.event.bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC: '2027-01-08T15:00:00.000Z' },
    })
    const pollsAfter = async () => {
      await app.db.update(calendarMirrors).set({ nextPollAt: app.clock.now })
      await poll()
      return (await host.mirror()).nextPollAt - app.clock.now
    }
    app.clock.now += 48 * HOUR
    expect(await pollsAfter()).toBe(10 * MINUTE)
    app.clock.now += 36 * HOUR
    expect(await pollsAfter()).toBe(MINUTE)
  })

  test('a notification about an inactive calendar waits until an hour after the last sync', async () => {
    await poll()
    app.clock.now += 24 * HOUR
    await poll()
    const { syncedAt } = await host.mirror()
    app.clock.now += MINUTE
    await app.db.update(calendarMirrors).set({ nextPollAt: app.clock.now + 6 * HOUR })
    await scheduleSync(app.deps, key())
    expect((await host.mirror()).nextPollAt).toBe(syncedAt! + HOUR)
  })
})
