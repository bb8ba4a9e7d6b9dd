import { describe, expect, test } from 'vitest'
import { replaceAccountCalls } from '../../../testing/calendars/held-google.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { signIn } from '../../../testing/server/test-app.ts'
import { calendars } from '../../db/tables/calendars.ts'
import { listConnections } from './list-connections.ts'

describe('an account without calendars', () => {
  const app = setUpApp()

  test('is asked for them once a minute, however often the settings ask', async () => {
    const { user } = await signIn(app.origin, 'none@example.com')
    await app.db.delete(calendars)
    let asked = 0
    const deps = replaceAccountCalls(app.deps, () => ({
      listCalendars: async () => {
        asked++
        return []
      },
    }))
    const list = () => listConnections({ deps, caller: { hostId: user.id } } as never)
    for (let round = 0; round < 3; round++) {
      expect(await list()).toMatchObject([{ id: user.id, calendars: [] }])
      app.clock.now += 20_000
    }
    expect(asked).toBe(1)
    await list()
    expect(asked).toBe(2)
  })
})
