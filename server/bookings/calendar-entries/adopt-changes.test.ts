import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  eleven,
  type EntryJourney,
  HALF_HOUR,
  noon,
  startEntryJourney,
} from '../../../testing/calendars/entry-journey.ts'
import { addSandboxEntry } from '../../../testing/calendars/calendar-account.ts'
import { heldAfterReading } from '../../../testing/calendars/held-google.ts'
import { ten } from '../../../testing/bookings/invitee.ts'
import { passMinute } from '../../../testing/server/pass-minute.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { googleFault, ok, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { calendarMirrors } from '../../db/tables/calendars.ts'
import { pullCalendar } from '../../calendars/mirror/pull.ts'
import { adoptCalendarChanges } from './adopt-changes.ts'

describe('changes in the host’s calendar', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let j: EntryJourney
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startEntryJourney(app)
  })

  test('a moved entry moves its booking and notifies everyone once', async () => {
    const id = await j.booked()
    await j.move(id, noon)
    await j.sync()
    await j.sync()
    expect(await j.row(id)).toMatchObject({
      startAt: Date.parse(noon),
      endAt: Date.parse(noon) + HALF_HOUR,
      sequence: 1,
    })
    expect(await j.starts()).toContain(ten)
    expect(await j.starts()).not.toContain(noon)
    expect(await j.notified(id, 'changed')).toEqual(['host', 'invitee'])
    const { history } = await j.seen(id, j.token)
    expect(history.filter(({ action }) => action === 'moved')).toMatchObject([{ by: 'host' }])
  })

  test('a listing may have more entries than a statement has room for', async () => {
    const id = await j.booked()
    const { hostId, calendarId, calendarEntryId, startAt, endAt } = await j.row(id)
    const nothing = {
      uid: null,
      title: '',
      busy: [],
      conferenceUrl: null,
      hasFailedConference: false,
      isCanceled: false,
    }
    const others = Array.from({ length: 70_000 }, (_, n) => ({ id: `other${n}`, startAt, endAt }))
    const listed = [
      ...others,
      { id: calendarEntryId, startAt: Date.parse(noon), endAt: Date.parse(noon) + HALF_HOUR },
    ]
    const entries = new Map(listed.map((one) => [one.id, { ...nothing, bookingSequence: 0, ...one }]))
    await app.db.transaction((tx) =>
      adoptCalendarChanges(
        tx,
        { hostId, calendarId },
        { entries, unreadable: new Set(), startedAt: app.clock.now, fullUntil: null, now: app.clock.now },
      ),
    )
    expect((await j.row(id)).startAt).toBe(Date.parse(noon))
  })

  test("an entry moved onto another booking doesn't move its booking, blocks both times, and is shown to the host", async () => {
    const id = await j.booked()
    const other = await j.booked(eleven)
    await j.move(id, eleven)
    await j.sync()
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(ten), sequence: 0, status: 'confirmed' })
    expect(await j.row(other)).toMatchObject({ startAt: Date.parse(eleven), status: 'confirmed' })
    expect(await j.starts()).not.toContain(ten)
    expect(await j.notified(id, 'changed')).toEqual([])

    const since = new Date(app.clock.now).toISOString()
    expect((await j.seen(id, j.token)).calendarEntryDivergedAt).toBe(since)
    expect((await j.seen(id)).calendarEntryDivergedAt).toBeNull()
    app.clock.now += 1000
    await j.move(id, '2027-01-04T16:15:00.000Z')
    await j.sync()
    expect((await j.seen(id, j.token)).calendarEntryDivergedAt).toBe(since)
    await j.move(id, ten)
    await j.sync()
    expect((await j.seen(id, j.token)).calendarEntryDivergedAt).toBeNull()
  })

  test.each([
    ['2100-01-04T10:00:00-05:00', '2100-01-04T10:30:00-05:00'],
    ['2027-01-04T10:00:00-05:00', '9999-12-31T23:00:00-05:00'],
    ['9999-12-31T22:00:00-05:00', '9999-12-31T23:00:00-05:00'],
  ])('an entry from %s to %s, where no booking can be, leaves its booking alone', async (from, to) => {
    const id = await j.booked()
    // Later ones list changes alone, however far ahead they are.
    await j.sync()
    app.clock.now += 1000
    await j.entry(id, { start: { dateTime: from, date: null }, end: { dateTime: to, date: null } })
    await j.sync()
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(ten), endAt: Date.parse(ten) + HALF_HOUR })
    expect((await j.seen(id, j.token)).calendarEntryDivergedAt).not.toBeNull()
    const week = { dateFrom: '2027-01-04', dateTo: '2027-01-10', timezone: 'UTC' }
    expect(await ok(app.origin, 'listBusyTimes', { token: j.token, query: week })).toHaveLength(1)
  })

  test.each([
    ['onto another booking', (id: string) => j.move(id, eleven)],
    ['to the top of a day', (id: string) => j.toWholeDay(id)],
  ])("a later change on the booking's page moves the entry back: %s", async (_, byHand) => {
    const nextDay = '2027-01-05T17:00:00.000Z'
    const id = await j.booked()
    await j.booked(eleven)
    await byHand(id)
    await j.sync()
    expect((await j.row(id)).entryDivergedAt).not.toBeNull()
    expect(await j.bob.change(id, { startUTC: nextDay })).toMatchObject({ status: 200 })
    expect((await j.seen(id, j.token)).calendarEntryDivergedAt).toBeNull()
    await j.inLine(id)
    await j.sync()
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(nextDay), entryDivergedAt: null })
    expect(Date.parse((await j.entry(id)).start?.dateTime ?? '')).toBe(Date.parse(nextDay))
  })

  test("an entry turned into an all-day one doesn't move its booking until it has a time again", async () => {
    const id = await j.booked()
    await j.toWholeDay(id)
    await j.sync()
    const stays = { startAt: Date.parse(ten), sequence: 0, entryDivergedAt: app.clock.now }
    expect(await j.row(id)).toMatchObject(stays)
    await j.move(id, noon)
    await j.sync()
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(noon), sequence: 1, entryDivergedAt: null })
  })

  test('a deleted entry cancels nothing and is only shown to the host', async () => {
    const id = await j.booked()
    await j.remove(id)
    app.clock.now += 1000
    await j.sync()
    expect(await j.seen(id, j.token)).toMatchObject({
      status: 'confirmed',
      calendarEntryRemovedAt: new Date(app.clock.now).toISOString(),
    })
    expect(await j.seen(id)).toMatchObject({ status: 'confirmed', calendarEntryRemovedAt: null })
    expect(await j.starts()).not.toContain(ten)
    // Moving the booking here creates a new entry.
    expect(await j.bob.change(id, { startUTC: noon }, j.token)).toMatchObject({ status: 200 })
    await j.inLine(id)
    await j.sync()
    expect((await j.seen(id, j.token)).calendarEntryRemovedAt).toBeNull()
    expect(await j.entry(id)).toMatchObject({ status: 'confirmed' })
  })

  test('a full listing catches missed changes', async () => {
    const [gone, moved, kept] = [await j.booked(ten), await j.booked(eleven), await j.booked(noon)]
    app.clock.now += 1000
    await j.remove(gone)
    await j.move(moved, '2027-01-04T18:00:00.000Z')
    await app.db.update(calendarMirrors).set({ syncToken: null }).where(eq(calendarMirrors.hostId, j.hostId))
    await j.sync()
    expect((await j.row(gone)).entryRemovedAt).not.toBeNull()
    expect((await j.row(moved)).startAt).toBe(Date.parse('2027-01-04T18:00:00.000Z'))
    expect(await j.row(kept)).toMatchObject({ entryRemovedAt: null, sequence: 0 })
  })

  test.each(['2026-12-20T15:00:00.000Z', '2029-01-04T15:00:00.000Z'])(
    'an entry moved to %s, which no full listing reaches, isn’t a removed one',
    async (far) => {
      const id = await j.booked()
      app.clock.now += 1000
      await j.move(id, far)
      await app.db
        .update(calendarMirrors)
        .set({ syncToken: null })
        .where(eq(calendarMirrors.hostId, j.hostId))
      await j.sync()
      expect(await j.row(id)).toMatchObject({ startAt: Date.parse(far), entryRemovedAt: null })
      expect(await j.starts()).toContain(ten)
    },
  )

  test('a listing read before our own write moves nothing back', async () => {
    const id = await j.booked()
    const held = heldAfterReading(app.deps)
    const late = pullCalendar(held.deps, { hostId: j.hostId, calendarId: j.event.calendarId })
    await held.read
    // So slow that the booking moves before its entry does.
    await googleFault(app.origin, { match: 'events.list', kind: 'status', status: 500, email: j.email })
    expect(await j.bob.change(id, { startUTC: eleven }, j.token)).toMatchObject({ status: 200 })
    await j.inLine(id)
    held.goOn()
    await late
    await googleFault(app.origin, null)
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(eleven), sequence: 1 })
  })

  describe('an entry that the host repeats', () => {
    const tomorrow = '2027-01-05T15:00:00.000Z'
    const isOffered = async (startUtc: string) => {
      const [dateFrom] = startUtc.split('T') as [string]
      const query = { dateFrom, dateTo: dateFrom, timezone: 'UTC' }
      const slots = await ok(app.origin, 'listSlots', { params: { id: j.event.id }, query })
      return slots.some((slot) => slot.startUtc === startUtc)
    }

    test.each([
      [500, 2],
      [500, 3],
      [400, 2],
      [400, 3],
    ])('keeps its other times busy while a write fails with %i: %i times', async (status, count) => {
      const id = await j.booked()
      const when = (dateTime: string) => ({ dateTime, timeZone: 'UTC' })
      await j.entry(id, {
        start: when(ten),
        end: when('2027-01-04T15:30:00.000Z'),
        recurrence: [`RRULE:FREQ=DAILY;COUNT=${count}`],
      })
      app.clock.now += 1000
      await j.sync()
      expect(await isOffered(tomorrow)).toBe(false)

      await googleFault(app.origin, {
        match: 'events.patch',
        kind: 'status',
        status,
        times: 0,
        email: j.email,
      })
      expect(await j.bob.change(id, { startUTC: noon })).toMatchObject({ status: 200 })
      await expect
        .poll(async () => (await j.jobsOf(id)).some(({ lastError }) => lastError !== null))
        .toBe(true)
      await addSandboxEntry(app, j.email, { start: '2027-01-06T10:00', end: '2027-01-06T11:00' })
      app.clock.now += 1000
      await j.sync()
      expect(await isOffered(tomorrow)).toBe(false)
      await googleFault(app.origin, null)
    })
  })

  test('an entry whose rewrite the calendar refuses keeps its time busy wherever it is', async () => {
    const id = await j.booked()
    const fails = (status: number) =>
      googleFault(app.origin, { match: 'events.patch', kind: 'status', status, times: 0, email: j.email })
    await fails(500)
    expect(await j.bob.change(id, { startUTC: eleven })).toMatchObject({ status: 200 })
    await expect.poll(async () => (await j.jobsOf(id)).some(({ lastError }) => lastError !== null)).toBe(true)
    await addSandboxEntry(app, j.email, { start: '2027-01-06T10:00', end: '2027-01-06T11:00' })
    await j.sync()
    // Left out while the write is expected.
    expect(await j.starts()).toContain(ten)
    await googleFault(app.origin, null)
    await fails(400)
    await expect
      .poll(async () => {
        await passMinute(app)
        return (await j.row(id)).refusedSequence
      })
      .toBe(1)
    await j.sync()
    expect(await j.starts()).not.toContain(ten)
    await googleFault(app.origin, null)
    await j.move(id, noon)
    await j.sync()
    expect(await j.starts()).toContain(ten)
    expect(await j.starts()).not.toContain(noon)
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(eleven) })
  })

  test('the length of a meeting that is over, corrected in the calendar, is emailed to nobody', async () => {
    const id = await j.booked()
    app.clock.now = Date.parse(noon)
    const end = '2027-01-04T16:15:00.000Z'
    await j.entry(id, { start: { dateTime: ten }, end: { dateTime: end } })
    await j.sync()
    expect(await j.row(id)).toMatchObject({ endAt: Date.parse(end) })
    expect(await j.notified(id, 'changed')).toEqual([])

    await j.move(id, '2027-01-04T19:00:00.000Z')
    await j.sync()
    expect(await j.notified(id, 'changed')).toEqual(['host', 'invitee'])
  })
})
