import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { HOUR } from '../../../availability/units.ts'
import { inviteeOf } from '../../../testing/bookings/invitee.ts'
import { connectGoogle } from '../../../testing/calendars/calendar-account.ts'
import { primaryOf, setUpCalendarHost } from '../../../testing/calendars/calendar-host.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, googleFault, googleLog, ok, signIn } from '../../../testing/server/test-app.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { calendarMirrors, calendars } from '../../db/tables/calendars.ts'
import { syncNow } from '../mirror/sync.ts'

describe('disconnecting an account', () => {
  const app = setUpApp({ calendarPollMs: 60_000 })
  const { host, updateEvent: update, disconnect } = setUpCalendarHost(app, 'leaves')
  const storedOf = async (id: string) => {
    const rows = [
      await app.db.select().from(calendars).where(eq(calendars.hostId, host.hostId)),
      await app.db.select().from(calendarMirrors).where(eq(calendarMirrors.hostId, host.hostId)),
    ]
    return rows.flat().filter(({ calendarId }) => calendarId.startsWith(id))
  }

  /** Sends a request while Google takes a second to answer another one about the added account. */
  async function during<Slow, Quick>(match: string, slow: () => Promise<Slow>, quick: () => Promise<Quick>) {
    const calls = async () =>
      (await googleLog(app.origin)).filter((one) => one.method === match && one.email === host.other).length
    const before = await calls()
    await googleFault(app.origin, { match, kind: 'latency', ms: 1000, times: 1, email: host.other })
    const answer = slow()
    await expect.poll(calls).toBe(before + 1)
    const quickly = await quick()
    return [await answer, quickly] as const
  }

  test('leaves it to another host who has connected it too', async () => {
    const { sessionToken: owner } = await signIn(app.origin, host.other)
    const { id } = await connectGoogle(app, host.token, host.other)
    expect(await disconnect(id)).toMatchObject({ status: 200 })
    await ok(app.origin, 'listCalendars', { token: owner })
    expect((await ok(app.origin, 'getUser', { token: owner })).calendarConnection).toBe('connected')
  })

  test('closing the account leaves it to them too, and the last one ends the access', async () => {
    const revoked = async () =>
      (await googleLog(app.origin)).filter((one) => one.method === 'revoke' && one.email === host.other)
        .length
    const { sessionToken: owner } = await signIn(app.origin, host.other)
    await connectGoogle(app, host.token, host.other)
    await ok(app.origin, 'deleteAccount', { token: host.token, body: { confirmation: 'DELETE' } })
    const own = async () =>
      (await googleLog(app.origin)).filter((one) => one.method === 'revoke' && one.email === host.email)
        .length
    await expect.poll(own).toBe(1)
    expect(await revoked()).toBe(0)
    await ok(app.origin, 'listCalendars', { token: owner })
    await ok(app.origin, 'deleteAccount', { token: owner, body: { confirmation: 'DELETE' } })
    await expect.poll(revoked).toBe(1)
  })

  test('gives deleted events the replacement too: they can be restored', async () => {
    const account = await connectGoogle(app, host.token, host.other)
    await update({ calendarId: primaryOf(account) })
    await update({ isDeleted: true })
    expect(await disconnect(account.id)).toMatchObject({ data: { events: 0, bookings: 0 } })
    expect(await update({ isDeleted: false })).toMatchObject({ data: { calendarId: host.email } })
    const query = { dateFrom: '2027-01-04', dateTo: '2027-01-04', timezone: 'UTC' }
    expect(await call(app.origin, 'listSlots', { params: { id: host.event.id }, query })).toMatchObject({
      status: 200,
    })
  })

  test('asks the host to delete canceled bookings there that are still in its calendars', async () => {
    const account = await connectGoogle(app, host.token, host.other)
    await update({ calendarId: primaryOf(account) })
    const { token } = host
    const id = await inviteeOf(app, host.event).booked('2027-01-06T15:00:00.000Z')
    const stored = async () => (await app.db.select().from(bookings).where(eq(bookings.id, id)))[0]!
    await expect.poll(stored).toMatchObject({ entrySequence: 0 })
    const email = host.other
    for (const match of ['events.insert', 'events.delete'])
      await googleFault(app.origin, { match, kind: 'status', status: 503, times: 0, email })
    const unwritten = await inviteeOf(app, host.event).booked('2027-01-07T15:00:00.000Z')
    const body = { cancellationReason: 'Ill' }
    for (const booking of [id, unwritten])
      await ok(app.origin, 'cancelBooking', { token, params: { id: booking }, body })
    expect(await disconnect(account.id, host.email)).toMatchObject({ data: { events: 1, bookings: 0 } })
    app.clock.now += HOUR
    expect(await ok(app.origin, 'getCalendarHealth', { token })).toMatchObject({
      unwritten: null,
      refused: 1,
    })
    const { bookingData } = await ok(app.origin, 'getBooking', { token, params: { id } })
    expect(bookingData).toMatchObject({ status: 'canceled', isCalendarEntryRefused: true })
  })

  test('happens once', async () => {
    const { id } = await connectGoogle(app, host.token, host.other)
    const both = await Promise.all([1, 2].map(() => disconnect(id)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const { activities } = await ok(app.origin, 'listActivity', { token: host.token })
    expect(activities.filter(({ kind }) => kind === 'calendar_account_removed')).toHaveLength(1)
  })

  test('two accounts at once, each for the other, leaves no event without a calendar', async () => {
    const one = await connectGoogle(app, host.token, host.other)
    const two = await connectGoogle(app, host.token, `also${host.other}`)
    await update({ calendarId: primaryOf(one) })
    const both = await Promise.all([disconnect(one.id, primaryOf(two)), disconnect(two.id, primaryOf(one))])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const { calendarId } = await ok(app.origin, 'getEvent', {
      token: host.token,
      params: { id: host.event.id },
    })
    const connections = await ok(app.origin, 'listConnections', { token: host.token })
    expect(connections.flatMap((each) => each.calendars.map(({ id }) => id))).toContain(calendarId)
  })

  test('while an event gets one of its calendars refuses that', async () => {
    const account = await connectGoogle(app, host.token, host.other)
    const calendarId = primaryOf(account)
    // Google is asked about calendars that aren't in the stored list.
    await app.db.delete(calendars).where(eq(calendars.calendarId, calendarId))
    const [updated, disconnected] = await during(
      'calendarList.list',
      () => update({ calendarId }),
      () => disconnect(account.id),
    )
    expect(disconnected).toMatchObject({ status: 200 })
    expect(updated).toMatchObject({ status: 400, fields: { calendarId: 'Choose one of your own calendars' } })
    expect(await storedOf(account.id)).toEqual([])
  })

  test('while one of its calendars is chosen to be checked stores nothing of it', async () => {
    const account = await connectGoogle(app, host.token, host.other)
    const calendarId = primaryOf(account)
    const [chosen] = await during(
      'events.list',
      () =>
        call(app.origin, 'updateConnection', {
          token: host.token,
          params: { id: account.id },
          body: { checkedCalendars: [calendarId] },
        }),
      () => disconnect(account.id),
    )
    expect(chosen.status).toBeGreaterThanOrEqual(400)
    await expect(syncNow(app.deps, { hostId: host.hostId, calendarId })).rejects.toThrow('not connected')
    expect(await storedOf(account.id)).toEqual([])
  })
})
