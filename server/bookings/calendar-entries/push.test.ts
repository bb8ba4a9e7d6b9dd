import { beforeEach, describe, expect, test } from 'vitest'
import {
  eleven,
  type EntryJourney,
  noon,
  startEntryJourney,
} from '../../../testing/calendars/entry-journey.ts'
import { ten } from '../../../testing/bookings/invitee.ts'
import { replaceZones } from '../../../testing/time-zones/replaced-zones.ts'
import { packagedRules } from '../../../testing/time-zones/time-zones.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, googleFault, ok, START_OF_TESTS } from '../../../testing/server/test-app.ts'

const LINK = /^https:\/\/meet\.google\.com\//

describe('the calendar entry of a booking', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let j: EntryJourney
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startEntryJourney(app)
  })

  const hold = (meetVia: string, location = '') =>
    ok(app.origin, 'updateEvent', {
      token: j.token,
      params: { id: j.event.id },
      body: { meetVia, location },
    })
  /** Waits for the entry and returns the calendar's content. */
  const adopted = async (id: string) => {
    await j.inLine(id)
    await j.sync()
  }
  const booked = async () => {
    const id = await j.booked()
    await j.sync()
    return id
  }
  const change = async (id: string, body: object) => {
    expect(await j.bob.change(id, body)).toMatchObject({ status: 200 })
    await adopted(id)
  }

  test("a moved booking uses the event's current meeting type", async () => {
    const id = await booked()
    expect((await j.row(id)).meetingUrl).toMatch(LINK)
    await hold('in-person', 'Room 5')
    await change(id, { startUTC: eleven })
    expect(await j.row(id)).toMatchObject({ meetVia: 'in-person', location: 'Room 5', meetingUrl: null })
    const inPerson = await j.entry(id)
    expect(inPerson.location).toBe('Room 5')
    expect(inPerson).not.toHaveProperty('hangoutLink')

    // A call that the host adds belongs to them, not to the booking.
    await j.entry(id, { conferenceData: { createRequest: { requestId: 'by hand' } } })
    await hold('phone')
    await change(id, { startUTC: noon })
    expect(await j.row(id)).toMatchObject({ meetVia: 'phone', meetingUrl: null })
    const byPhone = await j.entry(id)
    expect(byPhone.location).toBe('')
    expect(byPhone.hangoutLink).toMatch(LINK)
  })

  test('a booking that becomes a video call by moving gets one', async () => {
    await hold('phone')
    const id = await booked()
    expect((await j.row(id)).meetingUrl).toBeNull()
    await hold('google-meet')
    await change(id, { startUTC: eleven })
    expect((await j.row(id)).meetingUrl).toMatch(LINK)
  })

  test('a zone whose name Google doesn’t know yet keeps no entry out of the calendar', async () => {
    replaceZones((name) => {
      if (name !== 'Europe/Nova') return packagedRules.find(name)
      return { ...packagedRules.find('Europe/Berlin')!, timeZone: name }
    })
    j = await startEntryJourney(app, { timezone: 'Europe/Nova' })
    const id = await booked()
    expect(await j.row(id)).toMatchObject({ timezone: 'Europe/Nova', refusedSequence: null })
    expect(await j.entry(id)).toMatchObject({ start: { dateTime: '2027-01-04T15:00:00Z', timeZone: 'UTC' } })
    await change(id, { startUTC: '2027-01-04T15:30:00.000Z' })
    expect(await j.entry(id)).toMatchObject({ start: { dateTime: '2027-01-04T15:30:00Z', timeZone: 'UTC' } })
  })

  test('people whom Google refuses keep no entry out of the calendar', async () => {
    const people = async (id: string) => (await j.entry(id)).attendees?.map(({ email }) => email) ?? []
    const quota = { kind: 'status', status: 403, reason: 'quotaExceeded' }
    // Twice, because Google's client tries again with another access token.
    const refuseOnce = (match: string) =>
      googleFault(app.origin, { ...quota, match, times: 2, email: j.email })
    await refuseOnce('events.insert')
    const id = await booked()
    expect(await people(id)).toEqual([])
    await change(id, { startUTC: eleven })
    expect(await people(id)).toEqual(['bob@example.com'])
    await refuseOnce('events.patch')
    await ok(app.origin, 'inviteUsers', { params: { id }, body: { emails: ['ann@example.com'] } })
    await adopted(id)
    expect(await people(id)).toEqual(['bob@example.com'])
    await change(id, { startUTC: noon })
    expect(await people(id)).toEqual(['bob@example.com', 'ann@example.com'])
    expect((await j.jobsOf(id)).filter(({ attempts }) => attempts > 1)).toEqual([])
  })

  test('people added by the host stay, and the invitee is listed once with the current address', async () => {
    const id = await booked()
    const colleague = { email: 'colleague@example.com', displayName: 'Cleo', responseStatus: 'accepted' }
    const { attendees = [] } = await j.entry(id)
    await j.entry(id, { attendees: [...attendees, colleague] })
    const invite = async (...emails: string[]) =>
      (await ok(app.origin, 'inviteUsers', { params: { id }, body: { emails } })).sent
    expect(await invite('BOB@example.com')).toBe(1)
    expect(await invite('ann@example.com')).toBe(1)
    await adopted(id)
    const people = async () => (await j.entry(id)).attendees?.map(({ email }) => email)
    expect(await people()).toEqual(['bob@example.com', 'ann@example.com', 'colleague@example.com'])
    expect((await j.entry(id)).attendees?.at(-1)).toMatchObject(colleague)
    await change(id, { startUTC: ten, email: 'Ann@example.com' })
    expect(await people()).toEqual(['Ann@example.com', 'colleague@example.com'])
    await change(id, { startUTC: ten, email: 'bob@example.com' })
    expect(await people()).toEqual(['bob@example.com', 'ann@example.com', 'colleague@example.com'])
    // Ann no longer booked but is still invited, so her calendar must not get a cancellation.
    const notices = (await j.jobsOf(id)).filter(({ payload }) => payload['kind'] === 'readdressed')
    expect(notices.map(({ payload }) => payload['to'])).toEqual(['bob@example.com'])
  })

  test("guests find neither answers, addresses nor the booking's id in the entry", async () => {
    const { id: asked, fields } = await ok(app.origin, 'createCollection', {
      token: j.token,
      body: { name: 'About you', fields: [{ type: 'single-line', label: 'Company' }] },
    })
    await ok(app.origin, 'updateEvent', {
      token: j.token,
      params: { id: j.event.id },
      body: { customFieldsCollections: [{ id: asked }] },
    })
    const answers = [{ id: asked, fields: [{ id: fields[0]!.id, value: 'Weber' }] }]
    const id = await j.bob.booked(ten, { customFieldsCollections: answers })
    const page = `${app.origin}/booking-confirmation/`
    await j.inLine(id)
    const alone = (await j.entry(id)).description!
    expect(alone).toContain('Booked by Bob (bob@example.com)<br><br>Company: Weber')
    expect(alone).toContain(page + id)

    await ok(app.origin, 'inviteUsers', { params: { id }, body: { emails: ['ann@example.com'] } })
    await adopted(id)
    const shown = await j.entry(id)
    const linkOf = (description: string) => description.split(page)[1]!
    for (const secret of [id, 'bob@example.com', 'Weber']) expect(shown.description).not.toContain(secret)
    expect(shown.guestsCanSeeOtherGuests).toBe(false)
    const link = linkOf(shown.description!)
    expect(await ok(app.origin, 'getBooking', { params: { id: link } })).toMatchObject({
      bookingData: { id: link, email: 'b…@example.com', customFieldsCollections: [] },
      eventData: { allowUsersToEdit: false, allowUsersToCancel: false },
      access: { role: 'calendar', email: null, canInvite: false },
    })
    expect((await j.bob.change(link, { startUTC: eleven })).status).toBe(403)
    expect((await j.bob.cancel(link)).status).toBe(403)
    for (const name of ['inviteUsers', 'shareBooking'] as const) {
      const reply = await call(app.origin, name, {
        params: { id: link },
        body: { emails: ['cy@example.com'] },
      })
      expect(reply.status).toBe(403)
    }

    await ok(app.origin, 'inviteUsers', { params: { id }, body: { emails: ['cy@example.com'] } })
    await adopted(id)
    expect(linkOf((await j.entry(id)).description!)).toBe(link)
    const remove = async (email: string) => {
      const { guestLinks } = await j.seen(id, j.token)
      const guestId = guestLinks.find((one) => one.email === email)!.id
      await ok(app.origin, 'removeGuest', { token: j.token, params: { id, guestId } })
      await adopted(id)
    }
    const people = async () => (await j.entry(id)).attendees?.map(({ email }) => email)
    await remove('ann@example.com')
    expect(await people()).toEqual(['bob@example.com', 'cy@example.com'])
    // Ann has read the link.
    expect(linkOf((await j.entry(id)).description!)).not.toBe(link)
    expect((await call(app.origin, 'getBooking', { params: { id: link } })).status).toBe(404)
    await remove('cy@example.com')
    expect(await people()).toEqual(['bob@example.com'])
    expect((await j.entry(id)).description).toBe(alone)
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(ten), entryDivergedAt: null })
  })

  test('text that people typed stays text in the entry', async () => {
    await ok(app.origin, 'updateEvent', {
      token: j.token,
      params: { id: j.event.id },
      body: { description: 'Tea & <b>cake</b>\nor not' },
    })
    const id = await j.bob.booked(ten, { fullName: '<a href="https://evil.example">Bob</a>' })
    await j.inLine(id)
    const { description, summary } = await j.entry(id)
    expect(description).toBe(
      'Tea &amp; &lt;b&gt;cake&lt;/b&gt;<br>or not<br><br>' +
        'Booked by &lt;a href=&quot;https://evil.example&quot;&gt;Bob&lt;/a&gt; (bob@example.com)<br><br>' +
        `${app.origin}/booking-confirmation/${id}`,
    )
    expect(summary).toBe('Talk with <a href="https://evil.example">Bob</a>')
  })

  test('a description that is too long for Google is cut before the link', async () => {
    await ok(app.origin, 'updateEvent', {
      token: j.token,
      params: { id: j.event.id },
      body: { description: '&'.repeat(5000) },
    })
    const id = await j.bob.booked(ten)
    await j.inLine(id)
    const { description } = await j.entry(id)
    const link = `…<br><br>${app.origin}/booking-confirmation/${id}`
    expect(description).toMatch(/^(&amp;){1500,}…/)
    expect(description!.endsWith(link)).toBe(true)
    expect(description!.length).toBeGreaterThan(8192 - '&amp;'.length)
  })

  test('a canceled booking deletes its entry and frees its time before Google knows', async () => {
    const id = await j.booked()
    await ok(app.origin, 'cancelBooking', {
      token: j.token,
      params: { id },
      body: { cancellationReason: 'Ill' },
    })
    expect(await j.starts()).toContain(ten)
    await j.inLine(id)
    expect(await j.entry(id)).toMatchObject({ status: 'cancelled' })
  })

  test("attendees' replies survive our next change", async () => {
    const id = await j.booked()
    const invite = async (email: string) => {
      await ok(app.origin, 'inviteUsers', { params: { id }, body: { emails: [email] } })
      await j.inLine(id)
    }
    const answers = async () =>
      Object.fromEntries(((await j.entry(id)).attendees ?? []).map((one) => [one.email, one.responseStatus]))
    await invite('ann@example.com')
    expect(await answers()).toEqual({ 'bob@example.com': 'accepted', 'ann@example.com': 'needsAction' })
    await j.entry(id, {
      attendees: [
        { email: 'bob@example.com', responseStatus: 'tentative' },
        { email: 'ann@example.com', responseStatus: 'declined' },
      ],
    })
    await invite('cy@example.com')
    expect(await answers()).toEqual({
      'bob@example.com': 'tentative',
      'ann@example.com': 'declined',
      'cy@example.com': 'needsAction',
    })
  })

  test("overtaking writes leave the entry in the booking's final state", async () => {
    const id = await j.booked()
    const slow = { match: 'events.patch', kind: 'latency', ms: 800, times: 1, email: j.email }
    await googleFault(app.origin, slow)
    expect(await j.bob.change(id, { startUTC: eleven })).toMatchObject({ status: 200 })
    // The first write is in flight, and slow.
    await expect.poll(() => j.writing(id)).toBeGreaterThan(0)
    expect(await j.bob.change(id, { startUTC: noon })).toMatchObject({ status: 200 })
    await expect.poll(() => j.unwritten(id), { timeout: 10_000 }).toBe(0)
    app.clock.now += 1000
    await j.sync()
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(noon), sequence: 2 })
  })

  test('a cancellation that overtakes the first write leaves no entry', async () => {
    const slow = { match: 'events.insert', kind: 'latency', ms: 800, times: 1, email: j.email }
    await googleFault(app.origin, slow)
    const id = await j.bob.booked()
    await expect.poll(() => j.writing(id)).toBeGreaterThan(0)
    await ok(app.origin, 'cancelBooking', {
      token: j.token,
      params: { id },
      body: { cancellationReason: 'Ill' },
    })
    await expect.poll(() => j.unwritten(id), { timeout: 10_000 }).toBe(0)
    expect(await j.entry(id)).toMatchObject({ status: 'cancelled' })
  })
})
