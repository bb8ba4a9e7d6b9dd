import { expect, test } from 'vitest'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, consent, ok, signIn } from '../../testing/server/test-app.ts'

const app = setUpApp()

async function signInWith(email: string, timezone: unknown) {
  const { stateToken, authorizationUrl } = await ok(app.origin, 'getStateToken')
  const callback = await consent(authorizationUrl, { email })
  const body = { code: callback.searchParams.get('code'), stateToken, timezone }
  const reply = await call(app.origin, 'signIn', { body })
  if (!reply.success) throw new Error(reply.error)
  return reply.data.sessionToken
}
const eventsOf = (token: string) => ok(app.origin, 'listEvents', { token })

test('a new host has an event in the zone of their device, which can be booked at once', async () => {
  const token = await signInWith('ada@example.com', 'europe/berlin')
  const [event, ...others] = await eventsOf(token)
  expect(others).toEqual([])
  expect(event).toMatchObject({
    title: '30-minute meeting',
    duration: 30,
    timezone: 'Europe/Berlin',
    isEnabled: true,
  })
  const query = { dateFrom: '2027-01-11', dateTo: '2027-01-11', timezone: 'Europe/Berlin' }
  const slots = await ok(app.origin, 'listSlots', { params: { id: event!.id }, query })
  expect(slots.at(0)?.startUtc).toBe('2027-01-11T08:00:00.000Z')
  expect(slots).toHaveLength(16)
  const booked = await ok(app.origin, 'createBooking', {
    query: { bookingUrlId: event!.bookingUrlId },
    body: { fullName: 'Bob', email: 'bob@example.com', startUTC: slots[0]!.startUtc },
  })
  expect(booked.id).toBeTruthy()
})

test('their zone stays when they save another setting, and so does what nobody chose', async () => {
  const token = await signInWith('edith@example.com', 'Europe/Berlin')
  const { timezone, defaults } = await ok(app.origin, 'getSettings', { token })
  expect([timezone, defaults.includes('timezone')]).toEqual(['Europe/Berlin', false])
  const body = { notification_emails: false }
  expect(await ok(app.origin, 'updateSettings', { token, body })).toMatchObject({
    timezone: 'Europe/Berlin',
    defaults: expect.arrayContaining(['default_buffer_time', 'time_format']),
  })
  const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
  expect(event).toMatchObject({ timezone: 'Europe/Berlin', bufferTime: 0 })
})

test('nobody gets a second one, and a deleted one doesn’t come back', async () => {
  const token = await signInWith('grace@example.com', 'UTC')
  expect(await eventsOf(await signInWith('grace@example.com', 'UTC'))).toHaveLength(1)
  const [event] = await eventsOf(token)
  await ok(app.origin, 'deleteEvent', { token, params: { id: event!.id } })
  expect(await eventsOf(await signInWith('grace@example.com', 'UTC'))).toEqual([])
})

test('without a known zone there is none, and signing in works', async () => {
  for (const [index, zone] of [undefined, 'Mars/Olympus', 7, ''].entries())
    expect(await eventsOf(await signInWith(`zone${index}@example.com`, zone))).toEqual([])
  expect(await eventsOf((await signIn(app.origin, 'plain@example.com')).sessionToken)).toEqual([])
})
