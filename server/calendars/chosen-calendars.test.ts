import { and, eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '../../availability/units.ts'
import { addSandboxEntry, connectGoogle } from '../../testing/calendars/calendar-account.ts'
import { primaryOf, setUpCalendarHost } from '../../testing/calendars/calendar-host.ts'
import { inviteeOf } from '../../testing/bookings/invitee.ts'
import { withTransaction } from '../../testing/server/killed-at.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { googleFault, ok, signIn } from '../../testing/server/test-app.ts'
import { createBooking } from '../bookings/changes/create-booking.ts'
import { updateBooking } from '../bookings/changes/update-booking.ts'
import { calendarEntries, calendarMirrors, calendars } from '../db/tables/calendars.ts'
import type { Db } from '../db/database.ts'
import { bookings } from '../db/tables/bookings.ts'
import type { Deps } from '../adapters/deps.ts'
import type { CalendarSummary } from '../adapters/calendar-provider.ts'
import { storeCalendars } from './refresh-calendars.ts'

const ten = { start: '2027-01-04T10:00', end: '2027-01-04T11:00' }

describe('calendars that an event checks', () => {
  const app = setUpApp({ calendarPollMs: 60_000 })
  const { host, starts, check, updateEvent: update } = setUpCalendarHost(app, 'chooses')
  let primary: string
  let accountId: string
  beforeEach(async () => {
    const account = await connectGoogle(app, host.token, host.other)
    accountId = account.id
    primary = primaryOf(account)
  })

  const health = () => ok(app.origin, 'getCalendarHealth', { token: host.token })
  /** Google doesn’t answer about the entries of one account. */
  const fail = (status: number, account: string) =>
    googleFault(app.origin, { match: 'events.list', kind: 'status', status, times: 0, email: account })

  test('stay while the account’s list lacks one that only an event chose', async () => {
    await addSandboxEntry(app, host.other, ten)
    await update({ checkedCalendars: [primary] })
    await app.db.transaction((tx) => storeCalendars(tx, { hostId: host.hostId, id: accountId }, []))
    expect(await starts()).not.toContain('15:00')
    await update({ checkedCalendars: [primary] })
  })

  test('are without one that no longer exists, also if only an event chose it', async () => {
    await addSandboxEntry(app, host.other, ten)
    await update({ checkedCalendars: [primary] })
    expect(await starts()).not.toContain('15:00')
    await fail(404, host.other)
    await expect
      .poll(() => {
        app.clock.now += MINUTE
        return starts()
      })
      .toContain('15:00')
  })

  test('are at most 200 of an account, with its primary one', async () => {
    const calendar = (n: number): CalendarSummary => ({
      id: `${accountId}:${n}`,
      name: `Team ${n}`,
      isPrimary: n === 299,
      isWritable: n % 2 === 0,
      hasVideoCalls: true,
    })
    const all = Array.from({ length: 300 }, (_, n) => calendar(n))
    await app.db.transaction((tx) => storeCalendars(tx, { hostId: host.hostId, id: accountId }, all))
    const isOfAccount = and(eq(calendars.connectionId, accountId), like(calendars.name, 'Team %'))
    const stored = await app.db.select().from(calendars).where(isOfAccount)
    expect(stored).toHaveLength(200)
    expect(stored.filter(({ isWritable }) => isWritable)).toHaveLength(150)
    expect(stored.some(({ isPrimary }) => isPrimary)).toBe(true)
  })

  test('tell the host of one that can’t be read only while events check it', async () => {
    expect((await check(primary, { isChecked: true })).status).toBe(200)
    await check(primary, { isChecked: false })
    await fail(500, host.other)
    app.clock.now += 16 * MINUTE
    expect(await check(primary, { isChecked: true })).toMatchObject({ status: 503 })
    expect((await health()).unreadable).toEqual([])
  })

  test('are the primary one under its alias until its own name is known', async () => {
    const { sessionToken: token, user } = await signIn(app.origin, `alias.${host.email}`)
    const isOwn = eq(calendarMirrors.hostId, user.id)
    const mirrored = async () =>
      (await app.db.select().from(calendarMirrors).where(isOwn)).map(({ calendarId }) => calendarId)
    const unlisted = { match: 'calendarList.list', kind: 'status', status: 500, times: 0, email: user.email }
    await googleFault(app.origin, unlisted)
    const body = { title: 'Talk', duration: 60, calendarId: 'primary' }
    const early = await ok(app.origin, 'createEvent', { token, body })
    expect(early.calendarId).toBe('primary')
    const bookingId = await inviteeOf(app, early).booked()
    await addSandboxEntry(app, user.email, { start: '2027-01-04T12:00', end: '2027-01-04T13:00' })
    const watched = new Set(['15:00', '17:00', '18:00'])
    const offered = async () => (await starts(early.id)).filter((start) => watched.has(start))
    expect(await offered()).toEqual(['18:00'])
    expect(await mirrored()).toEqual(['primary'])

    await googleFault(app.origin, null)
    await ok(app.origin, 'listCalendars', { token })
    expect(await offered()).toEqual(['18:00'])
    expect(await mirrored()).toEqual([user.email])
    const event = await ok(app.origin, 'getEvent', { token, params: { id: early.id } })
    expect(event.calendarId).toBe(user.email)
    const [booking] = await app.db.select().from(bookings).where(eq(bookings.id, bookingId))
    expect(booking!.calendarId).toBe(user.email)
    const late = await ok(app.origin, 'createEvent', { token, body })
    expect(late.calendarId).toBe(user.email)
    const accounts = await ok(app.origin, 'listConnections', { token })
    expect(accounts[0]!.calendars[0]).toMatchObject({ isChecked: true, events: 2, upcomingBookings: 1 })
  })

  test('block times over a year ahead, including one switched on mid-booking', async () => {
    const { booked } = inviteeOf(app, host.event)
    const moved = await booked()
    // From now on, the primary calendar is known up to then.
    await booked('2028-04-10T15:00:00.000Z')
    await addSandboxEntry(app, host.other, { start: '2028-04-10T10:00', end: '2028-04-10T11:00' })
    await check(primary, { isChecked: true })
    const isOther = and(eq(calendars.hostId, host.hostId), eq(calendars.calendarId, primary))
    const isMirror = and(eq(calendarMirrors.hostId, host.hostId), eq(calendarMirrors.calendarId, primary))
    const [mirror] = await app.db.select().from(calendarMirrors).where(isMirror)

    /** The host switches it on before the `turn`th transaction: after the calendars were synced. */
    function switchedOnBefore(turn: number): Deps {
      let count = 0
      const transaction: Db['transaction'] = async (work) => {
        if (++count === turn) await app.db.update(calendars).set({ isChecked: true }).where(isOther)
        return app.db.transaction(work)
      }
      return { ...app.deps, db: withTransaction(app.db, transaction) }
    }
    const startUTC = Date.parse('2028-04-10T14:00:00Z')
    const body = { fullName: 'Bob', email: 'bob@example.com', startUTC }
    const asked = { body, caller: null, headers: {}, request: { ip: '127.0.0.1' } }
    const query = { bookingUrlId: host.event.bookingUrlId }
    const attempts = [
      () => createBooking({ ...asked, deps: switchedOnBefore(1), query } as never),
      () => updateBooking({ ...asked, deps: switchedOnBefore(2), params: { id: moved } } as never),
    ]
    for (const attempt of attempts) {
      await app.db.update(calendars).set({ isChecked: false }).where(isOther)
      await app.db.update(calendarMirrors).set({ coveredUntil: mirror!.coveredUntil }).where(isMirror)
      await app.db.delete(calendarEntries).where(eq(calendarEntries.hostId, host.hostId))
      await expect(attempt()).rejects.toMatchObject({ code: 'slot_not_found' })
    }
  })

  test('are among the host’s busy times, also if only an event chose them', async () => {
    await addSandboxEntry(app, host.other, ten)
    await update({ checkedCalendars: [primary] })
    await starts()
    const query = { dateFrom: '2027-01-04', dateTo: '2027-01-04', timezone: 'UTC' }
    expect(await ok(app.origin, 'listBusyTimes', { token: host.token, query })).toEqual([
      { startUtc: '2027-01-04T15:00:00.000Z', endUtc: '2027-01-04T16:00:00.000Z' },
    ])
  })
})
