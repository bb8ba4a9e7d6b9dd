import { beforeAll, describe, expect, test } from 'vitest'
import { inviteeOf } from '../../testing/bookings/invitee.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { calendarEntries } from '../db/tables/calendars.ts'

describe('the times at which a host is busy', () => {
  const app = setUpApp()
  let token: string
  beforeAll(async () => {
    const session = await signIn(app.origin, 'maya@example.com')
    token = session.sessionToken
    const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk', timezone: 'UTC' } })
    await inviteeOf(app, event).booked('2027-01-06T15:00:00.000Z')
    const calendars = await ok(app.origin, 'listCalendars', { token })
    const unused = calendars.find(({ isPrimary }) => !isPrimary)!.id
    const body = { title: 'Deleted', calendarId: unused }
    const { id } = await ok(app.origin, 'createEvent', { token, body })
    await ok(app.origin, 'deleteEvent', { token, params: { id } })
    const entry = (calendarId: string, entryId: string, start: string, end: string) => ({
      hostId: session.user.id,
      calendarId,
      entryId,
      startAt: Date.parse(start),
      endAt: Date.parse(end),
    })
    await app.db
      .insert(calendarEntries)
      .values([
        entry(event.calendarId, 'one', '2027-01-06T15:30:00Z', '2027-01-06T16:00:00Z'),
        entry(event.calendarId, 'two', '2027-01-07T09:00:00Z', '2027-01-07T10:00:00Z'),
        entry(unused, 'three', '2027-01-08T09:00:00Z', '2027-01-08T10:00:00Z'),
      ])
  })

  const list = (dateFrom: string, dateTo: string, as = token) =>
    call(app.origin, 'listBusyTimes', { token: as, query: { dateFrom, dateTo, timezone: 'UTC' } })

  test('are bookings and entries of the events’ calendars, joined and without titles', async () => {
    expect(await list('2027-01-04', '2027-01-10')).toMatchObject({
      status: 200,
      data: [
        { startUtc: '2027-01-06T15:00:00.000Z', endUtc: '2027-01-06T16:00:00.000Z' },
        { startUtc: '2027-01-07T09:00:00.000Z', endUtc: '2027-01-07T10:00:00.000Z' },
      ],
    })
    expect(await list('2027-01-07', '2027-01-07')).toMatchObject({
      data: [{ endUtc: '2027-01-07T10:00:00.000Z' }],
    })
  })

  test('are only the host’s own', async () => {
    const other = (await signIn(app.origin, 'other@example.com')).sessionToken
    expect(await list('2027-01-04', '2027-01-10', other)).toMatchObject({ status: 200, data: [] })
  })

  test('can be asked for 62 days at a time', async () => {
    expect((await list('2027-01-01', '2027-03-04')).status).toBe(400)
    expect((await list('2027-01-05', '2027-01-04')).status).toBe(400)
  })
})
