import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MINUTE } from '../../../availability/units.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import {
  call,
  googleFault,
  START_OF_TESTS,
  startTestApp,
  type TestApp,
} from '../../../testing/server/test-app.ts'
import { hostWithCalendar, HTTPS_ORIGIN, leadToApp } from '../../../testing/calendars/watched-calendar.ts'
import { callBudgets } from '../../db/tables/calendars.ts'
import { registerGoogleWebhook } from './webhook.ts'
import { pollCalendars } from '../mirror/poll.ts'
import { watchCalendars } from '../mirror/watch.ts'

type Host = Awaited<ReturnType<typeof hostWithCalendar>>

const starts = async (app: TestApp, { event }: Host) => {
  const day = '2027-01-04'
  const reply = await call(app.origin, 'listSlots', {
    params: { id: event.id },
    query: { dateFrom: day, dateTo: day, timezone: 'America/New_York' },
  })
  return reply.success ? reply.data.map((slot) => slot.startUtc.slice(11, 16)) : [String(reply.status)]
}

describe('Google notifications', () => {
  const app = setUpApp({ publicUrl: HTTPS_ORIGIN })
  let email: string
  let host: Host
  let messages: Headers[]
  let number = 0
  beforeEach(async () => {
    await googleFault(app.origin, null)
    await app.db.delete(callBudgets)
    app.clock.now = START_OF_TESTS
    messages = leadToApp(app)
    email = `host${++number}@example.com`
    host = await watched(email)
    // Advances the clock, so that notifications don't fall into the second of the last sync.
    app.clock.now += 2000
  })
  afterEach(() => void vi.restoreAllMocks())

  /** One turn of the background work. */
  const poll = () => pollCalendars(app.deps, MINUTE).stop()
  /** A host whose calendar has a channel and was synced after it opened. */
  const watched = async (address: string) => {
    const one = await hostWithCalendar(app, address)
    await watchCalendars(app.deps, MINUTE).stop()
    await poll()
    return one
  }
  const isDue = async () => (await host.mirror()).nextPollAt <= app.clock.now
  const deliver = (headers: Record<string, string>, more: { method?: string; body?: string } = {}) =>
    fetch(`${app.origin}/api/hooks/google`, { method: 'POST', headers, ...more })
  /** Google's request after a change in a host's calendar. */
  const genuine = async (of = host) => {
    const [channel] = await of.channels()
    const opened = messages.find((one) => one.get('x-goog-channel-id') === channel!.id)!
    return { ...Object.fromEntries(opened), 'x-goog-resource-state': 'exists' } as Record<string, string>
  }

  test('a calendar change reaches the slots without waiting for a poll', async () => {
    const asked = (await host.asked('events.list')).length
    const polling = pollCalendars(app.deps, 100)
    expect(await starts(app, host)).toContain('15:00')
    expect((await host.asked('events.list')).length).toBe(asked)
    await host.addEntry('2027-01-04T10:00', '2027-01-04T11:00')
    await expect.poll(() => starts(app, host)).not.toContain('15:00')
    expect(await starts(app, host)).toContain('16:00')
    await polling.stop()
  })

  test('unknown channels and tokens get no information and trigger no sync', async () => {
    const mine = await genuine()
    const other = await watched(`other.${email}`)
    const before = [await host.mirror(), await other.mirror()]
    const others = await genuine(other)
    const [id, token] = ['x-goog-channel-id', 'x-goog-channel-token']
    const { [id]: _, ...withoutId } = mine
    const { [token]: __, ...withoutToken } = mine
    const secret = mine[token]!.split('.')[1]!
    const forged: Record<string, string>[] = [
      {},
      withoutId,
      withoutToken,
      { ...mine, [token]: '' },
      { ...mine, [token]: host.hostId },
      { ...mine, [token]: `${mine[token]!}x` },
      { ...mine, [token]: `${host.hostId}.${'A'.repeat(secret.length)}` },
      { ...mine, [token]: `.${secret}` },
      { ...mine, [token]: `'.${secret}` },
      { ...mine, [token]: `${other.hostId}.${secret}` },
      { ...mine, [token]: others[token]! },
      { ...mine, [id]: others[id]! },
      { ...mine, [id]: 'unknown' },
      { ...withoutToken, 'x-goog-resource-state': 'sync' },
    ]
    const nowhere = await fetch(`${app.origin}/api/hooks/nowhere`, { method: 'POST' })
    const nothing = await nowhere.text()
    for (const headers of forged) {
      const reply = await deliver(headers)
      expect([reply.status, await reply.text()]).toEqual([404, nothing])
    }
    for (const method of ['GET', 'PUT', 'DELETE']) expect((await deliver(mine, { method })).status).toBe(404)
    expect([await host.mirror(), await other.mirror()]).toEqual(before)
  })

  test('the notification counts, whatever its content type', async () => {
    for (const [type, body] of [
      ['application/json', '{'],
      ['application/json; charset=utf-8', ''],
      ['text/plain', 'x'],
      ['application/octet-stream', 'x'],
    ]) {
      const reply = await deliver({ ...(await genuine()), 'content-type': type! }, { body: body! })
      expect(reply.status).toBe(200)
      expect(await isDue()).toBe(true)
      await poll()
      expect(await isDue()).toBe(false)
      app.clock.now += 2000
    }
  })

  test('a notification triggers a sync immediately, not on the next poll', async () => {
    const wake = vi.fn<() => void>()
    const server = Fastify()
    registerGoogleWebhook(server, { ...app.deps, wake })
    await server.inject({ method: 'POST', url: '/api/hooks/google', headers: await genuine() })
    expect(wake).toHaveBeenCalledTimes(1)
  })

  test('the first notification of a channel triggers nothing', async () => {
    const before = await host.mirror()
    const reply = await deliver({ ...(await genuine()), 'x-goog-resource-state': 'sync' })
    expect(reply.status).toBe(200)
    expect(await host.mirror()).toEqual(before)
  })

  test('a thousand concurrent notifications trigger at most two syncs', async () => {
    const before = (await host.asked('events.list')).length
    const message = await genuine()
    const polling = pollCalendars(app.deps, 100)
    for (let round = 0; round < 20; round++) {
      const replies = await Promise.all(Array.from({ length: 50 }, () => deliver(message)))
      expect(replies.every(({ status }) => status === 200)).toBe(true)
    }
    await polling.stop()
    await poll()
    const read = (await host.asked('events.list')).length - before
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThanOrEqual(2)
    // A notification in the same second is handled in the next one.
    await deliver(message)
    expect(await isDue()).toBe(false)
    app.clock.now += 1000
    expect(await isDue()).toBe(true)
  })

  test("notifications don't speed up the retries of a failing calendar", async () => {
    await googleFault(app.origin, { match: 'events.list', kind: 'status', status: 500, times: 0, email })
    const message = await genuine()
    await deliver(message)
    await poll()
    const before = await host.mirror()
    expect(before.failures).toBe(1)
    for (let again = 0; again < 5; again++) expect((await deliver(message)).status).toBe(200)
    expect(await host.mirror()).toEqual(before)
  })
})

test('a running server opens channels and handles notifications automatically', async () => {
  const app = await startTestApp({ calendarPollMs: 100, publicUrl: HTTPS_ORIGIN })
  leadToApp(app)
  const host = await hostWithCalendar(app, 'ada@example.com')
  const isWatched = async () => (await host.channels()).some(({ expiresAt }) => expiresAt !== null)
  await expect.poll(isWatched).toBe(true)
  await expect.poll(async () => (await host.mirror()).nextPollAt - app.clock.now).toBe(10 * MINUTE)
  await host.addEntry('2027-01-04T10:00', '2027-01-04T11:00')
  // A notification in the second of a sync is handled in the next one.
  const startsLater = () => {
    app.clock.now += 1000
    return starts(app, host)
  }
  await expect.poll(startsLater).not.toContain('15:00')
  await app.close()
  vi.restoreAllMocks()
})
