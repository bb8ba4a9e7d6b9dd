import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '../../../availability/units.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import { addSandboxEntry } from '../../../testing/calendars/calendar-account.ts'
import { googleAccount } from '../../../testing/calendars/google-account.ts'
import { heldAfterReading } from '../../../testing/calendars/held-google.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import {
  call,
  googleFault,
  googleLog,
  ok,
  releaseGoogleCalls,
  signIn,
  START_OF_TESTS,
} from '../../../testing/server/test-app.ts'
import { calendarEntries, calendarMirrors } from '../../db/tables/calendars.ts'
import { jobs } from '../../db/tables/jobs.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { pullCalendar } from './pull.ts'

const unreachable = {
  status: 503,
  error: "The host's calendar cannot be reached right now. Please try again in a few minutes.",
}

describe('calendar sync', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let token: string
  let hostId: string
  let email: string
  let event: Event
  let number = 0
  beforeEach(async () => {
    await googleFault(app.origin, null)
    app.clock.now = START_OF_TESTS
    email = `host${++number}@example.com`
    const session = await signIn(app.origin, email)
    token = session.sessionToken
    hostId = session.user.id
    event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk', duration: 60 } })
  })

  const askSlots = (day = '2027-01-04') =>
    call(app.origin, 'listSlots', {
      params: { id: event.id },
      query: { dateFrom: day, dateTo: day, timezone: 'America/New_York' },
    })
  const starts = async (day?: string) => {
    const reply = await askSlots(day)
    return reply.success ? reply.data.map((slot) => slot.startUtc.slice(11, 16)) : [String(reply.status)]
  }
  const book = (startUTC: string) =>
    call(app.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
    })
  const addEntry = (entry: Record<string, string>) => addSandboxEntry(app, email, entry)
  const ofHost = async (method: string) =>
    (await googleLog(app.origin)).filter((entry) => entry.method === method && entry.email === email)
  const allDay = ['14:00', '15:00', '16:00', '17:00', '18:00', '19:00', '20:00', '21:00']

  test('adding an entry removes its slots, and deleting it restores them', async () => {
    expect(await starts()).toEqual(allDay)
    await addEntry({ start: '2027-01-04T10:30', end: '2027-01-04T11:30' })
    app.clock.now += MINUTE
    await expect
      .poll(() => starts())
      .toEqual(allDay.filter((start) => start !== '15:00' && start !== '16:00'))
    const page = await (await fetch(`${app.origin}/sandbox/google/ui?email=${email}&week=2027-01-04`)).text()
    const form = /<form[^>]*action="([^"]*delete[^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(page)!
    const inputs = [...form[2]!.matchAll(/name="([^"]+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ])
    await fetch(new URL(form[1]!.replaceAll('&amp;', '&'), app.origin), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(inputs).toString(),
    })
    app.clock.now += MINUTE
    await expect.poll(() => starts()).toEqual(allDay)
  })

  test('after the first full list only changes are requested', async () => {
    await starts()
    const whole = (await ofHost('events.list')).length
    await addEntry({ start: '2027-01-04T09:00', end: '2027-01-04T10:00' })
    app.clock.now += MINUTE
    await expect.poll(() => starts()).not.toContain('14:00')
    const later = (await ofHost('events.list')).slice(whole)
    expect(later.length).toBeGreaterThan(0)
    expect(later.every((entry) => 'syncToken' in entry && entry.syncToken)).toBe(true)
  })

  test("a slot that just became busy in the calendar can't be booked, however fresh the mirror", async () => {
    expect(await starts()).toContain('15:00')
    await addEntry({ start: '2027-01-04T10:00', end: '2027-01-04T10:05' })
    expect(await book('2027-01-04T15:00:00.000Z')).toMatchObject({
      status: 409,
      error: 'Selected time slot not found',
    })
  })

  test('an expired sync token leads to a full list', async () => {
    await starts()
    await addEntry({ start: '2027-01-04T10:00', end: '2027-01-04T11:00' })
    await googleFault(app.origin, { match: 'events.list', kind: 'gone', email })
    expect((await book('2027-01-04T15:00:00.000Z')).status).toBe(409)
    expect((await ofHost('events.list')).map((entry) => entry.status)).toContain(410)
    expect((await book('2027-01-04T16:00:00.000Z')).status).toBe(201)
    // From now on the database knows.
    const before = (await ofHost('events.list')).length
    expect((await book('2027-01-04T15:00:00.000Z')).status).toBe(409)
    expect(await ofHost('events.list')).toHaveLength(before)
  })

  test('the entry of a booking is created once, even if the first response is lost', async () => {
    await googleFault(app.origin, { match: 'events.insert', kind: 'lost_response', email })
    expect((await book('2027-01-04T15:00:00.000Z')).status).toBe(201)
    const isEntryJob = and(eq(jobs.hostId, hostId), eq(jobs.kind, 'syncCalendarEntry'))
    const job = async () => (await app.db.select().from(jobs).where(isEntryJob))[0]!
    await expect.poll(async () => (await job()).attempts).toBe(1)
    await expect.poll(async () => (await job()).lockedUntil).toBeNull()
    expect(await job()).toMatchObject({ state: 'queued' })
    app.clock.now += MINUTE
    await expect.poll(async () => (await job()).state).toBe('done')
    expect((await ofHost('events.insert')).map((entry) => entry.status).at(-1)).toBe(409)
    // The booking's own entry isn't counted twice, so the adjacent slots stay free.
    app.clock.now += MINUTE
    await book('2027-01-04T21:00:00.000Z')
    expect(await starts()).toEqual(['14:00', '16:00', '17:00', '18:00', '19:00', '20:00'])
    const own = await app.db.select().from(calendarEntries).where(eq(calendarEntries.hostId, hostId))
    expect(own).toEqual([])
  })

  test("a sync isn't discarded because of another one's older state", async () => {
    await starts()
    const key = { hostId, calendarId: event.calendarId }
    const first = heldAfterReading(app.deps)
    const early = pullCalendar(first.deps, key)
    await first.read
    await addEntry({ start: '2027-01-04T10:00', end: '2027-01-04T11:00' })
    const second = heldAfterReading(app.deps)
    const late = pullCalendar(second.deps, key)
    await second.read
    first.goOn()
    await early
    second.goOn()
    await late
    expect(await starts()).not.toContain('15:00')
  })

  test('a booking follows its entry when the host moves it', async () => {
    expect((await book('2027-01-04T15:00:00.000Z')).status).toBe(201)
    const read = async () => (await app.db.select().from(bookings).where(eq(bookings.hostId, hostId)))[0]
    await expect.poll(async () => (await read())?.entrySequence).toBe(0)
    app.clock.now += 1000
    const booking = await read()
    const api = await googleAccount(app, hostId)
    await api.events.patch(
      {
        calendarId: event.calendarId,
        eventId: booking!.calendarEntryId,
        sendUpdates: 'none',
        requestBody: {
          start: { dateTime: '2027-01-04T18:00:00.000Z' },
          end: { dateTime: '2027-01-04T19:00:00.000Z' },
        },
      },
      app.googleCalendar.callOptions,
    )
    expect((await book('2027-01-04T18:00:00.000Z')).status).toBe(409)
    expect(await starts()).toEqual(allDay.filter((start) => start !== '18:00'))
    expect(await read()).toMatchObject({
      startAt: Date.parse('2027-01-04T18:00:00.000Z'),
      endAt: Date.parse('2027-01-04T19:00:00.000Z'),
      sequence: 1,
      entrySequence: 1,
    })
  })

  test('no slots are offered beyond the farthest mirror, without asking Google', async () => {
    await starts()
    const asked = (await ofHost('events.list')).length
    for (const day of ['2090-01-02', '2035-01-08']) expect(await starts(day)).toEqual([])
    expect((await book('2090-01-02T15:00:00.000Z')).status).toBe(409)
    expect((await ofHost('events.list')).length).toBe(asked)
  })

  test('concurrent bookings share a sync', async () => {
    const [slots, asked] = [await starts(), (await ofHost('events.list')).length]
    // Nobody's sync ends before all of them have asked for one, however far apart that is.
    await googleFault(app.origin, { match: 'events.list', kind: 'latency', times: 0, email })
    const replies = await Promise.all(slots.map((time) => book(`2027-01-04T${time}:00.000Z`)))
    expect(replies.map(({ status }) => status)).toContain(201)
    const syncs = (await ofHost('events.list')).length - asked
    expect(syncs).toBeGreaterThan(0)
    expect(syncs).toBeLessThanOrEqual(3)
    await releaseGoogleCalls(app.origin)
  })

  test('the entry contains the invitee, the event and the confirmation link', async () => {
    const reply = await book('2027-01-04T15:00:00.000Z')
    const { id } = reply.success ? reply.data : { id: '' }
    await expect.poll(async () => (await ofHost('events.insert')).length).toBe(1)
    const page = await (await fetch(`${app.origin}/sandbox/google/ui?email=${email}&week=2027-01-04`)).text()
    expect(page).toContain('Talk with Bob')
    expect(id).not.toBe('')
    expect(await ofHost('events.insert')).toMatchObject([{ sendUpdates: 'none', status: 200 }])
  })

  test('bookings continue while the calendar is unreachable and the mirror is fresh', async () => {
    await starts()
    await googleFault(app.origin, { match: '*', kind: 'unreachable', times: 0, email })
    app.clock.now += 14 * MINUTE
    expect((await book('2027-01-04T15:00:00.000Z')).status).toBe(201)
    app.clock.now += 2 * MINUTE
    expect(await book('2027-01-04T16:00:00.000Z')).toMatchObject(unreachable)
    const slots = await askSlots()
    expect(slots).toMatchObject(unreachable)
    expect(slots.headers.get('retry-after')).toBe('60')
    await googleFault(app.origin, null)
    // By then the backoff has passed.
    app.clock.now += MINUTE
    expect((await book('2027-01-04T16:00:00.000Z')).status).toBe(201)
  })

  test('a slow Google delays an invitee by at most two seconds', async () => {
    await starts()
    const google = await googleAccount(app, hostId)
    await googleFault(app.origin, { match: 'events.list', kind: 'latency', ms: 6000, times: 0, email })
    // The answer comes well before Google's, however busy this machine is.
    const answers = [
      book('2027-01-04T15:00:00.000Z').then(({ status }) => status),
      google.events
        .list({ calendarId: email }, { ...app.googleCalendar.callOptions, timeout: 20_000 })
        .then(() => 'Google’s'),
    ]
    expect(await Promise.race(answers)).toBe(201)
    await Promise.all(answers)
  })

  test('a revoked grant removes all slots, notifies the host, and stops calls to Google until they reconnect', async () => {
    await starts()
    await googleFault(app.origin, { match: 'token', kind: 'invalid_grant', revoke: true, times: 0, email })
    await googleFault(app.origin, { match: 'events.list', kind: 'status', status: 401, times: 0, email })
    expect(await book('2027-01-04T15:00:00.000Z')).toMatchObject(unreachable)
    const calendarBrokenSince = new Date(app.clock.now).toISOString()
    const broken = { calendarConnection: 'broken', calendarProblem: 'revoked', calendarBrokenSince }
    expect(await ok(app.origin, 'getUser', { token })).toMatchObject(broken)
    const calls = async () => (await googleLog(app.origin)).filter((entry) => entry.email === email)
    const { length: asked } = await calls()
    app.clock.now += MINUTE
    expect(await askSlots()).toMatchObject(unreachable)
    expect(await book('2027-01-04T15:00:00.000Z')).toMatchObject(unreachable)
    expect(await calls()).toHaveLength(asked)
    await googleFault(app.origin, null)
    const again = await signIn(app.origin, email)
    expect(again.user).toMatchObject({ calendarConnection: 'connected', calendarBrokenSince: null })
    expect((await book('2027-01-04T15:00:00.000Z')).status).toBe(201)
  })

  test('nothing is offered without the calendar scopes', async () => {
    await signIn(app.origin, email, { granular: '1' })
    expect(await askSlots()).toMatchObject(unreachable)
    await signIn(app.origin, email)
    expect(await starts()).toEqual(allDay)
  })

  test('a date beyond the mirror is synced on request', async () => {
    await starts()
    await addEntry({ start: '2029-01-08T09:00', end: '2029-01-08T10:00' })
    expect(await starts('2029-01-08')).toEqual(allDay.slice(1))
    const [mirror] = await app.db
      .select()
      .from(calendarMirrors)
      .where(and(eq(calendarMirrors.hostId, hostId), eq(calendarMirrors.calendarId, event.calendarId)))
    expect(mirror!.coveredUntil).toBeGreaterThan(Date.parse('2029-01-08'))
  })

  test('all-day entries move when their calendar moves to another zone', async () => {
    await addEntry({ start: '2027-01-05', end: '2027-01-06', allDay: 'on', allday: 'on' })
    app.clock.now += MINUTE
    await expect.poll(() => starts('2027-01-05')).toEqual([])
  })
})
