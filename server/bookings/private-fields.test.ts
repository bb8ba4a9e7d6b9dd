import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookWithPrivateField, SECRET } from '../../testing/bookings/private-booking.ts'
import { googleAccount } from '../../testing/calendars/google-account.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn } from '../../testing/server/test-app.ts'
import { bookings } from '../db/tables/bookings.ts'

describe('private fields', () => {
  const logged: string[] = []
  const app = setUpApp({ calendarPollMs: 100, log: (line) => logged.push(line) })
  let token: string
  let stranger: string
  let hostId: string
  beforeAll(async () => {
    const host = await signIn(app.origin, 'ada@example.com')
    token = host.sessionToken
    hostId = host.user.id
    stranger = (await signIn(app.origin, 'eve@example.com')).sessionToken
  })

  const text = async (path: string, as?: string) =>
    (
      await fetch(`${app.origin}${path}`, {
        headers: { 'x-boomtime-client': 'webapp', ...(as && { authorization: `Bearer ${as}` }) },
      })
    ).text()

  /** The host's calendar entry, once it exists. */
  async function entryOf(id: string) {
    const [row] = await app.db.select().from(bookings).where(eq(bookings.id, id))
    const api = await googleAccount(app, hostId)
    const { data } = await api.events.get(
      { calendarId: row!.calendarId, eventId: row!.calendarEntryId },
      app.googleCalendar.callOptions,
    )
    return JSON.stringify(data)
  }

  test('are visible only to the host and people the event is shared with, not in responses, pages, the calendar entry or the log', async () => {
    const startUTC = '2027-01-04T15:00:00.000Z'
    const colleague = (await signIn(app.origin, 'max@example.com')).sessionToken
    const { id, event, secrets, fill } = await bookWithPrivateField(app.origin, token, startUTC)
    expect((await fill(stranger)).status).toBe(404)
    expect((await fill()).status).toBe(401)
    expect((await fill(token)).status).toBe(200)

    const entry = () => entryOf(id).catch(() => '')
    await expect.poll(entry).toContain('Shown question: Shown answer')
    const api = '/api/webapp'
    const days = 'dateFrom=2027-01-04&dateTo=2027-01-10&timezone=UTC'
    const seen: Record<string, string> = {
      booking: await text(`${api}/boomEventsBookings/${id}`),
      'booking, as a stranger': await text(`${api}/boomEventsBookings/${id}`, stranger),
      event: await text(`${api}/boomEvents/book/${event.bookingUrlId}`),
      slots: await text(`${api}/boomEvents/${event.id}/slots?${days}`),
      'booking page': await text(`/book/${event.bookingUrlId}`),
      'confirmation page': await text(`/booking-confirmation/${id}`),
      'calendar entry': await entry(),
      log: logged.join('\n'),
    }
    const leaks = Object.entries(seen).filter(([, said]) => secrets.some((secret) => said.includes(secret)))
    expect(leaks.map(([where]) => where)).toEqual([])
    for (const where of ['booking', 'event', 'booking page', 'confirmation page', 'calendar entry']) {
      expect(seen[where]).toContain('Shown question')
    }
    expect(seen['log']).not.toContain(id)

    // Someone who shares the collection sees its fields, but nobody's answers.
    const shareCollection = { token, params: { id: secrets[2]! }, body: { email: 'eve@example.com' } }
    await ok(app.origin, 'shareCollection', shareCollection)
    expect(await text(`${api}/boomEventsBookings/${id}`, stranger)).not.toContain(SECRET)
    for (const list of ['boomEventsBookings', 'boomEventsBookings?shared=true', 'sharedEvents'])
      expect(await text(`${api}/${list}`, stranger)).not.toMatch(/Bob|Shown/)

    const shareEvent = { token, params: { id: event.id }, body: { email: 'max@example.com', role: 'view' } }
    const { userId } = await ok(app.origin, 'shareEvent', shareEvent)
    const { bookings: shared } = await ok(app.origin, 'listBookings', {
      token: colleague,
      query: { shared: 'true' },
    })
    const sharedPath = `${api}/boomEventsBookings/${shared[0]!.id}`
    const csvPath = `${api}/boomEventsBookings/export.csv?shared=true`
    for (const path of [sharedPath, csvPath]) {
      expect(await text(path, colleague)).toContain(SECRET)
      for (const as of [stranger, undefined]) expect(await text(path, as)).not.toContain(SECRET)
    }
    await ok(app.origin, 'unshareEvent', { token, params: { id: event.id, userId } })
    for (const path of [sharedPath, csvPath]) expect(await text(path, colleague)).not.toContain(SECRET)

    const forHost = await text(`${api}/boomEventsBookings/${id}`, token)
    expect(forHost).toContain(SECRET)
    expect(forHost).toContain('Hidden score')
  })

  test('an invalid token is rejected instead of treated as anonymous', async () => {
    const reply = await call(app.origin, 'getBooking', { params: { id: 'any' }, token: 'wrong' })
    expect(reply).toMatchObject({ status: 403, error: 'Invalid token' })
  })
})
