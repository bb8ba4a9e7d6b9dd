import type { calendar_v3 } from '@googleapis/calendar'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Event } from '../../contract/event.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { inviteeOf, ten } from '../../testing/invitee.ts'
import { ok, signIn, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { bookings, jobs } from '../db/schema.ts'
import { withCalendarApi } from './connection.ts'
import { syncCalendar } from './sync-calendar.ts'

const eleven = '2027-01-04T16:00:00.000Z'
const noon = '2027-01-04T17:00:00.000Z'
const LINK = /^https:\/\/meet\.google\.com\//

describe.each(databaseKinds())('the entry of a booking, on the %s database', (kind) => {
  let app: TestApp
  let token: string
  let hostId: string
  let event: Event
  let bob: ReturnType<typeof inviteeOf>
  let host = 0
  beforeAll(async () => {
    app = await startTestApp(kind)
  })
  beforeEach(async () => {
    const signedIn = await signIn(app.origin, `host${++host}@example.com`)
    token = signedIn.sessionToken
    hostId = signedIn.user.id
    event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    bob = inviteeOf(app, event)
  })
  afterAll(() => app.close())

  const row = async (id: string) => (await app.db.select().from(bookings).where(eq(bookings.id, id)))[0]!
  const hold = (meetVia: string, location = '') =>
    ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { meetVia, location } })
  const inLine = async (id: string) => {
    await expect
      .poll(async () => {
        const { entrySequence, sequence } = await row(id)
        return entrySequence === sequence
      })
      .toBe(true)
    // What the calendar says is believed from the next moment on.
    app.clock.now += 1000
    await syncCalendar(app.deps, { hostId, calendarId: event.calendarId })
  }
  const booked = async () => {
    const id = await bob.booked()
    await inLine(id)
    return id
  }
  const change = async (id: string, body: object) => {
    expect(await bob.change(id, body)).toMatchObject({ status: 200 })
    await inLine(id)
  }
  /** The entry, once the host has changed it by hand. */
  async function entry(id: string, byHand?: calendar_v3.Schema$Event): Promise<calendar_v3.Schema$Event> {
    const { calendarId, calendarEntryId: eventId } = await row(id)
    return withCalendarApi(app.deps, hostId, async (api) => {
      const { callOptions } = app.deps.google
      const where = { calendarId, eventId }
      const writing = { ...where, sendUpdates: 'none', conferenceDataVersion: 1 }
      if (byHand) await api.events.patch({ ...writing, requestBody: byHand }, callOptions)
      return (await api.events.get(where, callOptions)).data
    })
  }

  test('once moved it is held as the event is by now', async () => {
    const id = await booked()
    expect((await row(id)).meetingUrl).toMatch(LINK)
    await hold('in-person', 'Room 5')
    await change(id, { startUTC: eleven })
    expect(await row(id)).toMatchObject({ meetVia: 'in-person', location: 'Room 5', meetingUrl: null })
    const inPerson = await entry(id)
    expect(inPerson.location).toBe('Room 5')
    expect(inPerson).not.toHaveProperty('hangoutLink')

    // A call that the host puts there is theirs, and no part of what was agreed.
    await entry(id, { conferenceData: { createRequest: { requestId: 'by hand' } } })
    await hold('phone')
    await change(id, { startUTC: noon })
    expect(await row(id)).toMatchObject({ meetVia: 'phone', meetingUrl: null })
    const byPhone = await entry(id)
    expect(byPhone.location).toBe('')
    expect(byPhone.hangoutLink).toMatch(LINK)
  })

  test('it gets a video call where it becomes one by being moved', async () => {
    await hold('phone')
    const id = await booked()
    expect((await row(id)).meetingUrl).toBeNull()
    await hold('google-meet')
    await change(id, { startUTC: eleven })
    expect((await row(id)).meetingUrl).toMatch(LINK)
  })

  test('whom the host has added to it stays; whoever has booked is in it once, under the address of now', async () => {
    const id = await booked()
    const colleague = { email: 'colleague@example.com', displayName: 'Cleo', responseStatus: 'accepted' }
    const { attendees = [] } = await entry(id)
    await entry(id, { attendees: [...attendees, colleague] })
    const invite = async (...emails: string[]) =>
      (await ok(app.origin, 'inviteUsers', { params: { id }, body: { emails } })).sent
    expect(await invite('BOB@example.com')).toBe(0)
    expect(await invite('ann@example.com')).toBe(1)
    await inLine(id)
    const people = async () => (await entry(id)).attendees?.map(({ email }) => email)
    expect(await people()).toEqual(['bob@example.com', 'ann@example.com', 'colleague@example.com'])
    expect((await entry(id)).attendees?.at(-1)).toMatchObject(colleague)
    await change(id, { startUTC: ten, email: 'Ann@example.com' })
    expect(await people()).toEqual(['Ann@example.com', 'colleague@example.com'])
    await change(id, { startUTC: ten, email: 'bob@example.com' })
    expect(await people()).toEqual(['bob@example.com', 'ann@example.com', 'colleague@example.com'])
    // Ann has booked no more, but is invited still: nobody tells her calendar that it is off.
    const told = (await app.db.select().from(jobs)).filter(
      ({ payload }) => payload['bookingId'] === id && payload['kind'] === 'readdressed',
    )
    expect(told.map(({ payload }) => payload['to'])).toEqual(['bob@example.com'])
  })
})
