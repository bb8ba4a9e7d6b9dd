import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { googleAccount } from '../../testing/calendars/google-account.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { caughtMail, ok, signIn } from '../../testing/server/test-app.ts'
import { addGuestLinks, findGuestLink } from '../bookings/guest-links.ts'
import { bookings } from '../db/tables/bookings.ts'

const NAME = 'Difficult customer'

describe('labels', () => {
  const logged: string[] = []
  const app = setUpApp({ calendarPollMs: 100, log: (line) => logged.push(line) })

  const text = async (path: string, as?: string) => {
    const headers = { 'x-boomtime-client': 'webapp', ...(as && { authorization: `Bearer ${as}` }) }
    return (await fetch(`${app.origin}${path}`, { headers })).text()
  }

  test('are visible only to the host, not on pages, in emails, files, the calendar entry or the log', async () => {
    const { sessionToken: token, user } = await signIn(app.origin, 'ada@example.com')
    const stranger = (await signIn(app.origin, 'eve@example.com')).sessionToken
    const label = await ok(app.origin, 'createLabel', { token, body: { name: NAME, color: 'orange' } })
    const collection = await ok(app.origin, 'createCollection', {
      token,
      body: { name: 'About you', fields: [{ type: 'single-line', label: 'Company' }], labelIds: [label.id] },
    })
    const event = await ok(app.origin, 'createEvent', {
      token,
      body: {
        title: 'Talk',
        labelIds: [label.id],
        customFieldsCollections: [{ id: collection.id, collectionStage: 'onBooking' }],
      },
    })
    const { id } = await ok(app.origin, 'createBooking', {
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC: '2027-01-04T15:00:00.000Z' },
    })
    const [booking] = await app.db.select().from(bookings).where(eq(bookings.id, id))
    const guest = { emails: ['gus@example.com'], role: 'guest', includesAnswers: true } as const
    await addGuestLinks(app.db, booking!, guest, app.clock.now)
    const { token: guestToken } = (await findGuestLink(app.db, booking!, 'gus@example.com'))!
    await expect.poll(async () => (await caughtMail(app.origin)).length).toBeGreaterThanOrEqual(2)
    const google = await googleAccount(app, user.id)
    const entry = async () => {
      const where = { calendarId: booking!.calendarId, eventId: booking!.calendarEntryId }
      return JSON.stringify((await google.events.get(where, app.googleCalendar.callOptions)).data)
    }
    await expect.poll(() => entry().catch(() => '')).toContain('Talk')

    const api = '/api/webapp'
    const seen: Record<string, string> = {
      booking: await text(`${api}/boomEventsBookings/${id}`),
      'booking, as a guest': await text(`${api}/boomEventsBookings/${guestToken}`),
      'booking, as a stranger': await text(`${api}/boomEventsBookings/${id}`, stranger),
      event: await text(`${api}/boomEvents/book/${event.bookingUrlId}`),
      'booking page': await text(`/book/${event.bookingUrlId}`),
      'confirmation page': await text(`/booking-confirmation/${id}`),
      'confirmation page, as a guest': await text(`/booking-confirmation/${guestToken}`),
      'calendar file': await text(`/booking-confirmation/${id}/invite.ics`),
      'calendar entry': await entry(),
      mails: JSON.stringify(await caughtMail(app.origin)),
    }
    for (const [where, said] of Object.entries(seen))
      expect([where, said]).toEqual([where, expect.stringContaining('Talk')])
    const all = { ...seen, log: logged.join('\n') }
    const leaks = Object.entries(all).filter(([, said]) => said.includes(NAME) || said.includes(label.id))
    expect(leaks.map(([where]) => where)).toEqual([])
    expect(await text(`${api}/labels`, token)).toContain(NAME)
    expect(await text(`${api}/boomEventsBookings/${id}`, token)).toContain(label.id)
  })
})
