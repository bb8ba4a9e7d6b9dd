import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../availability/units.ts'
import { replaceAccountCalls } from '../../../testing/calendars/held-google.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, googleFault, START_OF_TESTS, startTestApp, signIn } from '../../../testing/server/test-app.ts'
import { hostWithCalendar } from '../../../testing/calendars/watched-calendar.ts'
import { calendarMirrors, callBudgets } from '../../db/tables/calendars.ts'
import { createCircuitBreaker } from '../../adapters/circuit-breaker.ts'
import { CalendarError, CallPostponed } from '../../adapters/calendar-provider.ts'
import { refreshMirrors, requireFreshMirrors } from './freshness.ts'
import { pollCalendars } from './poll.ts'
import { pullCalendar } from './pull.ts'
import { syncNow } from './sync.ts'

describe('syncs that fail', () => {
  const app = setUpApp()
  let host: Awaited<ReturnType<typeof hostWithCalendar>>
  let email: string
  let number = 0
  beforeEach(async () => {
    await googleFault(app.origin, null)
    app.clock.now = START_OF_TESTS
    await app.db.delete(calendarMirrors)
    await app.db.delete(callBudgets)
    email = `host${++number}@example.com`
    host = await hostWithCalendar(app, email)
  })

  const key = () => ({ hostId: host.hostId, calendarId: host.event.calendarId })
  const event = () => ({ ...key(), checkedCalendars: null })
  /** A provider whose lists fail, and how often it was asked. */
  const failing = (error: () => Error) => {
    const asked = { times: 0 }
    const list = () => {
      asked.times++
      return Promise.reject(error())
    }
    const deps = replaceAccountCalls(app.deps, () => ({ listEntries: list, listChanges: list }))
    return { deps: { ...deps, calendarBreaker: createCircuitBreaker(app.deps.now) }, asked }
  }
  const waitMs = async () => (await host.mirror()).notBefore! - app.clock.now

  test('pages, bookings and polling all wait as long as the provider asks', async () => {
    const { deps, asked } = failing(
      () => new CalendarError('rate_limited', 'No', { retryAfterMs: 90 * SECOND }),
    )
    const until = app.clock.now + 1
    await expect(requireFreshMirrors(deps, event(), until)).rejects.toMatchObject({
      code: 'calendar_unreachable',
    })
    expect([asked.times, await waitMs()]).toEqual([1, 90 * SECOND])
    for (const waited of [0, 89 * SECOND]) {
      app.clock.now += waited
      const refused = { code: 'calendar_unreachable' }
      await expect(requireFreshMirrors(deps, event(), until)).rejects.toMatchObject(refused)
      await expect(refreshMirrors(deps, event(), until)).rejects.toMatchObject(refused)
      await app.db.update(calendarMirrors).set({ nextPollAt: app.clock.now })
      await pollCalendars(deps, MINUTE).stop()
      expect(asked.times).toBe(1)
      expect((await host.mirror()).nextPollAt).toBe((await host.mirror()).notBefore)
    }
    app.clock.now += SECOND
    await pollCalendars(deps, MINUTE).stop()
    expect(asked.times).toBe(2)
    await app.db.update(calendarMirrors).set({ notBefore: app.clock.now })
    await refreshMirrors(app.deps, event(), until)
    expect(await host.mirror()).toMatchObject({ failures: 0, notBefore: null, syncedAt: app.clock.now })
  })

  test('each failure doubles the wait, and the calendar is polled again as soon as it is over', async () => {
    const { deps, asked } = failing(() => new CalendarError('unreachable', 'No'))
    for (const longest of [2, 4, 8, 16]) {
      await syncNow(deps, key()).catch(() => {})
      expect(await waitMs()).toBeGreaterThanOrEqual((longest / 2) * SECOND)
      expect(await waitMs()).toBeLessThanOrEqual(longest * SECOND)
      const { nextPollAt, notBefore } = await host.mirror()
      expect(nextPollAt).toBe(notBefore)
      app.clock.now = notBefore!
    }
    expect([asked.times, (await host.mirror()).failures]).toEqual([4, 4])
  })

  test('however long an outage was, a page works a minute later, and a calendar that nobody asks for is polled rarely', async () => {
    const { deps, asked } = failing(() => new CalendarError('unreachable', 'No'))
    await syncNow(deps, key()).catch(() => {})
    await app.db.update(calendarMirrors).set({ failures: 30 })
    app.clock.now += HOUR
    const until = app.clock.now + 1
    await expect(requireFreshMirrors(deps, event(), until)).rejects.toThrow()
    expect((await host.mirror()).nextPollAt - app.clock.now).toBeGreaterThanOrEqual(5 * MINUTE)
    const failedAt = app.clock.now
    // Pages that keep asking cause a call every 30 to 60 seconds.
    while (app.clock.now < failedAt + 4 * MINUTE) {
      app.clock.now += 5 * SECOND
      await expect(requireFreshMirrors(deps, event(), until)).rejects.toThrow()
      await pollCalendars(deps, MINUTE).stop()
    }
    expect(asked.times).toBeGreaterThanOrEqual(2 + 3)
    expect(asked.times).toBeLessThanOrEqual(2 + 8)
    app.clock.now += MINUTE
    expect((await requireFreshMirrors(app.deps, event(), until)).until).toBeGreaterThan(until)
    expect(await host.mirror()).toMatchObject({ failures: 0, notBefore: null })
  })

  test('syncs of several processes that fail together count once', async () => {
    const { deps } = failing(() => new CalendarError('unreachable', 'No'))
    await Promise.allSettled([1, 2, 3].map(() => syncNow({ ...deps }, key())))
    expect((await host.mirror()).failures).toBe(1)
  })

  /** Every list of entries is overtaken by another process's whole sync. */
  const overtaken = () => {
    const asked = { times: 0 }
    const overtake = async <T>(list: () => Promise<T>) => {
      asked.times++
      const listed = await list()
      app.clock.now++
      await pullCalendar(app.deps, key())
      return listed
    }
    const deps = replaceAccountCalls(app.deps, (account) => ({
      listEntries: (...args) => overtake(() => account.listEntries(...args)),
      listChanges: (...args) => overtake(() => account.listChanges(...args)),
    }))
    return { deps, asked }
  }

  test('what other processes have read since counts as read', async () => {
    await syncNow(app.deps, key())
    const { deps, asked } = overtaken()
    await syncNow(deps, key())
    expect([asked.times, (await host.mirror()).failures]).toEqual([2, 0])
  })

  test('unless that doesn’t reach far enough, which isn’t the calendar’s fault', async () => {
    await syncNow(app.deps, key())
    const { deps, asked } = overtaken()
    const farAhead = app.clock.now + 500 * DAY
    await expect(syncNow(deps, key(), farAhead)).rejects.toThrow('Other processes keep changing')
    expect(asked.times).toBe(4)
    expect(await host.mirror()).toMatchObject({ failures: 0, notBefore: null })
  })

  test('reconnecting ends the wait', async () => {
    const { deps } = failing(() => new CalendarError('rate_limited', 'No', { retryAfterMs: 60 * MINUTE }))
    await syncNow(deps, key()).catch(() => {})
    await signIn(app.origin, email)
    expect(await host.mirror()).toMatchObject({ failures: 0, notBefore: null, nextPollAt: app.clock.now })
  })

  test('while the provider answers nobody, calendars stay due and count no failures, until one is tried', async () => {
    const { deps, asked } = failing(() => new CalendarError('unreachable', 'No'))
    const down = () => Promise.reject(new CalendarError('unreachable', 'No'))
    for (const other of ['a', 'b', 'c', 'd', 'e']) await deps.calendarBreaker.run(other, down).catch(() => {})
    await expect(syncNow(deps, key())).rejects.toBeInstanceOf(CallPostponed)
    await pollCalendars(deps, MINUTE).stop()
    expect(asked.times).toBe(0)
    // It keeps its place in the queue.
    expect(await host.mirror()).toMatchObject({ failures: 0, notBefore: null, nextPollAt: app.clock.now })
    app.clock.now += 5 * SECOND
    await pollCalendars(deps, MINUTE).stop()
    expect(asked.times).toBe(1)
  })
})

describe('after the clock ran ahead', () => {
  const app = setUpApp()

  test('what was read by it counts as unread: bookings and pages ask again, or are closed', async () => {
    const host = await hostWithCalendar(app, 'early@example.com')
    const key = { hostId: host.hostId, calendarId: host.event.calendarId }
    const event = { ...key, checkedCalendars: null }
    const until = START_OF_TESTS + HOUR
    app.clock.now = START_OF_TESTS + 3 * HOUR
    await syncNow(app.deps, key)
    app.clock.now = START_OF_TESTS
    await googleFault(app.origin, { match: 'events.list', kind: 'unreachable', times: 0 })
    const refused = { code: 'calendar_unreachable' }
    await expect(requireFreshMirrors(app.deps, event, until)).rejects.toMatchObject(refused)
    await expect(refreshMirrors(app.deps, event, until)).rejects.toMatchObject(refused)
    await googleFault(app.origin, null)
    app.clock.now += MINUTE
    await refreshMirrors(app.deps, event, until)
    expect((await host.mirror()).syncedAt).toBe(app.clock.now)
    await expect(requireFreshMirrors(app.deps, event, until)).resolves.toMatchObject({
      trustedUntil: app.clock.now + 15 * MINUTE + 1,
    })
  })
})

test('a backoff that a clock set which ran ahead keeps no page closed once it is corrected', async () => {
  const app = await startTestApp()
  try {
    const host = await hostWithCalendar(app, 'ada@example.com')
    const key = { hostId: host.hostId, calendarId: host.event.calendarId }
    const until = START_OF_TESTS + HOUR
    const read = () => requireFreshMirrors(app.deps, { ...key, checkedCalendars: null }, until)
    await syncNow(app.deps, key)
    app.clock.now = START_OF_TESTS + 3 * HOUR
    await googleFault(app.origin, { match: 'events.list', kind: 'unreachable', times: 0 })
    await expect(read()).rejects.toMatchObject({ code: 'calendar_unreachable' })
    app.clock.now = START_OF_TESTS + 16 * MINUTE
    // A failure counts, and sets a backoff by the right clock.
    await expect(read()).rejects.toMatchObject({ code: 'calendar_unreachable' })
    const { failures, notBefore, nextPollAt } = await host.mirror()
    expect(failures).toBe(2)
    for (const at of [notBefore!, nextPollAt]) expect(at - app.clock.now).toBeLessThanOrEqual(4 * SECOND)
    await app.db.update(calendarMirrors).set({ notBefore: app.clock.now + 3 * HOUR })
    await googleFault(app.origin, null)
    expect((await read()).until).toBeGreaterThan(until)
  } finally {
    await app.close()
  }
})

test('six readers of an unreachable calendar cause as many calls as the backoff allows', async () => {
  const app = await startTestApp({ calendarPollMs: 100 })
  try {
    const host = await hostWithCalendar(app, 'ada@example.com')
    await expect.poll(async () => (await host.mirror()).syncedAt).not.toBeNull()
    await googleFault(app.origin, { match: '*', kind: 'unreachable', times: 0 })
    const before = (await host.asked('events.list')).length
    app.clock.now += 16 * MINUTE
    const begin = app.clock.now
    const day = '2027-01-05'
    const read = () =>
      call(app.origin, 'listSlots', {
        params: { id: host.event.id },
        query: { dateFrom: day, dateTo: day, timezone: 'America/New_York' },
      })
    while (app.clock.now < begin + 10 * SECOND) {
      const replies = await Promise.all([1, 2, 3, 4, 5, 6].map(read))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]))
      app.clock.now += 500
    }
    const calls = (await host.asked('events.list')).length - before
    expect(calls).toBeGreaterThan(1)
    // After 0, 1 to 2, 3 to 6 and 7 to 14 seconds.
    expect(calls).toBeLessThanOrEqual(4)
    app.clock.now = (await host.mirror()).notBefore!
    await googleFault(app.origin, null)
    await expect.poll(async () => (await read()).status).toBe(200)
  } finally {
    await app.close()
  }
})
