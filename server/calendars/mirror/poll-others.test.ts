import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { MINUTE } from '../../../availability/units.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { hostWithCalendar } from '../../../testing/calendars/watched-calendar.ts'
import { calendarConnections, calendarMirrors, calendars } from '../../db/tables/calendars.ts'
import type { Deps } from '../../adapters/deps.ts'
import { calendarIdOf } from '../calendar-id.ts'
import { resumeAfterReconnect } from '../connection.ts'
import type { CalendarAccount } from '../../adapters/calendar-provider.ts'
import { claimOtherMirrors } from './claim-mirrors.ts'
import { newMirror } from '../mirror-key.ts'
import { pollCalendars } from './poll.ts'

const HANGING = 'hangs.example'

describe('polling calendars outside Google', () => {
  const app = setUpApp()
  let hostId: string
  let number = 0
  beforeEach(async () => {
    await app.db.delete(calendarMirrors)
    app.clock.now = START_OF_TESTS
    hostId = (await hostWithCalendar(app, `feeds${++number}@example.com`)).hostId
    await app.db.delete(calendarMirrors)
  })

  /** Connects checked feeds, all of them due. */
  async function addFeeds(count: number, server: string, account = server): Promise<string[]> {
    const now = app.clock.now
    const added = Array.from({ length: count }, (_, index) => ({
      hostId,
      id: randomUUID(),
      provider: 'ics' as const,
      account: `${account} ${index}`,
      name: '',
      server,
      credential: app.deps.encryption.encrypt(`https://${server}/`),
      keyId: app.deps.encryption.keyId,
      grantedScopes: [],
      createdAt: now,
      updatedAt: now,
    }))
    await app.db.insert(calendarConnections).values(added)
    const ids = added.map((connection) => calendarIdOf(connection, 'feed'))
    const described = { hostId, name: '', isPrimary: true, isWritable: false, isChecked: true }
    await app.db.insert(calendars).values(ids.map((calendarId) => ({ ...described, calendarId })))
    await app.db
      .insert(calendarMirrors)
      .values(ids.map((calendarId) => newMirror({ hostId, calendarId }, now)))
    return ids
  }

  /** Deps whose feeds are empty, but of which one server never answers until `goOn` is called. */
  function hangingServer() {
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
    const asked: string[] = []
    const list = async (url: string) => {
      asked.push(new URL(url).hostname)
      if (url.includes('hangs')) await held
      return { entries: [], timeZone: 'UTC', syncToken: null }
    }
    const { ics } = app.deps.calendarProviders
    const openAccount = async (url: string) =>
      ({ listEntries: () => list(url) }) as unknown as CalendarAccount
    const calendarProviders = { ...app.deps.calendarProviders, ics: { ...ics, openAccount } }
    const deps: Deps = { ...app.deps, calendarProviders }
    return { deps, goOn, asked: (server: string) => asked.filter((each) => each.startsWith(server)).length }
  }

  /** Even a test that fails doesn't go on claiming the calendars of others. */
  function startPolling(deps: Deps) {
    const polling = pollCalendars(deps, MINUTE)
    onTestFinished(() => polling.stop())
    return polling
  }

  const syncedAt = async (id: string) => {
    const [mirror] = await app.db.select().from(calendarMirrors).where(eq(calendarMirrors.calendarId, id))
    return mirror!.syncedAt
  }

  test('a server that hangs delays only its own calendars', async () => {
    const server = hangingServer()
    await addFeeds(20, HANGING)
    const google = await hostWithCalendar(app, `google${number}@example.com`)
    const polling = startPolling(server.deps)
    await expect.poll(() => server.asked(HANGING)).toBeGreaterThan(0)
    const [well] = await addFeeds(1, 'well.example')
    for (let round = 0; round < 3; round++) {
      await expect.poll(async () => (await google.mirror()).syncedAt).toBe(app.clock.now)
      await expect.poll(() => syncedAt(well!)).toBe(app.clock.now)
      app.clock.now += 5 * MINUTE
      polling.wake()
    }
    expect(server.asked(HANGING)).toBe(4)
    // Those that waited are still first.
    const isWaiting = and(eq(calendarMirrors.server, HANGING), eq(calendarMirrors.nextPollAt, START_OF_TESTS))
    expect(await app.db.$count(calendarMirrors, isWaiting)).toBe(16)
    server.goOn()
    await expect.poll(() => server.asked(HANGING)).toBeGreaterThan(8)
  })

  test('servers that failed and hang leave half of the places to the others', async () => {
    const server = hangingServer()
    for (let index = 0; index < 30; index++) await addFeeds(1, `hangs${index}.example`)
    await app.db.update(calendarMirrors).set({ failures: 1 })
    const well = await addFeeds(1, 'well.example')
    const polling = startPolling(server.deps)
    for (let round = 0; round < 3; round++) {
      await expect.poll(() => syncedAt(well[0]!)).toBe(app.clock.now)
      app.clock.now += 5 * MINUTE
      polling.wake()
    }
    expect(server.asked('hangs')).toBe(25)
    server.goOn()
    // Those that hung first are due again.
    await expect.poll(() => server.asked('hangs')).toBeGreaterThan(30)
  })

  test('a claim gives each server its places, and leaves the rest due', async () => {
    const [first] = await addFeeds(3, 'one.example')
    await addFeeds(3, 'two.example')
    const claim = (running: Parameters<typeof claimOtherMirrors>[1]['running'] = []) =>
      claimOtherMirrors(app.deps, { limit: 10, baseMs: MINUTE, maxPerServer: 2, maxFailing: 5, running })
    const claimed = await claim([
      { hostId, calendarId: first!, server: 'one.example', nextPollAt: app.clock.now, isFailing: false },
    ])
    expect(claimed.map(({ server }) => String(server)).toSorted()).toEqual([
      'one.example',
      'two.example',
      'two.example',
    ])
    expect(await claim(claimed)).toHaveLength(1)
    expect(await claim()).toHaveLength(2)
    expect(await claim()).toEqual([])
  })

  test('a calendar whose account moves to another server waits in the queue of that one', async () => {
    const [id] = await addFeeds(1, 'old.example')
    const isThis = eq(calendarConnections.hostId, hostId)
    const [moved] = await app.db
      .update(calendarConnections)
      .set({ server: 'new.example' })
      .where(isThis)
      .returning()
    await app.db.transaction((tx) =>
      resumeAfterReconnect(tx, { hostId, id: id!.slice(0, 36) }, app.clock.now),
    )
    const claimed = await claimOtherMirrors(app.deps, {
      limit: 10,
      baseMs: MINUTE,
      maxPerServer: 2,
      maxFailing: 5,
      running: [],
    })
    expect(claimed).toMatchObject([{ server: moved!.server }])
  })
})
