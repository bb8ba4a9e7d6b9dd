import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../../testing/server/test-app.ts'
import { activities } from '../../db/tables/activities.ts'
import { calendarConnections, calendarMirrors, calendars } from '../../db/tables/calendars.ts'
import { calendarText } from '../icalendar/calendar-text.test-support.ts'

describe('changes of connections', () => {
  const app = setUpApp()
  const server = http.createServer((_request, response) => response.end(calendarText('X-WR-CALNAME:Team')))
  let token: string
  let hostId: string
  let url: string
  let number = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/team.ics`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(async () => {
    const session = await signIn(app.origin, `twice${++number}@example.com`)
    token = session.sessionToken
    hostId = session.user.id
  })

  const connect = () => call(app.origin, 'connectCalendars', { token, body: { provider: 'ics', url } })
  async function twice(send: () => Promise<{ status: number }>) {
    const replies = await Promise.all([send(), send()])
    return replies.map(({ status }) => status).toSorted((a, b) => a - b)
  }
  const feeds = async () => {
    const accounts = await ok(app.origin, 'listConnections', { token })
    return accounts.filter(({ provider }) => provider === 'ics')
  }

  test('the same account connected twice at once is one', async () => {
    expect(await twice(connect)).toEqual([201, 201])
    expect(await feeds()).toMatchObject([{ name: 'Team', calendars: [{ name: 'Team' }] }])
    const recorded = await app.db.select().from(activities).where(eq(activities.hostId, hostId))
    expect(recorded.filter(({ kind }) => kind === 'calendar_account_added')).toHaveLength(1)
  })

  test('reviewing and renaming twice at once have one result, and disconnecting happens once', async () => {
    await connect()
    const [{ id, calendars: listed }] = (await feeds()) as [Awaited<ReturnType<typeof feeds>>[0]]
    const body = { name: 'Ours', checkedCalendars: [listed[0]!.id] }
    const params = { id }
    expect(await twice(() => call(app.origin, 'updateConnection', { token, params, body }))).toEqual([
      200, 200,
    ])
    expect(await feeds()).toMatchObject([
      { name: 'Ours', isReviewed: true, calendars: [{ isChecked: true }] },
    ])
    expect(await twice(() => call(app.origin, 'disconnectCalendars', { token, params }))).toEqual([200, 404])
    for (const table of [calendarConnections, calendars, calendarMirrors]) {
      const rows = await app.db.select().from(table).where(eq(table.hostId, hostId))
      expect(JSON.stringify(rows)).not.toContain(id)
    }
    const recorded = await app.db.select().from(activities).where(eq(activities.hostId, hostId))
    expect(recorded.filter(({ kind }) => kind === 'calendar_account_removed')).toHaveLength(1)
  })

  /** Makes a late statement of a change fail, as if the process ended before the commit. */
  async function failing(table: string, condition: string, change: () => Promise<{ status: number }>) {
    const name = sql.raw(`alter table ${table}`)
    await app.db.execute(sql`${name} add constraint fails check (${sql.raw(condition)}) not valid`)
    const { status } = await change()
    await app.db.execute(sql`${name} drop constraint fails`)
    expect(status).toBe(500)
  }

  test('nothing of a change is stored unless all of it is', async () => {
    await failing('activities', `kind <> 'calendar_account_added'`, connect)
    expect(await feeds()).toEqual([])
    expect(await connect()).toMatchObject({ status: 201 })
    const before = await feeds()
    const { id, calendars: listed } = before[0]!
    const params = { id }
    const body = { checkedCalendars: [listed[0]!.id] }
    const rename = () => call(app.origin, 'updateConnection', { token, params, body: { name: 'Ours' } })
    await failing('calendars', `name <> 'Ours'`, rename)
    expect(await feeds()).toEqual(before)
    await failing('calendars', 'not is_checked', () =>
      call(app.origin, 'updateConnection', { token, params, body }),
    )
    expect(await feeds()).toMatchObject([{ isReviewed: false, calendars: [{ isChecked: false }] }])
    await ok(app.origin, 'updateConnection', { token, params, body })
    const reviewed = await feeds()
    const disconnect = () => call(app.origin, 'disconnectCalendars', { token, params })
    await failing('activities', `kind <> 'calendar_account_removed'`, disconnect)
    expect(await feeds()).toEqual(reviewed)
    expect(await disconnect()).toMatchObject({ status: 200 })
  })
})
