import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { startEntryJourney } from '../../../testing/calendars/entry-journey.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, googleFault, googleLog, ok, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { googleAccount } from '../../../testing/calendars/google-account.ts'
import { ten } from '../../../testing/bookings/invitee.ts'
import { calendarMirrors, calendarConnections } from '../../db/tables/calendars.ts'

const BROKEN = ['html', 'empty', 'half_json', 'cut_body'] as const

describe('answers that only look like success', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  /** A host who is busy at ten. */
  const start = async () => {
    await googleFault(app.origin, null)
    app.clock.now = START_OF_TESTS
    const j = await startEntryJourney(app)
    const api = await googleAccount(app, j.hostId)
    const requestBody = { start: { dateTime: ten }, end: { dateTime: '2027-01-04T15:30:00Z' } }
    await api.events.insert({ calendarId: 'primary', requestBody }, app.googleCalendar.callOptions)
    const fault = (match: string, kind: string, times = 0) =>
      googleFault(app.origin, { match, kind, times, email: j.email })
    const slots = async () => {
      const reply = await call(app.origin, 'listSlots', {
        params: { id: j.event.id },
        query: { dateFrom: '2027-01-04', dateTo: '2027-01-04', timezone: 'America/New_York' },
      })
      return reply.success ? reply.data.map(({ startUtc }) => startUtc) : reply.status
    }
    return { ...j, fault, slots }
  }

  test.each(BROKEN)('%s in place of a list offers nothing, and books nothing', async (kind) => {
    const { slots, fault, bob, hostId } = await start()
    await fault('events.list', kind)
    await app.db.delete(calendarMirrors).where(eq(calendarMirrors.hostId, hostId))
    expect(await slots()).toBe(503)
    expect(await bob.book(ten)).toMatchObject({ status: 503 })
    await googleFault(app.origin, null)
    app.clock.now += 60 * 60_000
    await expect.poll(slots).not.toContain(ten)
    expect(await bob.book(ten)).toMatchObject({ status: 409 })
  })

  test.each(BROKEN)('%s in place of a list of changes is not believed either', async (kind) => {
    const { sync, fault, starts } = await start()
    await sync()
    const before = await starts()
    expect(before).not.toContain(ten)
    await fault('events.list', kind)
    await expect(sync()).rejects.toMatchObject({ reason: 'unreachable' })
    expect(await starts()).toEqual(before)
  })

  test.each(BROKEN)(
    '%s in answer to writes is tried again, and leaves one entry, then none',
    async (kind) => {
      const { fault, bob, entry, inLine, jobsOf, email } = await start()
      const hasFailed = async (id: string) =>
        (await jobsOf(id)).some(
          ({ lastError, kind: job }) => job === 'syncCalendarEntry' && lastError !== null,
        )
      await fault('events.insert', kind, 1)
      const id = await bob.booked('2027-01-04T17:00:00.000Z')
      await expect.poll(() => hasFailed(id)).toBe(true)
      app.clock.now += 60_000
      await inLine(id)
      expect(await entry(id)).toMatchObject({ status: 'confirmed' })
      // A removal has no body that could be broken.
      if (kind === 'half_json' || kind === 'cut_body') return
      await fault('events.delete', kind, 1)
      await bob.cancel(id)
      const removals = async () =>
        (await googleLog(app.origin)).filter((one) => one.method === 'events.delete' && one.email === email)
      await expect.poll(async () => (await removals()).length).toBe(1)
      app.clock.now += 60_000
      await inLine(id)
      expect(await entry(id)).toMatchObject({ status: 'cancelled' })
    },
  )

  test.each(['html', 'empty', 'half_json'])('%s for an access token keeps the grant', async (kind) => {
    const { fault, sync, email, hostId, token } = await start()
    await sync()
    await googleFault(app.origin, { match: 'events.list', kind: 'status', status: 401, times: 0, email })
    await fault('token', kind)
    await expect(sync()).rejects.toMatchObject({ reason: 'unreachable' })
    const [connection] = await app.db
      .select()
      .from(calendarConnections)
      .where(eq(calendarConnections.hostId, hostId))
    expect(connection?.brokenAt).toBeNull()
    expect(await ok(app.origin, 'getUser', { token })).toMatchObject({ calendarConnection: 'connected' })
    await googleFault(app.origin, null)
    await sync()
  })

  test('a sync token that Google calls invalid is given up for a full listing', async () => {
    const { sync, fault, starts } = await start()
    await sync()
    await fault('events.list', 'bad_sync_token', 1)
    await sync()
    expect(await starts()).not.toContain(ten)
    expect((await googleLog(app.origin)).at(-1)).toMatchObject({ method: 'events.list', status: 200 })
  })
})
