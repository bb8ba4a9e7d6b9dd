import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '../../availability/units.ts'
import { eleven, type EntryJourney, startEntryJourney } from '../../testing/calendars/entry-journey.ts'
import { googleAccount } from '../../testing/calendars/google-account.ts'
import { ten } from '../../testing/bookings/invitee.ts'
import { passMinute } from '../../testing/server/pass-minute.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, caughtMail, googleFault, ok, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { pullCalendar } from './mirror/pull.ts'
import { calendars } from '../db/tables/calendars.ts'

const NOTICE = 'We can’t find one of your calendars'

describe('a calendar that no longer exists', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let j: EntryJourney
  let other: string
  beforeEach(async () => {
    await googleFault(app.origin, null)
    app.clock.now = START_OF_TESTS
    j = await startEntryJourney(app)
    await j.sync()
    const listed = await ok(app.origin, 'listCalendars', { token: j.token })
    other = listed.find(({ id }) => id !== j.event.calendarId)!.id
  })

  const vanish = (match: string, calendarId = j.event.calendarId) =>
    googleFault(app.origin, { match, kind: 'status', status: 404, times: 0, calendarId })
  /** Google answers anything about the list of calendars with an error. */
  const hideList = () => googleFault(app.origin, { match: 'calendarList.list', kind: 'html', times: 0 })
  const health = () => ok(app.origin, 'getCalendarHealth', { token: j.token })
  const replace = (from: string, to: string) =>
    call(app.origin, 'replaceCalendar', { token: j.token, params: { id: from }, body: { calendarId: to } })
  const notices = async () =>
    (await caughtMail(app.origin, j.email)).filter(({ subject }) => subject === NOTICE).length

  test('is not found by a name that no calendar can have', async () => {
    for (const check of [{ isChecked: true }, null]) {
      const params = { id: 'a\0b' }
      const reply = check
        ? await call(app.origin, 'updateCalendarCheck', { token: j.token, params, body: check })
        : await replace('a\0b', j.email)
      expect(reply).toMatchObject({ status: 404, code: 'not_found' })
    }
  })

  test('is noticed by a sync, and its host told once unless it is back soon', async () => {
    await vanish('events.list')
    await expect(j.sync()).rejects.toMatchObject({ reason: 'calendar_gone' })
    await expect(j.sync()).rejects.toMatchObject({ reason: 'calendar_gone' })
    expect(await notices()).toBe(0)
    app.clock.now += HOUR / 6
    await expect.poll(notices).toBe(1)
    const { id, calendarId } = j.event
    const since = new Date(START_OF_TESTS).toISOString()
    expect((await health()).missing).toMatchObject([
      { id: calendarId, since, events: 1, upcomingBookings: 0 },
    ])
    const { activities } = await ok(app.origin, 'listActivity', { token: j.token })
    expect(activities.filter(({ kind }) => kind === 'calendar_missing')).toHaveLength(1)
    // Nor can another event be given to it.
    const body = { calendarId }
    await hideList()
    expect(await call(app.origin, 'updateEvent', { token: j.token, params: { id }, body })).toMatchObject({
      fields: { calendarId: 'Choose one of your own calendars' },
    })
    await expect.poll(notices).toBe(1)
  })

  test('leaves events open and tells its host if it was only checked', async () => {
    const check = { token: j.token, params: { id: other }, body: { isChecked: true } }
    await ok(app.origin, 'updateCalendarCheck', check)
    await app.db.update(calendars).set({ name: 'משפחה' }).where(eq(calendars.calendarId, other))
    await vanish('events.list', other)
    app.clock.now += HOUR / 60
    await expect
      .poll(async () => {
        app.clock.now += HOUR / 60
        return notices()
      })
      .toBe(1)
    const [mail] = await caughtMail(app.origin, j.email)
    expect(mail!.text).toContain('find your calendar “\u2068משפחה\u2069”')
    expect(mail!.text).toContain('Until it’s back, your events don’t check it for conflicts.')
    const query = { dateFrom: '2027-01-05', dateTo: '2027-01-05', timezone: 'America/New_York' }
    expect(await ok(app.origin, 'listSlots', { params: { id: j.event.id }, query })).not.toEqual([])
  })

  test('keeps blocking times until it has been missing for ten minutes', async () => {
    const google = await googleAccount(app, j.hostId)
    const requestBody = { start: { dateTime: ten }, end: { dateTime: eleven } }
    await google.events.insert({ calendarId: other, requestBody }, app.googleCalendar.callOptions)
    await ok(app.origin, 'updateCalendarCheck', {
      token: j.token,
      params: { id: other },
      body: { isChecked: true },
    })
    const query = { dateFrom: '2027-01-04', dateTo: '2027-01-04', timezone: 'UTC' }
    const isOpen = async () => {
      const slots = await ok(app.origin, 'listSlots', { params: { id: j.event.id }, query })
      return slots.some(({ startUtc }) => startUtc === ten)
    }
    const read = () => pullCalendar(app.deps, { hostId: j.hostId, calendarId: other }).catch(() => {})
    await read()
    expect(await isOpen()).toBe(false)
    await vanish('events.list', other)
    await read()
    app.clock.now += HOUR / 6 - 1000
    await read()
    expect(await isOpen()).toBe(false)
    app.clock.now += 61_000
    await read()
    expect(await isOpen()).toBe(true)
    await googleFault(app.origin, null)
    app.clock.now += 61_000
    await read()
    expect(await isOpen()).toBe(false)
  })

  test('is checked again once it is back, although nothing is written to it', async () => {
    await ok(app.origin, 'updateCalendarCheck', {
      token: j.token,
      params: { id: other },
      body: { isChecked: true },
    })
    await vanish('events.list', other)
    const isMissingLater = async () => {
      app.clock.now += HOUR / 60
      const isThis = and(eq(calendars.hostId, j.hostId), eq(calendars.calendarId, other))
      const [found] = await app.db.select().from(calendars).where(isThis)
      return found!.missingSince !== null
    }
    await expect.poll(isMissingLater).toBe(true)
    await googleFault(app.origin, null)
    await expect.poll(isMissingLater).toBe(false)
  })

  test('keeps its name and settings if the list is read before it is noticed', async () => {
    const { token } = j
    await ok(app.origin, 'updateEvent', { token, params: { id: j.event.id }, body: { calendarId: other } })
    await ok(app.origin, 'updateCalendarCheck', {
      token,
      params: { id: other },
      body: { countsAllDay: false },
    })
    const stored = async () => {
      const isThis = and(eq(calendars.hostId, j.hostId), eq(calendars.calendarId, other))
      return (await app.db.select().from(calendars).where(isThis))[0]
    }
    const { name } = (await stored())!
    await googleFault(app.origin, { kind: 'calendar_gone', calendarId: other, times: 0 })
    await ok(app.origin, 'listCalendars', { token })
    const pull = pullCalendar(app.deps, { hostId: j.hostId, calendarId: other })
    await expect(pull).rejects.toMatchObject({ reason: 'calendar_gone' })
    expect((await health()).missing).toMatchObject([{ id: other, name }])
    expect(await stored()).toMatchObject({ countsAllDay: false })
  })

  test('is noticed by a booking that cannot be written, which waits for the calendar that replaces it', async () => {
    await vanish('events.list')
    await vanish('events.insert')
    const id = await j.bob.booked()
    await expect
      .poll(async () => (await health()).missing)
      .toMatchObject([{ events: 1, upcomingBookings: 1 }])
    app.clock.now += HOUR / 2
    await expect.poll(notices).toBe(1)
    const pending = { bookings: 1, since: new Date(START_OF_TESTS).toISOString() }
    expect((await health()).unwritten).toEqual(pending)
    expect((await j.seen(id, j.token)).calendarEntryPendingSince).toBe(pending.since)
    expect((await j.seen(id)).calendarEntryPendingSince).toBeNull()

    expect(await replace(j.event.calendarId, other)).toMatchObject({ data: { events: 1, bookings: 1 } })
    await j.inLine(id)
    expect(await j.row(id)).toMatchObject({ calendarId: other })
    expect(await j.entry(id)).toMatchObject({ status: 'confirmed' })
    expect((await j.seen(id, j.token)).calendarEntryPendingSince).toBeNull()
    const { calendarId } = await ok(app.origin, 'getEvent', { token: j.token, params: { id: j.event.id } })
    expect(calendarId).toBe(other)
    expect(await health()).toEqual({
      disconnected: [],
      unreadable: [],
      missing: [],
      unwritten: null,
      refused: 0,
    })
    // Once more, from another tab: there is nothing left to replace.
    expect(await replace(j.event.calendarId, other)).toMatchObject({ status: 404 })
  })

  test('that is back is simply used again', async () => {
    await vanish('events.list')
    await expect(j.sync()).rejects.toMatchObject({ reason: 'calendar_gone' })
    expect((await health()).missing).toHaveLength(1)
    await googleFault(app.origin, null)
    app.clock.now += HOUR / 12
    await expect.poll(async () => (await health()).missing).toEqual([])
    app.clock.now += HOUR
    expect(await replace(j.event.calendarId, other)).toMatchObject({ status: 404 })
    expect(await notices()).toBe(0)
  })

  test('that is back after it was replaced has no more entries of upcoming bookings', async () => {
    const id = await j.booked()
    const former = await j.row(id)
    await googleFault(app.origin, { kind: 'calendar_gone', calendarId: former.calendarId, times: 0 })
    await expect(j.sync()).rejects.toMatchObject({ reason: 'calendar_gone' })
    expect(await replace(former.calendarId, other)).toMatchObject({ status: 200 })
    await j.inLine(id)
    await googleFault(app.origin, null)
    const google = await googleAccount(app, j.hostId)
    const formerEntry = async () => {
      app.clock.now += HOUR / 6
      const where = { calendarId: former.calendarId, eventId: former.calendarEntryId }
      return (await google.events.get(where, app.googleCalendar.callOptions)).data.status
    }
    await expect.poll(formerEntry).toBe('cancelled')
    expect(await j.entry(id)).toMatchObject({ status: 'confirmed' })
  })

  test('that is back and takes its place again keeps the entries of its bookings', async () => {
    const id = await j.booked()
    const { calendarId: first, calendarEntryId: eventId } = await j.row(id)
    const isGone = (calendarId: string) =>
      googleFault(app.origin, { kind: 'calendar_gone', calendarId, times: 0 })
    const removals = async () =>
      (await j.jobsOf(id)).filter(({ kind, state }) => kind === 'removeReplacedEntry' && state === 'queued')
    await isGone(first)
    await expect(j.sync()).rejects.toMatchObject({ reason: 'calendar_gone' })
    expect(await replace(first, other)).toMatchObject({ status: 200 })
    await expect.poll(() => j.unwritten(id)).toBe(0)
    // The clock doesn't move, so its next try has to wait.
    await expect.poll(async () => (await removals()).map(({ attempts }) => attempts)).toEqual([1])
    await googleFault(app.origin, null)
    await isGone(other)
    const pull = pullCalendar(app.deps, { hostId: j.hostId, calendarId: other })
    await expect(pull).rejects.toMatchObject({ reason: 'calendar_gone' })
    expect(await replace(other, first)).toMatchObject({ data: { bookings: 1 } })
    await expect.poll(() => j.unwritten(id)).toBe(0)
    await googleFault(app.origin, null)
    await expect
      .poll(async () => {
        await passMinute(app)
        return (await removals()).length
      })
      .toBe(0)
    expect(await j.entry(id)).toMatchObject({ status: 'confirmed' })
    const google = await googleAccount(app, j.hostId)
    const replaced = await google.events.get({ calendarId: other, eventId }, app.googleCalendar.callOptions)
    expect(replaced.data.status).toBe('cancelled')
  })

  test('is replaced by another of the host’s calendars only', async () => {
    await vanish('events.list')
    await expect(j.sync()).rejects.toMatchObject({ reason: 'calendar_gone' })
    expect((await health()).missing).toHaveLength(1)
    // Otherwise the list would show that it is there.
    await hideList()
    for (const [to, calendarId] of [
      [j.event.calendarId, 'Choose one of your own calendars'],
      ['somebody-else@example.com', 'Choose one of your own calendars'],
      ['', 'Choose a calendar'],
    ] as const)
      expect(await replace(j.event.calendarId, to)).toMatchObject({ status: 400, fields: { calendarId } })
    expect((await health()).missing).toHaveLength(1)
    expect(await replace(other, j.event.calendarId)).toMatchObject({ success: false })
  })

  test('is replaced once, however many ask at the same time', async () => {
    await vanish('events.list')
    await vanish('events.insert')
    const id = await j.bob.booked()
    await expect.poll(async () => (await health()).missing.length).toBe(1)
    const replies = await Promise.all(Array.from({ length: 8 }, () => replace(j.event.calendarId, other)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(7).fill(404),
    ])
    await j.inLine(id)
    const writes = (await j.jobsOf(id)).filter(({ kind }) => kind === 'syncCalendarEntry')
    expect(writes).toHaveLength(2)
  })
})
