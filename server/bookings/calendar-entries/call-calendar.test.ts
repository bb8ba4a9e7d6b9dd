import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { signIn } from '../../../testing/server/test-app.ts'
import type { CalendarAccount } from '../../adapters/calendar-provider.ts'
import type { Deps } from '../../adapters/deps.ts'
import { calendarConnections } from '../../db/tables/calendars.ts'
import { JobPostponed } from '../../jobs/job.ts'
import { callCalendar } from './call-calendar.ts'

describe('calls of jobs to a server that hangs', () => {
  const app = setUpApp()

  test('leave places for the calls to others', async () => {
    const { user } = await signIn(app.origin, 'hanging@example.com')
    const { caldav } = app.deps.calendarProviders
    const openAccount = async () => ({}) as CalendarAccount
    const deps: Deps = {
      ...app.deps,
      calendarProviders: { ...app.deps.calendarProviders, caldav: { ...caldav, openAccount } },
    }
    const calendarAt = async (server: string) => {
      const id = randomUUID()
      await app.db.insert(calendarConnections).values({
        hostId: user.id,
        id,
        provider: 'caldav',
        account: id,
        name: 'ann',
        server,
        credential: app.deps.encryption.encrypt('{}'),
        keyId: app.deps.encryption.keyId,
        grantedScopes: [],
        createdAt: app.clock.now,
        updatedAt: app.clock.now,
      })
      return { hostId: user.id, calendarId: `${id}:/team/` }
    }
    const answer = Promise.withResolvers<string>()
    const hang = async () => {
      const reached = Promise.withResolvers<void>()
      const key = await calendarAt('hanging.example')
      const call = callCalendar(deps, key, () => {
        reached.resolve()
        return answer.promise
      })
      await Promise.race([reached.promise, call])
      return { call }
    }
    const hanging = [await hang(), await hang(), await hang(), await hang()]
    await expect(hang()).rejects.toBeInstanceOf(JobPostponed)
    const other = await calendarAt('other.example')
    expect(await callCalendar(deps, other, async () => 'written')).toBe('written')

    answer.resolve('at last')
    expect(await Promise.all(hanging.map(({ call }) => call))).toEqual(Array(4).fill('at last'))
    expect(await (await hang()).call).toBe('at last')
  })
})
