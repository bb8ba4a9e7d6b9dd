import type { calendar_v3 } from '@googleapis/calendar'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Event } from '../../contract/event.ts'
import { databaseKinds } from '../../testing/databases.ts'
import {
  googleFault,
  ok,
  signIn,
  START_OF_TESTS,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts'
import { bookings, calendarMirrors, jobs } from '../db/schema.ts'
import { heldAfterReading } from '../../testing/held-google.ts'
import { withCalendarApi } from './connection.ts'
import { syncCalendar } from './sync-calendar.ts'

const ten = '2027-01-04T15:00:00.000Z'
const eleven = '2027-01-04T16:00:00.000Z'
const noon = '2027-01-04T17:00:00.000Z'
const HALF_HOUR = 30 * 60_000

describe.each(databaseKinds())('what the host does in their own calendar, on the %s database', (kind) => {
  let app: TestApp
  let token: string
  let hostId: string
  let event: Event
  let host = 0
  beforeAll(async () => {
    app = await startTestApp(kind)
  })
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    const signedIn = await signIn(app.origin, `host${++host}@example.com`)
    token = signedIn.sessionToken
    hostId = signedIn.user.id
    event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
  })
  afterAll(() => app.close())

  const row = async (id: string) => {
    const [found] = await app.db
      .select()
      .from(bookings)
      .where(and(eq(bookings.hostId, hostId), eq(bookings.id, id)))
    return found!
  }
  const inLine = async (id: string) => {
    await expect
      .poll(async () => {
        const { entrySequence, sequence } = await row(id)
        return entrySequence === sequence
      })
      .toBe(true)
  }
  /** A booking whose entry stands in the calendar. */
  async function booked(startUTC = ten) {
    const { id } = await ok(app.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
    })
    await inLine(id)
    // What the calendar says is believed from the next moment on.
    app.clock.now += 1000
    return id
  }
  const google = async (
    id: string,
    act: (api: calendar_v3.Calendar, where: { calendarId: string; eventId: string }) => Promise<unknown>,
  ) => {
    const { calendarId, calendarEntryId: eventId } = await row(id)
    await withCalendarApi(app.deps, hostId, (api) => act(api, { calendarId, eventId }))
  }
  const { start, end } = {
    start: (iso: string) => ({ dateTime: iso }),
    end: (iso: string) => ({ dateTime: new Date(Date.parse(iso) + HALF_HOUR).toISOString() }),
  }
  const move = (id: string, to: string) =>
    google(id, (api, where) =>
      api.events.patch(
        { ...where, sendUpdates: 'none', requestBody: { start: start(to), end: end(to) } },
        app.deps.google.callOptions,
      ),
    )
  const remove = (id: string) =>
    google(id, (api, where) =>
      api.events.delete({ ...where, sendUpdates: 'none' }, app.deps.google.callOptions),
    )
  const sync = () => syncCalendar(app.deps, { hostId, calendarId: event.calendarId })
  const starts = async () =>
    (
      await ok(app.origin, 'listSlots', {
        params: { id: event.id },
        query: { dateFrom: '2027-01-04', dateTo: '2027-01-04', timezone: 'America/New_York' },
      })
    ).map((slot) => slot.startUtc)
  const entryJobs = async (id: string) =>
    (await app.db.select().from(jobs)).filter(
      (job) => job.payload['bookingId'] === id && job.kind === 'syncCalendarEntry',
    )
  const running = async (id: string) =>
    (await entryJobs(id)).filter(({ state, lockedUntil }) => state === 'queued' && lockedUntil !== null)
      .length
  const unfinished = async (id: string) =>
    (await entryJobs(id)).filter(({ state }) => state === 'queued').length
  const told = async (id: string, about: string) =>
    (await app.db.select().from(jobs))
      .filter(({ payload }) => payload['bookingId'] === id && payload['kind'] === about)
      .map(({ payload }) => payload['role'] ?? '')
      .toSorted()

  test('a moved entry moves its booking, and whoever meets is told once', async () => {
    const id = await booked()
    await move(id, noon)
    await sync()
    await sync()
    expect(await row(id)).toMatchObject({
      startAt: Date.parse(noon),
      endAt: Date.parse(noon) + HALF_HOUR,
      sequence: 1,
    })
    expect(await starts()).toContain(ten)
    expect(await starts()).not.toContain(noon)
    expect(await told(id, 'changed')).toEqual(['host', 'invitee'])
  })

  test('onto another booking it is not taken along, and both times are kept', async () => {
    const id = await booked()
    const other = await booked(eleven)
    await move(id, eleven)
    await sync()
    expect(await row(id)).toMatchObject({ startAt: Date.parse(ten), sequence: 0, status: 'confirmed' })
    expect(await row(other)).toMatchObject({ startAt: Date.parse(eleven), status: 'confirmed' })
    expect(await starts()).not.toContain(ten)
    expect(await told(id, 'changed')).toEqual([])
  })

  test('a removed entry cancels nothing; its host is shown it, and nobody else', async () => {
    const id = await booked()
    await remove(id)
    app.clock.now += 1000
    await sync()
    const seen = async (as?: string) =>
      (await ok(app.origin, 'getBooking', { params: { id }, ...(as && { token: as }) })).bookingData
    expect(await seen(token)).toMatchObject({
      status: 'confirmed',
      calendarEntryRemovedAt: new Date(app.clock.now).toISOString(),
    })
    expect(await seen()).toMatchObject({ status: 'confirmed', calendarEntryRemovedAt: null })
    expect(await starts()).not.toContain(ten)
    // Moved here, it gets an entry again.
    await ok(app.origin, 'updateBooking', {
      token,
      params: { id },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC: noon },
    })
    await inLine(id)
    await sync()
    expect((await seen(token)).calendarEntryRemovedAt).toBeNull()
    await google(id, async (api, where) => {
      const { data } = await api.events.get(where, app.deps.google.callOptions)
      expect(data).toMatchObject({ status: 'confirmed' })
    })
  })

  test('what was missed is noticed when the calendar is listed whole', async () => {
    const [gone, moved, kept] = [await booked(ten), await booked(eleven), await booked(noon)]
    app.clock.now += 1000
    await remove(gone)
    await move(moved, '2027-01-04T18:00:00.000Z')
    await app.db.update(calendarMirrors).set({ syncToken: null }).where(eq(calendarMirrors.hostId, hostId))
    await sync()
    expect((await row(gone)).entryRemovedAt).not.toBeNull()
    expect((await row(moved)).startAt).toBe(Date.parse('2027-01-04T18:00:00.000Z'))
    expect(await row(kept)).toMatchObject({ entryRemovedAt: null, sequence: 0 })
  })

  test('a canceled booking takes its entry out, and frees its time before Google has heard of it', async () => {
    const id = await booked()
    await ok(app.origin, 'cancelBooking', { token, params: { id }, body: { cancellationReason: 'Ill' } })
    expect(await starts()).toContain(ten)
    await inLine(id)
    await google(id, async (api, where) => {
      const { data } = await api.events.get(where, app.deps.google.callOptions)
      expect(data.status).toBe('cancelled')
    })
  })

  test('what those invited have answered in their calendars outlives our next change', async () => {
    const id = await booked()
    const answers = async () => {
      let found: unknown
      await google(id, async (api, where) => {
        const { data } = await api.events.get(where, app.deps.google.callOptions)
        found = Object.fromEntries((data.attendees ?? []).map((one) => [one.email, one.responseStatus]))
      })
      return found
    }
    await ok(app.origin, 'inviteUsers', { params: { id }, body: { emails: ['ann@example.com'] } })
    await inLine(id)
    expect(await answers()).toEqual({ 'bob@example.com': 'accepted', 'ann@example.com': 'needsAction' })
    const attendees = [
      { email: 'bob@example.com', responseStatus: 'tentative' },
      { email: 'ann@example.com', responseStatus: 'declined' },
    ]
    await google(id, (api, where) =>
      api.events.patch(
        { ...where, sendUpdates: 'none', requestBody: { attendees } },
        app.deps.google.callOptions,
      ),
    )
    await ok(app.origin, 'inviteUsers', { params: { id }, body: { emails: ['cy@example.com'] } })
    await inLine(id)
    expect(await answers()).toEqual({
      'bob@example.com': 'tentative',
      'ann@example.com': 'declined',
      'cy@example.com': 'needsAction',
    })
  })

  test('a link that Google gives for a call is kept', async () => {
    const id = await booked()
    await sync()
    await expect.poll(async () => (await row(id)).meetingUrl).toMatch(/^https:\/\/meet\.google\.com\//)
  })

  test('writes that overtake one another leave the entry as the booking is in the end', async () => {
    const id = await booked()
    const change = (startUTC: string) =>
      ok(app.origin, 'updateBooking', {
        token,
        params: { id },
        body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
      })
    const email = `host${host}@example.com`
    await googleFault(app.origin, { match: 'events.patch', kind: 'latency', ms: 800, times: 1, email })
    await change(eleven)
    // The first write is on its way by now, and slow.
    await expect.poll(() => running(id)).toBeGreaterThan(0)
    await change(noon)
    await expect.poll(() => unfinished(id), { timeout: 10_000 }).toBe(0)
    app.clock.now += 1000
    await sync()
    expect(await row(id)).toMatchObject({ startAt: Date.parse(noon), sequence: 2 })
  })

  test('a cancellation that overtakes the first write leaves no entry behind', async () => {
    const email = `host${host}@example.com`
    await googleFault(app.origin, { match: 'events.insert', kind: 'latency', ms: 800, times: 1, email })
    const { id } = await ok(app.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC: ten },
    })
    await expect.poll(() => running(id)).toBeGreaterThan(0)
    await ok(app.origin, 'cancelBooking', { token, params: { id }, body: { cancellationReason: 'Ill' } })
    await expect.poll(() => unfinished(id), { timeout: 10_000 }).toBe(0)
    await google(id, async (api, where) => {
      const { data } = await api.events.get(where, app.deps.google.callOptions)
      expect(data.status).toBe('cancelled')
    })
  })

  test('a listing that was read before our own write moves nothing back', async () => {
    const id = await booked()
    const held = heldAfterReading(app.deps)
    const late = syncCalendar(held.deps, { hostId, calendarId: event.calendarId })
    await held.read
    // So slow that the booking is moved without its news.
    const email = `host${host}@example.com`
    await googleFault(app.origin, { match: 'events.list', kind: 'status', status: 500, email })
    await ok(app.origin, 'updateBooking', {
      token,
      params: { id },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC: eleven },
    })
    await inLine(id)
    held.goOn()
    await late
    await googleFault(app.origin, null)
    expect(await row(id)).toMatchObject({ startAt: Date.parse(eleven), sequence: 1 })
  })
})
