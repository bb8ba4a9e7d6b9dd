import { strFromU8, unzipSync } from 'fflate'
import ical from 'ical.js'
import { describe, expect, test } from 'vitest'
import { BASE_PATH, CLIENT_HEADER, routes } from '../../contract/api/routes.ts'
import { bookWithPrivateField, SECRET } from '../../testing/bookings/private-booking.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../testing/server/test-app.ts'

describe('the export of an account', () => {
  const app = setUpApp()

  const exported = async (token: string | null) => {
    const response = await fetch(`${app.origin}${BASE_PATH}${routes.exportAccount.path}`, {
      headers: {
        [CLIENT_HEADER.name]: CLIENT_HEADER.value,
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
    const body = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, type: response.headers.get('content-type'), body }
  }
  const filesIn = (zip: Uint8Array) =>
    Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]))

  test('contains what the host stored, and nothing of anyone else', async () => {
    const { sessionToken: token, user } = await signIn(app.origin, 'maya@example.com')
    const other = (await signIn(app.origin, 'other@example.com')).sessionToken
    await ok(app.origin, 'createEvent', { token: other, body: { title: 'Secret plan' } })
    const { id, fill, event } = await bookWithPrivateField(app.origin, token, '2027-01-04T15:00:00.000Z')
    await fill(token)
    const share = { email: 'max@example.com', role: 'view' }
    await ok(app.origin, 'shareEvent', { token, params: { id: event.id }, body: share })
    const link = await ok(app.origin, 'createEventLink', {
      token,
      params: { id: event.id },
      body: { name: 'For Bob' },
    })
    const vip = await ok(app.origin, 'createLabel', { token, body: { name: 'VIP', color: 'red' } })
    await ok(app.origin, 'createSchedule', { token, body: { name: 'Office' } })
    const add = [vip.id]
    await ok(app.origin, 'labelEvents', { token, body: { eventIds: [event.id], add } })
    await ok(app.origin, 'labelBookings', { token, body: { bookingIds: [id], add } })

    const { status, type, body } = await exported(token)
    expect({ status, type }).toEqual({ status: 200, type: 'application/zip' })
    const files = filesIn(body)
    expect(JSON.parse(files['account.json']!)).toMatchObject({
      user: { id: user.id, email: 'maya@example.com' },
      settings: { timezone: 'America/New_York' },
      subscription: { subscriptionStatus: 'trial' },
    })
    expect(JSON.parse(files['sessions.json']!)).toMatchObject([{ isCurrent: true }])
    expect(JSON.parse(files['activity.json']!)).toMatchObject([
      { kind: expect.stringMatching(/signed_in|event_shared|account_exported/) },
      { kind: expect.stringMatching(/signed_in|event_shared|account_exported/) },
      { kind: expect.stringMatching(/signed_in|event_shared|account_exported/) },
    ])
    expect(JSON.parse(files['event-shares.json']!)).toEqual([{ eventId: event.id, ...share }])
    expect(JSON.parse(files['event-links.json']!)).toMatchObject([
      { eventId: event.id, id: link.id, name: 'For Bob', maxUses: 1 },
    ])
    expect(JSON.parse(files['events.json']!)).toMatchObject([{ id: event.id, title: 'Talk', labelIds: add }])
    expect(JSON.parse(files['custom-fields.json']!)).toHaveLength(2)
    expect(JSON.parse(files['labels.json']!)).toEqual([vip])
    expect(JSON.parse(files['schedules.json']!)).toMatchObject([{ name: 'Office' }])
    expect(JSON.parse(files['bookings.json']!)).toMatchObject([
      { fullName: 'Bob', startUtc: '2027-01-04T15:00:00.000Z', labelIds: add },
    ])
    expect(files['bookings.json']).toContain(SECRET)
    expect(files['bookings.csv']).toContain('bob@example.com')
    expect(files['bookings.csv']).toContain('"VIP"')
    const calendar = new ical.Component(ical.parse(files['bookings.ics']!))
    const [entry] = calendar.getAllSubcomponents('vevent')
    expect(entry!.getFirstPropertyValue('summary')).toBe('Talk with Bob')
    expect(files['bookings.ics']).not.toContain(SECRET)
    // A booking's id lets anyone change it, and a one-off link lets anyone book.
    for (const secret of ['Secret plan', 'other@example.com', id, link.bookingUrlId.slice(5), token])
      expect(Object.values(files).join('\n')).not.toContain(secret)
  })

  test('of an empty account has empty lists', async () => {
    const { sessionToken } = await signIn(app.origin, 'new@example.com')
    const files = filesIn((await exported(sessionToken)).body)
    const lists = [
      'events',
      'event-shares',
      'event-links',
      'custom-fields',
      'labels',
      'schedules',
      'bookings',
    ]
    for (const name of lists) expect(JSON.parse(files[`${name}.json`]!)).toEqual([])
  })

  test('needs a session', async () => {
    expect((await exported(null)).status).toBe(401)
    expect((await exported('unknown')).status).toBe(403)
  })
})
