import pg from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { eleven, type EntryJourney, startEntryJourney } from '../../../testing/calendars/entry-journey.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { googleLog, ok } from '../../../testing/server/test-app.ts'

/** Including `begin` and `commit`, and both counts of the invitee's address: of what it tries, and of what it books. */
const MAX_STATEMENTS = 16

describe('the cost of a booking', () => {
  // Without background work, so that every statement belongs to the booking.
  const app = setUpApp({ database: 'postgres' })
  let j: EntryJourney
  beforeEach(async () => {
    j = await startEntryJourney(app)
    await j.sync()
  })

  /** The statements that the server was sent, and the calls of the calendar, while `act` ran. */
  async function costOf(act: () => Promise<unknown>) {
    const before = (await googleLog(app.origin)).length
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await act()
    const statements = query.mock.calls.length
    query.mockRestore()
    const calls = (await googleLog(app.origin)).slice(before).map(({ method }) => method)
    return { statements, calls }
  }

  test('is one sync and few statements', async () => {
    app.clock.now += 1000
    const { statements, calls } = await costOf(() => j.bob.booked())
    expect(calls).toEqual(['events.list'])
    expect(statements).toBeLessThanOrEqual(MAX_STATEMENTS)
  })

  test('locks the host before it reads what it checks', async () => {
    app.clock.now += 1000
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await j.bob.booked()
    const texts = query.mock.calls.map(([statement]: unknown[]) =>
      typeof statement === 'string' ? statement : (statement as pg.QueryConfig).text,
    )
    query.mockRestore()
    const begin = texts.indexOf('begin')
    expect(texts[begin + 1]).toMatch(/from "hosts" .* for no key update/)
    expect(texts.at(-1)).toBe('commit')
  })

  test('labels of the event take one statement more', async () => {
    app.clock.now += 1000
    const { statements: without } = await costOf(() => j.bob.booked())
    const { id } = await ok(app.origin, 'createLabel', {
      token: j.token,
      body: { name: 'VIP', color: 'red' },
    })
    await ok(app.origin, 'labelEvents', { token: j.token, body: { eventIds: [j.event.id], add: [id] } })
    app.clock.now += 1000
    const { statements } = await costOf(() => j.bob.booked(eleven))
    expect(statements).toBe(without + 1)
  })

  test('a sync without news takes two statements', async () => {
    app.clock.now += 1000
    expect(await costOf(j.sync)).toEqual({ statements: 2, calls: ['events.list'] })
  })
})
