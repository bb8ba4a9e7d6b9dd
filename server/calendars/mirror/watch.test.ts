import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../availability/units.ts'
import { heldBack, replaceAccountCalls } from '../../../testing/calendars/held-google.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { googleFault, googleLog, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { hostWithCalendar, HTTPS_ORIGIN, leadToApp } from '../../../testing/calendars/watched-calendar.ts'
import type { Deps } from '../../adapters/deps.ts'
import { calendarMirrors, callBudgets } from '../../db/tables/calendars.ts'
import { events } from '../../db/tables/events.ts'
import { type CalendarAccount, CalendarError } from '../../adapters/calendar-provider.ts'
import { pollCalendars } from './poll.ts'
import { watchCalendars } from './watch.ts'

describe('watching calendars', () => {
  const app = setUpApp({ publicUrl: HTTPS_ORIGIN, log: (line) => logged.push(line) })
  let email: string
  let host: Awaited<ReturnType<typeof hostWithCalendar>>
  let messages: Headers[]
  const logged: string[] = []
  let number = 0
  beforeEach(async () => {
    await googleFault(app.origin, null)
    // Earlier hosts have nothing left to do, and earlier turns made no calls.
    await app.db.delete(calendarMirrors)
    await app.db.delete(callBudgets)
    app.clock.now = START_OF_TESTS
    messages = leadToApp(app)
    email = `host${++number}@example.com`
    host = await hostWithCalendar(app, email)
  })
  afterEach(() => void vi.restoreAllMocks())

  /** One turn of a process: claims and handles what is due. */
  const watch = (deps: Deps = app.deps) => watchCalendars(deps, HOUR).stop()
  const poll = (everyMs = MINUTE) => pollCalendars(app.deps, everyMs).stop()
  const refusals = () => logged.filter((line) => line.includes('watching a calendar failed')).length
  const tell = (token: string, id: string) =>
    fetch(`${app.origin}/api/hooks/google`, {
      method: 'POST',
      headers: { 'x-goog-channel-id': id, 'x-goog-channel-token': token, 'x-goog-resource-state': 'exists' },
    }).then(({ status }) => status)
  const tokenOf = (id: string) =>
    messages.find((headers) => headers.get('x-goog-channel-id') === id)!.get('x-goog-channel-token')!
  const pollsAfter = async (everyMs?: number) => {
    await app.db
      .update(calendarMirrors)
      .set({ nextPollAt: app.clock.now, lastUsedAt: app.clock.now })
      .where(eq(calendarMirrors.hostId, host.hostId))
    await poll(everyMs)
    return (await host.mirror()).nextPollAt - app.clock.now
  }

  test('a calendar in use gets one channel with a hashed token, and one more sync', async () => {
    await poll()
    await watch()
    const [channel, ...others] = await host.channels()
    expect(others).toEqual([])
    expect(channel).toMatchObject({
      calendarId: host.event.calendarId,
      address: `${HTTPS_ORIGIN}/api/hooks/google`,
      resourceId: expect.stringMatching(/./),
      expiresAt: app.clock.now + 7 * DAY,
    })
    const answered = () => logged.filter((line) => line.includes('/api/hooks/google'))
    await expect.poll(answered).toEqual([expect.stringContaining('"status":200')])
    expect(messages).toHaveLength(1)
    expect(messages[0]!.get('x-goog-resource-state')).toBe('sync')
    expect(tokenOf(channel!.id)).toMatch(new RegExp(`^${host.hostId}\\.[\\w-]{43}$`))
    expect(JSON.stringify(channel)).not.toContain(tokenOf(channel!.id).split('.')[1])
    expect((await host.mirror()).nextPollAt).toBe(app.clock.now)
    app.clock.now += 6 * DAY - MINUTE
    await watch()
    expect(await host.asked('events.watch')).toEqual([200])
  })

  test('a channel is replaced a day before it expires, and then stopped', async () => {
    await watch()
    const [old] = await host.channels()
    app.clock.now += 6 * DAY
    await watch()
    const [renewed, ...others] = await host.channels()
    expect(others).toEqual([])
    expect(renewed).toMatchObject({ expiresAt: app.clock.now + 7 * DAY })
    const calls = (await googleLog(app.origin)).filter((call) => call.email === email)
    expect(
      calls.map(({ method, status }) => `${method} ${status}`).filter((call) => /watch|stop/.test(call)),
    ).toEqual(['events.watch 200', 'events.watch 200', 'channels.stop 204'])
    expect(await tell(tokenOf(old!.id), old!.id)).toBe(404)
    expect(await tell(tokenOf(renewed!.id), renewed!.id)).toBe(200)
    await host.addEntry('2027-01-12T10:00', '2027-01-12T11:00')
    const notifications = () => messages.filter((one) => one.get('x-goog-resource-state') === 'exists')
    await expect.poll(() => notifications().map((one) => one.get('x-goog-channel-id'))).toEqual([renewed!.id])
  })

  test("an old channel that can't be stopped does no harm", async () => {
    await watch()
    await googleFault(app.origin, { match: 'channels.stop', kind: 'status', status: 500, email })
    app.clock.now += 6 * DAY
    await watch()
    expect(await host.channels()).toMatchObject([{ expiresAt: app.clock.now + 7 * DAY }])
    await watch()
    expect(await host.asked('channels.stop')).toEqual([500])
  })

  test('polling slows down while a channel is open, and only then', async () => {
    expect(await pollsAfter()).toBe(MINUTE)
    await watch()
    expect(await pollsAfter()).toBe(10 * MINUTE)
    expect(await pollsAfter(15 * MINUTE)).toBe(15 * MINUTE)
    app.clock.now += 7 * DAY - 3 * MINUTE
    expect(await pollsAfter()).toBe(3 * MINUTE)
    app.clock.now += 3 * MINUTE
    expect(await pollsAfter()).toBe(MINUTE)
  })

  test.each([
    { kind: 'status', status: 403 },
    { kind: 'status', status: 401 },
    { kind: 'status', status: 404 },
    { kind: 'status', status: 500 },
    { kind: 'unreachable' },
    { kind: 'lost_response' },
  ])(
    'without a channel ($kind $status) polling continues, and the next attempt is in an hour',
    async (fault) => {
      const before = refusals()
      await googleFault(app.origin, { match: 'events.watch', times: 0, email, ...fault })
      for (let turn = 0; turn < 3; turn++) {
        await watch()
        expect(await pollsAfter()).toBe(MINUTE)
        expect(await host.mirror()).toMatchObject({ failures: 0, syncedAt: app.clock.now })
        app.clock.now += 10 * MINUTE
      }
      expect(refusals()).toBe(before + 1)
      expect(await host.channels()).toEqual([])
      app.clock.now += 30 * MINUTE
      await watch()
      expect(refusals()).toBe(before + 2)
      await googleFault(app.origin, null)
      app.clock.now += HOUR
      await watch()
      expect(await host.channels()).toHaveLength(1)
    },
  )

  test("a channel that can't be replaced works until it expires", async () => {
    await watch()
    await googleFault(app.origin, { match: 'events.watch', kind: 'status', status: 500, times: 0, email })
    app.clock.now += 6 * DAY
    await watch()
    expect(await pollsAfter()).toBe(10 * MINUTE)
    const [old] = await host.channels()
    expect(await tell(tokenOf(old!.id), old!.id)).toBe(200)
  })

  test("a missing scope for channels doesn't break the connection", async () => {
    const openChannel = () => Promise.reject(new CalendarError('missing_scope', 'No'))
    const before = refusals()
    await watch(replaceAccountCalls(app.deps, () => ({ openChannel })))
    expect(refusals()).toBe(before + 1)
    expect(await pollsAfter()).toBe(MINUTE)
    expect(await host.mirror()).toMatchObject({ syncedAt: app.clock.now })
  })

  test('several processes open one channel per calendar', async () => {
    const hosts = [host]
    for (const one of ['a', 'b', 'c']) hosts.push(await hostWithCalendar(app, `${one}${email}`))
    await Promise.all([watch(), watch(), watch()])
    await watch()
    for (const one of hosts) {
      expect(await one.asked('events.watch')).toEqual([200])
      expect(await one.channels()).toHaveLength(1)
    }
  })

  test("without https no channels are opened, and channels for another address don't count", async () => {
    const plain = { ...app.deps, publicUrl: 'http://boomtime.example' }
    await watch(plain)
    expect(await host.asked('events.watch')).toEqual([])
    await watch()
    await pollCalendars(plain, MINUTE).stop()
    expect((await host.mirror()).nextPollAt - app.clock.now).toBe(MINUTE)
  })

  test('changing the address replaces every channel', async () => {
    await watch()
    await watch({ ...app.deps, publicUrl: 'https://elsewhere.example' })
    expect(await host.channels()).toMatchObject([{ address: 'https://elsewhere.example/api/hooks/google' }])
    expect(await host.asked('channels.stop')).toEqual([204])
  })

  test('a calendar that is no longer in use lets its channel expire', async () => {
    await watch()
    await app.db.update(events).set({ isEnabled: false }).where(eq(events.hostId, host.hostId))
    app.clock.now += 8 * DAY
    await watch()
    expect(await host.asked('events.watch')).toEqual([200])
  })

  test('reconnecting replaces the channel', async () => {
    await watch()
    const [old] = await host.channels()
    await signIn(app.origin, email)
    expect(await host.channels()).toEqual([])
    expect(await tell(tokenOf(old!.id), old!.id)).toBe(404)
    expect(await pollsAfter()).toBe(MINUTE)
    await watch()
    expect(await host.channels()).toMatchObject([{ expiresAt: app.clock.now + 7 * DAY }])
    expect(await host.asked('events.watch')).toEqual([200, 200])
  })

  test('a channel that opens while the host reconnects is discarded', async () => {
    const { promise: account, resolve } = Promise.withResolvers<CalendarAccount>()
    const { answered, goOn, held } = heldBack(
      async (...channel: Parameters<NonNullable<CalendarAccount['openChannel']>>) =>
        (await account).openChannel!(...channel),
    )
    const opening = watch(
      replaceAccountCalls(app.deps, (real) => {
        resolve(real)
        return { openChannel: held }
      }),
    )
    await answered
    await signIn(app.origin, email)
    goOn()
    await opening
    expect(await host.channels()).toEqual([])
    expect(await host.asked('channels.stop')).toEqual([204])
    await watch()
    expect(await host.channels()).toHaveLength(1)
  })

  test("a revoked host's calendars are left alone until they reconnect", async () => {
    await googleFault(app.origin, { match: 'token', kind: 'invalid_grant', revoke: true, times: 0, email })
    await googleFault(app.origin, { match: '*', kind: 'status', status: 401, times: 0, email })
    await poll()
    await watch()
    expect(await host.asked('events.watch')).toEqual([])
    await googleFault(app.origin, null)
    const { sessionToken: token } = await signIn(app.origin, email)
    expect(await ok(app.origin, 'getUser', { token })).toMatchObject({ calendarConnection: 'connected' })
    await watch()
    expect(await host.channels()).toHaveLength(1)
  })
})
