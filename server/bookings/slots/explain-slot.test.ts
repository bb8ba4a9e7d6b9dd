import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '../../../availability/units.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import type { EventRules } from '../../../contract/events/event-rules.ts'
import type { ClosingReason } from '../../../contract/events/slot-explanation.schema.ts'
import { addSandboxEntry, connectGoogle } from '../../../testing/calendars/calendar-account.ts'
import { primaryOf } from '../../../testing/calendars/calendar-host.ts'
import { googleAccount } from '../../../testing/calendars/google-account.ts'
import { inviteeOf, ten } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { pullCalendar } from '../../calendars/mirror/pull.ts'

const eleven = '2027-01-04T16:00:00.000Z'

describe('why a time isn’t offered', () => {
  const app = setUpApp()
  let token: string
  let hostId: string
  let event: Event
  let count = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    const session = await signIn(app.origin, `explained${++count}@example.com`)
    token = session.sessionToken
    hostId = session.user.id
    event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
  })

  const explain = (start: string, more: object = {}) =>
    ok(app.origin, 'explainSlot', { token, params: { id: event.id }, query: { start, ...more } })
  const reasons = async (start: string) => (await explain(start)).reasons
  const change = (body: object) => ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body })
  test('nothing closes a time that is offered', async () => {
    expect(await explain(ten)).toEqual({
      startUtc: ten,
      endUtc: '2027-01-04T15:30:00.000Z',
      isOffered: true,
      schedule: null,
      reasons: [],
    })
  })

  test.each<[string, string, Partial<EventRules> | { event: object }, ClosingReason]>([
    [
      'outside the hours',
      '2027-01-04T22:00:00.000Z',
      {},
      {
        rule: 'hours',
        source: 'event',
        date: '2027-01-04',
        timezone: 'America/New_York',
        isTrip: false,
        slots: [{ start: '09:00', end: '17:00' }],
      },
    ],
    [
      'a day without hours',
      '2027-01-09T15:00:00.000Z',
      {},
      {
        rule: 'hours',
        source: 'event',
        date: '2027-01-09',
        timezone: 'America/New_York',
        isTrip: false,
        slots: [],
      },
    ],
    [
      'between two starts',
      '2027-01-04T15:10:00.000Z',
      {},
      { rule: 'startTimes', source: 'event', startTimes: null, duration: 30 },
    ],
    [
      'a start at other minutes',
      ten,
      { startTimes: { at: [15] } },
      { rule: 'startTimes', source: 'event', startTimes: { at: [15] }, duration: 30 },
    ],
    [
      'a closed date',
      ten,
      { overrides: [{ from: '2027-01-04', to: '2027-01-05', slots: [], name: 'Dentist' }] },
      {
        rule: 'override',
        source: 'event',
        timezone: 'America/New_York',
        isTrip: false,
        name: 'Dentist',
        from: '2027-01-04',
        to: '2027-01-05',
        slots: [],
      },
    ],
    [
      'too short notice',
      ten,
      { minimumNotice: 24 * 60 },
      { rule: 'minimumNotice', source: 'event', minutes: 24 * 60 },
    ],
    [
      'beyond the booking window',
      '2027-01-07T15:00:00.000Z',
      { bookingWindow: { type: 'workingDays', days: 2 } },
      { rule: 'bookingWindow', source: 'event', window: { type: 'workingDays', days: 2 } },
    ],
    [
      'outside the event period',
      ten,
      { event: { eventStartUtc: '2027-01-05T05:00:00.000Z' } },
      { rule: 'eventPeriod', startUtc: '2027-01-05T05:00:00.000Z', endUtc: null },
    ],
    [
      'outside the booking period',
      ten,
      { event: { bookingStartUtc: '2027-01-04T14:00:00.000Z' } },
      { rule: 'bookingPeriod', startUtc: '2027-01-04T14:00:00.000Z', endUtc: null },
    ],
    ['a paused event', ten, { event: { isEnabled: false } }, { rule: 'notAccepting', because: 'paused' }],
    [
      'an archived event',
      ten,
      { event: { isArchived: true } },
      { rule: 'notAccepting', because: 'archived' },
    ],
  ])('%s', async (_, start, changed, reason) => {
    await change('event' in changed ? changed.event : { rules: changed })
    expect(await explain(start)).toMatchObject({ isOffered: false, reasons: [reason] })
  })

  test('a time in the past', async () => {
    expect(await reasons('2027-01-01T15:00:00.000Z')).toEqual([{ rule: 'past' }])
  })

  test('a time too far ahead for anybody to know the calendar', async () => {
    expect(await reasons('2037-01-05T15:00:00.000Z')).toEqual([{ rule: 'tooFarAhead' }])
  })

  test('a booking, or the buffer around it', async () => {
    const id = await inviteeOf(app, event).booked()
    const booking = {
      rule: 'booking',
      bookingId: id,
      title: 'Talk',
      fullName: 'Bob',
      startUtc: ten,
      endUtc: '2027-01-04T15:30:00.000Z',
    }
    expect(await reasons(ten)).toEqual([{ ...booking, isBuffer: false, keepsFree: null }])
    await change({ rules: { bufferBefore: 30 } })
    const buffer = { ...booking, isBuffer: true }
    expect(await reasons('2027-01-04T15:30:00.000Z')).toEqual([{ ...buffer, keepsFree: null }])
    expect(await reasons('2027-01-04T14:30:00.000Z')).toEqual([
      { ...buffer, keepsFree: { side: 'before', minutes: 30 } },
    ])
    expect(await reasons('2027-01-04T14:00:00.000Z')).toEqual([])
  })

  test('an entry of the calendar, by the calendar’s name', async () => {
    const api = await googleAccount(app, hostId)
    await api.events.insert(
      {
        calendarId: event.calendarId,
        requestBody: { summary: 'Secret', start: { dateTime: ten }, end: { dateTime: eleven } },
      },
      app.googleCalendar.callOptions,
    )
    await pullCalendar(app.deps, { hostId, calendarId: event.calendarId })
    const { calendarName, ...entry } = (await reasons(ten))[0] as Extract<
      ClosingReason,
      { rule: 'calendarEntry' }
    >
    expect(entry).toEqual({
      rule: 'calendarEntry',
      calendarId: event.calendarId,
      startUtc: ten,
      endUtc: eleven,
      isBuffer: false,
    })
    const calendars = await ok(app.origin, 'listCalendars', { token })
    expect(calendars.map(({ name }) => name)).toContain(calendarName)
  })

  test('a meeting that is in several calendars, once for each', async () => {
    const { email } = await ok(app.origin, 'getUser', { token })
    const other = `other.${email}`
    const account = await connectGoogle(app, token, other)
    const body = { checkedCalendars: [primaryOf(account)] }
    await ok(app.origin, 'updateConnection', { token, params: { id: account.id }, body })
    for (const owner of [email, email, other])
      await addSandboxEntry(app, owner, { start: '2027-01-04T10:00', end: '2027-01-04T11:00' })
    for (const calendarId of [event.calendarId, primaryOf(account)])
      await pullCalendar(app.deps, { hostId, calendarId })
    expect(
      (await reasons(ten)).map((reason) => reason.rule === 'calendarEntry' && reason.calendarId),
    ).toEqual([event.calendarId, primaryOf(account)].toSorted())
  })

  test('a full day, by the event’s limit and the host’s', async () => {
    const day = { per: 'day', bookings: 1, minutes: null }
    const month = { per: 'month', bookings: null, minutes: 45 }
    await inviteeOf(app, event).booked()
    await change({ rules: { limits: [day] } })
    await ok(app.origin, 'updateSettings', { token, body: { booking_limits: [month as never] } })
    expect(await reasons(eleven)).toEqual([
      { rule: 'limit', source: 'event', limit: day },
      { rule: 'limit', source: 'host', limit: month },
    ])
  })

  test('every reason at once, for another duration', async () => {
    await change({ isEnabled: false, rules: { minimumNotice: 60 * 24 * 7, limits: [] } })
    const { reasons: found } = await explain('2027-01-04T21:45:00.000Z', { duration: '60' })
    expect(found.map(({ rule }) => rule)).toEqual(['notAccepting', 'hours', 'minimumNotice'])
  })

  test('an unreadable calendar', async () => {
    app.clock.now += 20 * HOUR
    await app.db.execute('update calendar_connections set broken_at = now()')
    expect(await reasons('2027-01-05T15:00:00.000Z')).toEqual([
      { rule: 'calendar', calendarName: expect.any(String) },
    ])
    await app.db.execute('update calendar_connections set broken_at = null')
  })

  test('is for the event’s host alone, and only for a time', async () => {
    const other = (await signIn(app.origin, 'curious@example.com')).sessionToken
    const ask = (as: string | undefined, start: string) =>
      call(app.origin, 'explainSlot', {
        params: { id: event.id },
        query: { start },
        ...(as !== undefined && { token: as }),
      })
    expect(await ask(undefined, ten)).toMatchObject({ status: 401 })
    expect(await ask(other, ten)).toMatchObject({ status: 404 })
    expect(await ask(token, 'tomorrow')).toMatchObject({ status: 400, fields: { start: expect.any(String) } })
  })
})
