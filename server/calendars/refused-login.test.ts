import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '../../availability/units.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { signIn } from '../../testing/server/test-app.ts'
import { calendarConnections } from '../db/tables/calendars.ts'
import type { Deps } from '../adapters/deps.ts'
import { whereConnection } from './calendar-id.ts'
import { DavRefusal } from './caldav/problems.ts'
import { withAccount } from './connection.ts'
import type { CalendarAccount } from '../adapters/calendar-provider.ts'

describe('a server that refuses the login', () => {
  const app = setUpApp()
  /** Of its answers; null: it accepts the login. */
  let status: number | null
  let key: { hostId: string; id: string }
  let deps: Deps
  let number = 0
  beforeEach(async () => {
    status = 401
    const { user } = await signIn(app.origin, `refused${++number}@example.com`)
    key = { hostId: user.id, id: randomUUID() }
    const { caldav } = app.deps.calendarProviders
    const openAccount = async () => {
      if (status !== null) throw new DavRefusal(status, new Headers(), '')
      return { listCalendars: async () => [] } as unknown as CalendarAccount
    }
    deps = {
      ...app.deps,
      calendarProviders: { ...app.deps.calendarProviders, caldav: { ...caldav, openAccount } },
    }
    await app.db.insert(calendarConnections).values({
      ...key,
      provider: 'caldav',
      account: 'ann',
      name: 'ann',
      server: 'dav.example',
      credential: app.deps.encryption.encrypt('{}'),
      keyId: app.deps.encryption.keyId,
      grantedScopes: [],
      createdAt: app.clock.now,
      updatedAt: app.clock.now,
    })
  })

  const use = () => withAccount(deps, key, (account) => account.listCalendars())
  const connection = async () =>
    (await app.db.select().from(calendarConnections).where(whereConnection(key)))[0]!
  const pending = { reason: 'unreachable', trouble: 'login_refused' }

  test('is asked again before the account counts as disconnected', async () => {
    const since = app.clock.now
    await expect(use()).rejects.toMatchObject(pending)
    app.clock.now += 5 * MINUTE - 1
    await expect(use()).rejects.toMatchObject({ ...pending, retryAfterMs: 2.5 * MINUTE })
    expect(await connection()).toMatchObject({ brokenAt: null, refusedSince: since })
    app.clock.now += 1
    await expect(use()).rejects.toMatchObject({ message: 'The provider refused: revoked' })
    expect(await connection()).toMatchObject({ brokenAt: app.clock.now, brokenReason: 'revoked' })
    await expect(use()).rejects.toMatchObject({ message: 'The calendar is not connected' })
  })

  test('is forgiven once it accepts the login, but not for another error', async () => {
    await expect(use()).rejects.toMatchObject(pending)
    status = 503
    app.clock.now += 4 * MINUTE
    await expect(use()).rejects.toMatchObject({ reason: 'unreachable' })
    expect((await connection()).refusedSince).not.toBeNull()
    status = null
    expect(await use()).toEqual([])
    expect((await connection()).refusedSince).toBeNull()
    status = 401
    app.clock.now += 4 * MINUTE
    await expect(use()).rejects.toMatchObject(pending)
  })
})
