import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectGoogle } from '../../../testing/calendars/calendar-account.ts'
import { primaryOf, setUpCalendarHost } from '../../../testing/calendars/calendar-host.ts'
import { inviteeOf } from '../../../testing/bookings/invitee.ts'
import { Killed, killedAt } from '../../../testing/server/killed-at.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { googleFault, googleLog } from '../../../testing/server/test-app.ts'
import { activities } from '../../db/tables/activities.ts'
import { calendarConnections, calendarMirrors, calendars, unusedGrants } from '../../db/tables/calendars.ts'
import { jobs } from '../../db/tables/jobs.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { events } from '../../db/tables/events.ts'
import type { Deps } from '../../adapters/deps.ts'
import type { Job } from '../../jobs/job.ts'
import { calendarText } from '../icalendar/calendar-text.test-support.ts'
import { replaceCalendar } from '../replace-calendar.ts'
import { connectCalendars } from './connect-calendars.ts'
import { disconnectCalendars } from './disconnect.ts'
import { giveBackGrant, MAX_GIVE_BACK_ATTEMPTS } from './give-back.ts'

describe('changes of accounts by a process that is killed', () => {
  const app = setUpApp()
  const { host, updateEvent, disconnect } = setUpCalendarHost(app, 'killed')
  const feed = http.createServer((_request, response) => response.end(calendarText('X-WR-CALNAME:Team')))
  let url: string
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      feed.listen(0, '127.0.0.1', resolve)
    })
    url = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/team.ics`
  })
  afterAll(() => {
    feed.closeAllConnections()
    feed.close()
  })

  const stored = async () => ({
    connections: await app.db.$count(calendarConnections, eq(calendarConnections.hostId, host.hostId)),
    calendars: await app.db.$count(calendars, eq(calendars.hostId, host.hostId)),
    mirrors: await app.db.$count(calendarMirrors, eq(calendarMirrors.hostId, host.hostId)),
    activities: await app.db.$count(activities, eq(activities.hostId, host.hostId)),
    grants: await app.db.$count(unusedGrants, eq(unusedGrants.hostId, host.hostId)),
    jobs: (await app.db.select().from(jobs).where(eq(jobs.hostId, host.hostId))).map(({ kind }) => kind),
    writesTo: (await app.db.select().from(events).where(eq(events.hostId, host.hostId)))[0]!.calendarId,
    bookedIn: (await app.db.select().from(bookings).where(eq(bookings.hostId, host.hostId))).map(
      ({ calendarId }) => calendarId,
    ),
  })

  /** Makes a change in processes that are killed one statement later each, until one of them has stored something. */
  async function untilStored(handler: (call: never) => Promise<unknown>, call: object) {
    const before = await stored()
    const caller = { hostId: host.hostId }
    for (let at = 1; at < 100; at++) {
      const deps: Deps = { ...app.deps, db: killedAt(app.db, at) }
      await expect(handler({ deps, caller, ...call } as never)).rejects.toThrow(Killed)
      const after = await stored()
      if (JSON.stringify(after) !== JSON.stringify(before)) return { before, after, at }
    }
    throw new Error('Nothing was stored')
  }
  const revocations = async () =>
    (await googleLog(app.origin)).filter((one) => one.method === 'revoke' && one.email === host.other).length
  const giveBackJob = async () => {
    const isJob = and(eq(jobs.hostId, host.hostId), eq(jobs.kind, 'giveBackGrant'))
    const [job] = await app.db.select().from(jobs).where(isJob)
    return job as Job<'giveBackGrant'>
  }

  test('connecting stores the whole account or nothing of it', async () => {
    const { before, after, at } = await untilStored(connectCalendars, {
      body: { provider: 'ics', url, name: '' },
    })
    expect(at).toBeGreaterThan(5)
    expect(after).toEqual({
      ...before,
      connections: before.connections + 1,
      calendars: before.calendars + 1,
      activities: before.activities + 1,
    })
  })

  test('disconnecting moves everything and queues what is left to do, or nothing', async () => {
    const account = await connectGoogle(app, host.token, host.other)
    await updateEvent({ calendarId: primaryOf(account) })
    await inviteeOf(app, host.event).booked()
    const call = { params: { id: account.id }, query: { replacement: host.email } }
    const { before, after, at } = await untilStored(disconnectCalendars, call)
    expect(at).toBeGreaterThan(10)
    expect(after).toMatchObject({
      connections: before.connections - 1,
      activities: before.activities + 1,
      grants: 1,
      writesTo: host.email,
      bookedIn: [host.email],
    })
    expect(after.jobs.filter((kind) => kind === 'giveBackGrant')).toHaveLength(1)
    expect(await revocations()).toBe(0)
    await giveBackGrant(app.deps, await giveBackJob())
    await giveBackGrant(app.deps, await giveBackJob())
    expect(await revocations()).toBe(1)
    expect((await stored()).grants).toBe(0)
  })

  test('replacing a calendar that is gone moves everything or nothing', async () => {
    await inviteeOf(app, host.event).booked()
    const other = primaryOf(await connectGoogle(app, host.token, host.other))
    const isOwn = and(eq(calendars.hostId, host.hostId), eq(calendars.calendarId, host.email))
    await app.db.update(calendars).set({ missingSince: app.clock.now }).where(isOwn)
    const call = { params: { id: host.email }, body: { calendarId: other } }
    const { before, after } = await untilStored(replaceCalendar, call)
    expect(after).toMatchObject({
      calendars: before.calendars - 1,
      activities: before.activities + 1,
      writesTo: other,
      bookedIn: [other],
    })
    expect(after.jobs).toContain('removeReplacedEntry')
  })

  test('a grant that Google doesn’t take back is kept encrypted, tried again, and deleted in the end', async () => {
    const { id } = await connectGoogle(app, host.token, host.other)
    await disconnect(id)
    await googleFault(app.origin, { match: 'revoke', kind: 'status', status: 500, times: 0 })
    const job = await giveBackJob()
    await expect(giveBackGrant(app.deps, job)).rejects.toThrow()
    const [grant] = await app.db.select().from(unusedGrants).where(eq(unusedGrants.hostId, host.hostId))
    const token = app.deps.encryption.decrypt(grant!.credential, grant!.keyId)
    expect(token).not.toBeNull()
    expect(JSON.stringify([grant, job])).not.toContain(token)
    await giveBackGrant(app.deps, { ...job, attempts: MAX_GIVE_BACK_ATTEMPTS })
    expect((await stored()).grants).toBe(0)
  })

  test('the grant of an account that has since been reconnected isn’t given back', async () => {
    const { id } = await connectGoogle(app, host.token, host.other)
    await disconnect(id)
    await connectGoogle(app, host.token, host.other)
    await giveBackGrant(app.deps, await giveBackJob())
    expect(await revocations()).toBe(0)
    expect((await stored()).grants).toBe(0)
  })
})
