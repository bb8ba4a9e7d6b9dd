import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '../../availability/units.ts'
import { type Kept, MAX_ZONE_CHANGES } from '../../contract/bookings/zone-changes.schema.ts'
import { bookingRow } from '../../testing/databases/booking-rows.ts'
import { eleven, type EntryJourney, noon, startEntryJourney } from '../../testing/calendars/entry-journey.ts'
import { googleAccount } from '../../testing/calendars/google-account.ts'
import { ten } from '../../testing/bookings/invitee.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { switchedZones } from '../../testing/time-zones/switched-zones.ts'
import { call, caughtMail, googleFault, ok, signIn, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { bookings } from '../db/tables/bookings.ts'
import { zoneChecks } from '../db/tables/zone-checks.ts'
import { checkZoneChanges } from './check-zone-changes.ts'

const REGINA = 'America/Regina'
const nine = '2027-01-04T14:00:00.000Z'
const halfPastTen = '2027-01-04T15:30:00.000Z'
const agreed = { timezone: REGINA, agreedOffset: -21_600 }

describe('decisions after a rule change', () => {
  const zones = switchedZones()
  const app = setUpApp({ calendarPollMs: 100, zones })
  let j: EntryJourney
  beforeEach(async () => {
    await googleFault(app.origin, null)
    app.clock.now = START_OF_TESTS
    await app.db.update(zoneChecks).set({ release: null, repeatAt: null })
    j = await startEntryJourney(app, { timezone: REGINA })
  })

  /** Regina's clock is an hour ahead of what was agreed, so keeping local times moves bookings an hour earlier. */
  async function switchRules(hours = -5) {
    zones.switchTo('2099a', { [REGINA]: hours })
    await checkZoneChanges(app.deps)
  }
  const decide = async (keep: Kept, bookingIds: string[], token = j.token) =>
    (await ok(app.origin, 'decideZoneChanges', { token, body: { keep, bookingIds } })).results.map(
      ({ outcome }) => outcome,
    )
  const undecided = async () =>
    (await ok(app.origin, 'listZoneChanges', { token: j.token })).bookings.map(({ id }) => id)
  const startOf = async (id: string) => new Date((await j.row(id)).startAt).toISOString()
  /** Rows of the host's bookings, half an hour each, as they were agreed. */
  async function insertBookings(starts: readonly number[]) {
    const rows = starts.map((startAt) => bookingRow({ hostId: j.hostId, startAt, ...agreed }))
    await app.db.insert(bookings).values(rows.map((row) => ({ ...row, calendarId: j.event.calendarId })))
    return rows.map(({ id }) => id)
  }

  test('keeping the instant moves nothing and emails nobody', async () => {
    const id = await j.booked(eleven)
    await switchRules()
    const before = await j.row(id)
    expect(await decide('instant', [id])).toEqual(['kept'])
    expect(await j.row(id)).toEqual({ ...before, agreedOffset: -18_000, zoneChangedAt: null })
    expect(await undecided()).toEqual([])
    expect(await j.notified(id, 'changed')).toEqual([])
    expect(await decide('instant', [id])).toEqual(['settled'])
    await app.db.update(zoneChecks).set({ release: null })
    await checkZoneChanges(app.deps)
    expect(await undecided()).toEqual([])
  })

  test('keeping the local time is a move by the host, whatever the event’s hours are and though it is paused', async () => {
    const id = await j.booked(eleven)
    await switchRules()
    const body = { ...j.event, timezone: 'Asia/Tokyo', isEnabled: false }
    await ok(app.origin, 'updateEvent', { token: j.token, params: { id: j.event.id }, body })
    expect(await decide('wallTime', [id])).toEqual(['moved'])
    expect(await startOf(id)).toBe(ten)
    expect(await j.row(id)).toMatchObject({ sequence: 1, agreedOffset: -18_000, zoneChangedAt: null })
    expect(await undecided()).toEqual([])
    expect(await j.notified(id, 'changed')).toEqual(['host', 'invitee'])
    const { history } = await j.seen(id, j.token)
    expect(history[0]).toMatchObject({ action: 'moved', by: 'host' })
    await j.inLine(id)
    expect((await j.entry(id)).start!.dateTime).toContain('2027-01-04T')
    expect(Date.parse((await j.entry(id)).start!.dateTime!)).toBe(Date.parse(ten))
    const moved = async () =>
      (await caughtMail(app.origin, 'bob@example.com')).filter(({ subject }) =>
        subject.startsWith('Moved: Talk'),
      )
    await expect.poll(async () => (await moved()).length).toBeGreaterThan(0)
    expect(await decide('wallTime', [id])).toEqual(['settled'])
    expect(await j.row(id)).toMatchObject({ sequence: 1 })
  })

  test.each([
    ['earlier', -5, 4],
    // More than one transaction takes.
    ['later', -7, 60],
  ])('bookings that follow one another all move %s', async (_name, hours, count) => {
    const from = Date.parse(noon)
    const ids = await insertBookings(Array.from({ length: count }, (_, index) => from + index * (HOUR / 2)))
    await switchRules(hours)
    expect(new Set(await decide('wallTime', ids.toReversed()))).toEqual(new Set(['moved']))
    const by = (-6 - hours) * HOUR
    for (const [index, id] of ids.entries())
      expect((await j.row(id)).startAt).toBe(from + index * (HOUR / 2) + by)
    expect(await undecided()).toEqual([])
  })

  test('a booking that can’t move still needs a decision', async () => {
    const [blocked, free] = await insertBookings([Date.parse(eleven), Date.parse(noon) + 2 * HOUR])
    const other = bookingRow({ hostId: j.hostId, startAt: Date.parse(halfPastTen) - HOUR / 4 })
    await app.db.insert(bookings).values(other)
    const [busy] = await insertBookings([Date.parse(noon) + 5 * HOUR])
    const [past] = await insertBookings([START_OF_TESTS + HOUR / 2])
    const api = await googleAccount(app, j.hostId)
    await api.events.insert(
      {
        calendarId: j.event.calendarId,
        requestBody: {
          start: { dateTime: '2027-01-04T21:00:00Z' },
          end: { dateTime: '2027-01-04T21:15:00Z' },
        },
      },
      app.googleCalendar.callOptions,
    )
    await switchRules()
    const ids = [blocked!, free!, busy!, past!]
    const outcomes = ['overlaps_booking', 'moved', 'calendar_busy', 'in_the_past']
    expect(await decide('wallTime', ids)).toEqual(outcomes)
    expect(await undecided()).toEqual([past, blocked, busy])
    expect(await startOf(blocked!)).toBe(eleven)
    expect(await decide('instant', ids)).toEqual(['kept', 'settled', 'kept', 'kept'])
  })

  test('no booking moves to where another calendar that its event checks is busy', async () => {
    const id = await j.booked(eleven)
    const calendars = await ok(app.origin, 'listCalendars', { token: j.token })
    const other = calendars.find(({ isPrimary }) => !isPrimary)!.id
    const body = { ...j.event, checkedCalendars: [other] }
    await ok(app.origin, 'updateEvent', { token: j.token, params: { id: j.event.id }, body })
    const api = await googleAccount(app, j.hostId)
    const end = new Date(Date.parse(ten) + HOUR / 4).toISOString()
    const requestBody = { start: { dateTime: ten }, end: { dateTime: end } }
    await api.events.insert({ calendarId: other, requestBody }, app.googleCalendar.callOptions)
    await switchRules()
    expect(await decide('wallTime', [id])).toEqual(['calendar_busy'])
  })

  test('without the calendar nothing moves, and later everything does', async () => {
    const [id] = await insertBookings([Date.parse(noon)])
    await switchRules()
    await googleFault(app.origin, { match: 'events.list', kind: 'status', status: 500, times: 0 })
    app.clock.now += HOUR / 2
    expect(await decide('wallTime', [id!])).toEqual(['calendar_unreachable'])
    expect(await undecided()).toEqual([id])
    await googleFault(app.origin, null)
    app.clock.now += HOUR / 2
    // On a busy machine, a sync can take longer than hosts wait for it.
    await expect.poll(() => decide('wallTime', [id!])).toEqual(['moved'])
  })

  test('bookings that need no decision any more leave room for those that do', async () => {
    const settled = Array.from({ length: MAX_ZONE_CHANGES }, (_, index) => ({
      ...bookingRow({ hostId: j.hostId, startAt: Date.parse(noon) + index * (HOUR / 2), ...agreed }),
      calendarId: j.event.calendarId,
      agreedOffset: -18_000,
      zoneChangedAt: START_OF_TESTS,
    }))
    const [id] = await insertBookings([settled.at(-1)!.startAt + HOUR])
    await switchRules()
    await app.db.insert(bookings).values(settled)
    expect(await undecided()).toEqual([id])
  })

  test('decisions at the same time decide once', async () => {
    const ids = await insertBookings([eleven, noon].map((start) => Date.parse(start)))
    await switchRules()
    const answers = await Promise.all([
      decide('wallTime', ids),
      decide('wallTime', ids),
      decide('instant', ids),
      decide('wallTime', ids),
    ])
    for (const [index, id] of ids.entries()) {
      const decided = answers.map((outcomes) => outcomes[index]!).filter((outcome) => outcome !== 'settled')
      expect(decided).toHaveLength(1)
      const isMoved = decided[0] === 'moved'
      const { sequence, startAt } = await j.row(id)
      expect([sequence, startAt]).toEqual([
        isMoved ? 1 : 0,
        Date.parse([eleven, noon][index]!) - (isMoved ? HOUR : 0),
      ])
      expect(await j.notified(id, 'changed')).toEqual(isMoved ? ['host', 'invitee'] : [])
    }
    expect(await undecided()).toEqual([])
  })

  test('a booking that was canceled or moved is settled, and so is anything of another host', async () => {
    const ids = await insertBookings([Date.parse(eleven), Date.parse(noon)])
    await switchRules()
    const other = await signIn(app.origin, `other-of-${j.email}`)
    expect(await decide('wallTime', ids, other.sessionToken)).toEqual(['settled', 'settled'])
    expect(await decide('instant', ids, other.sessionToken)).toEqual(['settled', 'settled'])
    expect(await undecided()).toEqual(ids)
    await j.bob.cancel(ids[0]!, { cancellationReason: 'Ill' }, j.token)
    expect(await decide('wallTime', [...ids, 'unknown'])).toEqual(['settled', 'moved', 'settled'])
    expect(await j.row(ids[0]!)).toMatchObject({
      status: 'canceled',
      sequence: 1,
      startAt: Date.parse(eleven),
    })
    const anonymous = { body: { keep: 'instant', bookingIds: ids } }
    expect(await call(app.origin, 'decideZoneChanges', anonymous)).toMatchObject({ status: 401 })
  })

  test('only what the contract allows is a decision', async () => {
    const body = (keep: string, bookingIds: unknown) => ({ token: j.token, body: { keep, bookingIds } })
    for (const request of [
      body('both', ['a']),
      body('instant', []),
      body('instant', 'a'),
      body('instant', Array.from({ length: 501 }, String)),
    ])
      expect(await call(app.origin, 'decideZoneChanges', request)).toMatchObject({
        code: 'validation_failed',
      })
  })

  test('a move by hand in the calendar counts as agreed', async () => {
    const id = await j.booked(eleven)
    await switchRules()
    expect(await undecided()).toEqual([id])
    await j.move(id, nine)
    await j.sync()
    expect(await startOf(id)).toBe(nine)
    expect(await undecided()).toEqual([])
    expect((await app.db.select().from(bookings).where(eq(bookings.id, id)))[0]).toMatchObject({
      agreedOffset: -18_000,
    })
  })
})
