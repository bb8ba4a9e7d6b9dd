import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '../../../availability/units.ts'
import { addSandboxEntry, connectGoogle } from '../../../testing/calendars/calendar-account.ts'
import { primaryOf, setUpCalendarHost } from '../../../testing/calendars/calendar-host.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, caughtMail, consent, googleFault, ok, signIn } from '../../../testing/server/test-app.ts'
import { calendarConnections, calendarMirrors, calendars } from '../../db/tables/calendars.ts'

const ten = { start: '2027-01-04T10:00', end: '2027-01-04T11:00' }

describe('a host with several Google accounts', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  const { host, starts, check, review, disconnect, updateEvent } = setUpCalendarHost(app, 'accounts')
  /** Another account, whose primary calendar is checked. */
  async function connected() {
    const account = await connectGoogle(app, host.token, host.other)
    const primary = primaryOf(account)
    await review(account.id, [primary])
    return { id: account.id, primary, second: account.calendars.find(({ id }) => id !== primary)!.id }
  }

  test('the calendars of another account count once the host has chosen them', async () => {
    await addSandboxEntry(app, host.other, ten)
    const account = await connectGoogle(app, host.token, host.other)
    expect(account).toMatchObject({
      provider: 'google',
      name: host.other,
      isSignIn: false,
      isReviewed: false,
    })
    expect(await starts()).toContain('15:00')

    const query = { dateFrom: '2027-01-04', dateTo: '2027-01-10', timezone: 'UTC' }
    const run = await ok(app.origin, 'dryRunConnection', {
      token: host.token,
      params: { id: account.id },
      query,
    })
    const [primary] = account.calendars
    expect(run).toMatchObject({
      entries: [{ calendarId: primary!.id, title: 'Busy', startUtc: '2027-01-04T15:00:00.000Z' }],
      unreadable: [],
    })

    expect(await review(account.id, [primary!.id])).toMatchObject({ isReviewed: true })
    expect(await starts()).not.toContain('15:00')
    expect(await check(primary!.id, { isChecked: false })).toMatchObject({ data: { isChecked: false } })
    expect(await starts()).toContain('15:00')
  })

  test('the primary calendar of the account that the host signs in with is checked from the start', async () => {
    const [account] = await ok(app.origin, 'listConnections', { token: host.token })
    expect(account).toMatchObject({ id: host.hostId, name: host.email, isSignIn: true, isReviewed: true })
    expect(account!.calendars.map(({ isPrimary, isChecked }) => [isPrimary, isChecked])).toEqual([
      [true, true],
      [false, false],
    ])
    const second = account!.calendars[1]!
    const body = { title: 'Talk', duration: 60, calendarId: second.id }
    const elsewhere = await ok(app.origin, 'createEvent', { token: host.token, body })
    await addSandboxEntry(app, host.email, ten)
    expect(await starts(elsewhere.id)).not.toContain('15:00')
  })

  test('a new host sees their calendars before they have an event, unless Google doesn’t answer', async () => {
    const { sessionToken } = await signIn(app.origin, `new.${host.email}`)
    const checks = async () => {
      const [account] = await ok(app.origin, 'listConnections', { token: sessionToken })
      return account!.calendars.map(({ isPrimary, isChecked }) => [isPrimary, isChecked])
    }
    await googleFault(app.origin, { match: 'calendarList.list', kind: 'status', status: 500 })
    expect(await checks()).toEqual([])
    await googleFault(app.origin, null)
    app.clock.now += MINUTE
    expect(await checks()).toEqual([
      [true, true],
      [false, false],
    ])
  })

  test('an account that can’t be listed is named, and the others’ calendars are offered', async () => {
    const { token } = host
    await connectGoogle(app, token, host.other)
    const outdated = async () => {
      const accounts = await ok(app.origin, 'listConnections', { token })
      return accounts.filter(({ isListOutdated }) => isListOutdated)
    }
    const offered = async () =>
      (await ok(app.origin, 'listCalendars', { token })).map((calendar) => calendar.email)
    for (const email of [host.other, host.email]) {
      const fault = { match: 'calendarList.list', kind: 'status', status: 500, times: 0, email }
      await googleFault(app.origin, fault)
      expect(new Set(await offered())).toEqual(new Set([host.email, host.other]))
      const [account, ...more] = await outdated()
      expect([account!.name, more]).toEqual([email, []])
      await googleFault(app.origin, null)
      await ok(app.origin, 'refreshConnection', { token, params: { id: account!.id } })
      expect(await outdated()).toEqual([])
    }
  })

  test('an event can check calendars of its own choice', async () => {
    const { primary } = await connected()
    await addSandboxEntry(app, host.other, ten)
    const change = (checkedCalendars: string[] | null) => updateEvent({ checkedCalendars })
    await change([])
    expect(await starts()).toContain('15:00')
    expect(await change([primary])).toMatchObject({ data: { checkedCalendars: [primary] } })
    expect(await starts()).not.toContain('15:00')
    expect(await change(['somebody@example.com'])).toMatchObject({
      status: 400,
      fields: { checkedCalendars: 'Choose among your own calendars' },
    })
  })

  test('bookings can be written to another account, and count once', async () => {
    const { primary } = await connected()
    const body = { title: 'Private talk', duration: 60, calendarId: primary }
    const privately = await ok(app.origin, 'createEvent', { token: host.token, body })
    const booking = { fullName: 'Bob', email: 'bob@example.com', startUTC: '2027-01-04T15:00:00.000Z' }
    const { id } = await ok(app.origin, 'createBooking', {
      query: { bookingUrlId: privately.bookingUrlId },
      body: booking,
    })
    const page = async () =>
      (await fetch(`${app.origin}/sandbox/google/ui?email=${host.other}&week=2027-01-04`)).text()
    await expect.poll(page).toContain('Private talk with Bob')
    const used = async () => {
      const accounts = await ok(app.origin, 'listConnections', { token: host.token })
      const found = accounts.flatMap(({ calendars: all }) => all).filter((one) => one.events > 0)
      return found.map((one) => [one.id, one.events, one.upcomingBookings])
    }
    expect(await used()).toEqual([
      [host.email, 1, 0],
      [primary, 1, 1],
    ])
    const cancellation = { params: { id }, body: { cancellationReason: 'Ill' }, token: host.token }
    await ok(app.origin, 'cancelBooking', cancellation)
    expect(await used()).toContainEqual([primary, 1, 0])
    await expect.poll(page).not.toContain('Private talk with Bob')
    expect(await starts()).toContain('15:00')
  })

  test('what kinds of entries count is chosen for each calendar', async () => {
    const { primary } = await connected()
    await addSandboxEntry(app, host.other, { ...ten, allDay: 'on', start: '2027-01-04', end: '2027-01-04' })
    expect(await starts()).toEqual([])
    await check(primary, { countsAllDay: false })
    expect(await starts()).toContain('15:00')
    await check(primary, { countsAllDay: true })
    expect(await starts()).toEqual([])
  })

  test('a calendar that can’t be read closes the events that check it, unless its last known entries count', async () => {
    const { primary } = await connected()
    await addSandboxEntry(app, host.other, ten)
    expect(await starts()).not.toContain('15:00')
    await googleFault(app.origin, {
      match: 'events.list',
      kind: 'status',
      status: 500,
      times: 0,
      email: host.other,
    })
    app.clock.now += 15 * MINUTE
    expect(await starts()).toEqual(['503'])
    const { unreadable } = await ok(app.origin, 'getCalendarHealth', { token: host.token })
    expect(unreadable).toMatchObject([
      { id: primary, account: { name: host.other, server: null }, closedEvents: 1 },
    ])
    await expect
      .poll(async () => (await caughtMail(app.origin, host.email)).map(({ subject }) => subject))
      .toEqual([`We can’t read your calendar “${host.other}”`])
    await check(primary, { whenUnreadable: 'lastKnown' })
    const known = await starts()
    expect(known).not.toContain('15:00')
    expect(known).toContain('17:00')
    app.clock.now += 24 * 60 * MINUTE
    expect(await starts(host.event.id, '2027-01-11')).toEqual(['503'])
    await googleFault(app.origin, null)
    app.clock.now += MINUTE
    expect(await starts(host.event.id, '2027-01-11')).toContain('17:00')
    expect((await ok(app.origin, 'getCalendarHealth', { token: host.token })).unreadable).toEqual([])
  })

  test('disconnecting needs another calendar for what uses the account, and removes everything of it', async () => {
    const { id, primary, second } = await connected()
    await updateEvent({ calendarId: primary, checkedCalendars: [second] })
    expect(await disconnect(id)).toMatchObject({ status: 409, code: 'calendar_in_use' })
    expect(await disconnect(id, second)).toMatchObject({ status: 400 })
    expect(await disconnect(id, host.email)).toMatchObject({ data: { events: 1, bookings: 0 } })
    expect(
      await ok(app.origin, 'getEvent', { token: host.token, params: { id: host.event.id } }),
    ).toMatchObject({
      calendarId: host.email,
      checkedCalendars: [],
    })
    for (const table of [calendarConnections, calendars, calendarMirrors]) {
      const rows = await app.db.select().from(table).where(eq(table.hostId, host.hostId))
      expect(JSON.stringify(rows)).not.toContain(id)
    }
    expect(await disconnect(id)).toMatchObject({ status: 404 })
  })

  test('the account that the host signs in with stays connected', async () => {
    expect(await disconnect(host.hostId)).toMatchObject({ status: 403, code: 'forbidden' })
    const again = await connectGoogle(app, host.token, host.email)
    expect(again).toMatchObject({ id: host.hostId, isSignIn: true })
    expect(await ok(app.origin, 'listConnections', { token: host.token })).toHaveLength(1)
  })

  test('an authorization is good for the host who started it, once, and not for signing in', async () => {
    const { stateToken, authorizationUrl } = await ok(app.origin, 'authorizeConnection', {
      token: host.token,
    })
    const callback = await consent(authorizationUrl, { email: host.other })
    const code = callback.searchParams.get('code')
    const body = { provider: 'google', code, stateToken }
    const refused = { status: 400, code: 'invalid_state_token' }
    const { sessionToken: stranger } = await signIn(app.origin, `stranger.${host.email}`)
    expect(await call(app.origin, 'connectCalendars', { token: stranger, body })).toMatchObject(refused)
    expect(await call(app.origin, 'signIn', { body: { code, stateToken } })).toMatchObject(refused)
    const both = await Promise.all(
      [1, 2].map(() => call(app.origin, 'connectCalendars', { token: host.token, body })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
  })

  test('an account without permission for calendars says so', async () => {
    const account = await connectGoogle(app, host.token, host.other, { granular: '1' })
    expect(account.status).toBe('missing_scopes')
  })
})
