import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '../../../availability/units.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import { inviteeOf } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, caughtMail, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'

const hours = ['15:00', '16:00', '17:00', '18:00', '19:00']
const later = (time: string) => `2027-01-06T${time}:00.000Z`
const body = { cancellationReason: 'I changed jobs.' }

describe('an event that is deleted with its bookings', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let token: string
  let event: Event
  let number = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    token = (await signIn(app.origin, `host${++number}@example.com`)).sessionToken
    event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk', duration: 60 } })
  })
  const subjects = async (wanted: RegExp) =>
    (await caughtMail(app.origin, 'bob@example.com')).filter(({ subject }) => wanted.test(subject))
  const cancel = (as = token, id = event.id) =>
    call(app.origin, 'cancelEvent', { token: as, params: { id }, body })

  test('tells everyone with an upcoming booking, and leaves all others', async () => {
    const other = await ok(app.origin, 'createEvent', { token, body: { title: 'Chat', duration: 60 } })
    const bob = inviteeOf(app, event)
    const past = await bob.booked()
    const upcoming = [await bob.booked(later('15:00')), await bob.booked(later('16:00'))]
    const ofOther = await inviteeOf(app, other).booked(later('17:00'))
    app.clock.now += 12 * HOUR
    const listed = await ok(app.origin, 'listEvents', { token })
    expect(listed.find(({ id }) => id === other.id)).toMatchObject({
      bookingsCount: 1,
      upcomingBookingsCount: 1,
    })
    expect(listed.find(({ id }) => id === event.id)).toMatchObject({
      bookingsCount: 3,
      upcomingBookingsCount: 2,
    })
    // Whoever hasn't been told about a booking isn't told that it is canceled.
    await expect.poll(async () => subjects(/^Confirmed: Talk/)).toHaveLength(3)

    expect(await cancel()).toMatchObject({ status: 200, data: { canceledBookings: 2 } })
    for (const id of upcoming) {
      expect(await bob.read(id)).toMatchObject({
        status: 'canceled',
        canceledBy: 'host',
        cancellationReason: 'I changed jobs.',
      })
    }
    for (const id of [past, ofOther]) expect(await bob.read(id)).toMatchObject({ status: 'confirmed' })
    await expect.poll(async () => subjects(/^Canceled: Talk/)).toHaveLength(2)
    expect(await call(app.origin, 'getEvent', { token, params: { id: event.id } })).toMatchObject({
      status: 404,
    })
    expect(await cancel()).toMatchObject({ status: 404, code: 'not_found' })

    // It can be restored, without its bookings.
    const [deleted] = await ok(app.origin, 'listEvents', { token, query: { status: 'deleted' } })
    expect(deleted).toMatchObject({ id: event.id, deletedAt: new Date(app.clock.now).toISOString() })
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { isDeleted: false } })
    expect(await ok(app.origin, 'listEvents', { token, query: { status: 'deleted' } })).toEqual([])
    expect(await bob.read(upcoming[0]!)).toMatchObject({ status: 'canceled' })
  })

  test('needs its host and a reason', async () => {
    const stranger = (await signIn(app.origin, 'eve@example.com')).sessionToken
    expect(await cancel('')).toMatchObject({ status: 401 })
    expect(await cancel(stranger)).toMatchObject({ status: 404 })
    expect(await cancel(token, 'no-id')).toMatchObject({ status: 404 })
    const empty = { token, params: { id: event.id }, body: { cancellationReason: '' } }
    expect(await call(app.origin, 'cancelEvent', empty)).toMatchObject({ status: 400 })
    expect((await call(app.origin, 'getEvent', { token, params: { id: event.id } })).status).toBe(200)
  })

  test('leaves no booking of it that is made at the same time', async () => {
    const bob = inviteeOf(app, event)
    const [canceled, ...booked] = await Promise.all([cancel(), ...hours.map((time) => bob.book(later(time)))])
    expect(canceled.status).toBe(200)
    const made = booked.flatMap((reply) => (reply.success ? [reply.data.id] : []))
    expect(canceled).toMatchObject({ data: { canceledBookings: made.length } })
    for (const id of made) expect(await bob.read(id)).toMatchObject({ status: 'canceled' })
    for (const reply of booked) if (!reply.success) expect(reply).toMatchObject({ code: 'event_not_found' })
  })

  test('is deleted once, however often it is asked for', async () => {
    await inviteeOf(app, event).booked(later('15:00'))
    const replies = await Promise.all([cancel(), cancel(), cancel()])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
  })
})

describe('deleted events', () => {
  const app = setUpApp()

  test('are listed as long as they can be restored, archived or not', async () => {
    const { sessionToken: token } = await signIn(app.origin, 'ada@example.com')
    const make = (title: string, isArchived = false) =>
      ok(app.origin, 'createEvent', { token, body: { title, isArchived } })
    const remove = ({ id }: Event) => ok(app.origin, 'deleteEvent', { token, params: { id } })
    const listed = async () =>
      (await ok(app.origin, 'listEvents', { token, query: { status: 'deleted' } })).map(({ title }) => title)
    await make('Kept')
    await remove(await make('First'))
    app.clock.now += HOUR
    await remove(await make('Archived', true))
    expect(await listed()).toEqual(['Archived', 'First'])
    app.clock.now += 23 * HOUR
    expect(await listed()).toEqual(['Archived'])
    app.clock.now += HOUR
    expect(await listed()).toEqual([])
  })
})
