import { describe, expect, test } from 'vitest'
import { messages } from '../../../../contract/errors.ts'
import { idOf, setUpRules } from '../../../../testing/bookings/ruled-events.ts'
import { call, ok } from '../../../../testing/server/test-app.ts'

const taken = { status: 409, code: 'slot_not_found' }
const perDay = (bookings: number) => [{ per: 'day' as const, bookings }]

describe('limits', () => {
  const { app, host, create, slots, starts, book, move, cancel } = setUpRules()
  const day = ['2027-01-05'] as const

  test('close a full day on the page and in the transaction, until a booking is canceled', async () => {
    const event = await create({ limits: perDay(2) })
    const first = await idOf(book(event, '01-05 09:00'))
    expect(await starts(event, day)).toHaveLength(15)
    await idOf(book(event, '01-05 16:30'))
    expect(await starts(event, ['2027-01-04', '2027-01-06'])).not.toContainEqual(
      expect.stringMatching(/^01-05/),
    )
    expect(await starts(event, day)).toEqual([])
    expect(await book(event, '01-05 12:00')).toMatchObject(taken)
    expect((await book(event, '01-06 12:00')).status).toBe(201)
    await cancel(first)
    expect(await starts(event, day)).toHaveLength(15)
    expect((await book(event, '01-05 12:00')).status).toBe(201)
  })

  test('don’t count the booking that is moved', async () => {
    const event = await create({ limits: perDay(1) })
    const id = await idOf(book(event, '01-05 09:00'))
    const other = await idOf(book(event, '01-06 09:00'))
    expect(await slots(event, day, { bookingId: id })).toHaveLength(16)
    expect((await move(id, '01-05 10:00')).status).toBe(200)
    expect(await slots(event, day, { bookingId: other })).toEqual([])
    expect(await move(other, '01-05 12:00')).toMatchObject(taken)
  })

  test('count minutes with the length of the booking that is asked for', async () => {
    const rules = { limits: [{ per: 'day' as const, minutes: 60 }], durations: [15, 45] }
    const event = await create(rules)
    await idOf(book(event, '01-05 09:00', { selectedDuration: 30 }))
    expect(await slots(event, day, { duration: '45' })).toEqual([])
    expect((await slots(event, day, { duration: '30' })).length).toBeGreaterThan(0)
    expect(await book(event, '01-05 12:00', { selectedDuration: 45 })).toMatchObject(taken)
    expect((await book(event, '01-05 12:00', { selectedDuration: 30 })).status).toBe(201)
    expect(await slots(event, day, { duration: '15' })).toEqual([])
  })

  test('count weeks from the host’s first weekday', async () => {
    const event = await create({ limits: [{ per: 'week', bookings: 1 }] })
    // A Saturday.
    await idOf(book(event, '01-09 09:00'))
    const openDays = async () => [
      ...new Set((await starts(event, ['2027-01-08', '2027-01-18'])).map((start) => start.slice(3, 5))),
    ]
    expect((await openDays())[0]).toBe('11')
    await ok(app.origin, 'updateSettings', { token: host.token, body: { week_start: 'sunday' } })
    expect((await openDays())[0]).toBe('10')
    await ok(app.origin, 'updateSettings', { token: host.token, body: { week_start: 'saturday' } })
    expect(await openDays()).toEqual(['08', '16', '17', '18'])
  })

  test('count months, in the event’s zone', async () => {
    const event = await create({ limits: [{ per: 'month', bookings: 1 }] }, { timezone: 'Asia/Tokyo' })
    // February 1 in Tokyo.
    expect((await book(event, '2027-02-01T00:00:00Z')).status).toBe(201)
    expect(await starts(event, ['2027-02-01', '2027-02-27'])).toEqual([])
    const january = await starts(event, ['2027-01-31'])
    expect(january.at(-1)).toBe('01-31 07:30')
    expect(await book(event, '2027-02-28T00:00:00Z')).toMatchObject(taken)
    expect((await book(event, '2027-03-01T00:00:00Z')).status).toBe(201)
  })

  test('of the host count the bookings of all events', async () => {
    const [talk, walk] = [await create(), await create()]
    const body = { booking_limits: perDay(2) }
    await ok(app.origin, 'updateSettings', { token: host.token, body })
    await idOf(book(talk, '01-05 09:00'))
    const id = await idOf(book(walk, '01-05 10:00'))
    expect([await starts(talk, day), await starts(walk, day)]).toEqual([[], []])
    expect(await book(talk, '01-05 12:00')).toMatchObject(taken)
    expect(await slots(walk, day, { bookingId: id })).not.toEqual([])
    await ok(app.origin, 'updateSettings', { token: host.token, body: { booking_limits: [] } })
    expect((await book(talk, '01-05 12:00')).status).toBe(201)
  })

  test('of an event don’t count other events’ bookings', async () => {
    const [talk, walk] = [await create({ limits: perDay(1) }), await create()]
    await idOf(book(walk, '01-05 10:00'))
    expect((await book(talk, '01-05 12:00')).status).toBe(201)
  })
})

describe('a limit per person', () => {
  const { app, host, create, book, cancel } = setUpRules()
  const refused = { status: 409, code: 'too_many_for_person', error: messages.tooManyForPerson }

  test('counts upcoming bookings of the event by address, whatever its case', async () => {
    const [event, other] = [await create({ bookingsPerPerson: 1 }), await create()]
    await idOf(book(other, '01-05 16:00'))
    const id = await idOf(book(event, '01-05 09:00'))
    expect(await book(event, '01-05 10:00', { email: 'BOB@example.com' })).toMatchObject(refused)
    expect((await book(event, '01-05 10:00', { email: 'eve@example.com' })).status).toBe(201)
    await cancel(id)
    expect((await book(event, '01-05 11:00')).status).toBe(201)
    // Once that one is over.
    app.clock.now = Date.parse('2027-01-05T11:30:00Z')
    expect((await book(event, '01-05 12:00')).status).toBe(201)
  })

  test('holds when an invitee changes the address of a booking, but not for its host', async () => {
    const event = await create({ bookingsPerPerson: 1 })
    await idOf(book(event, '01-05 09:00'))
    const id = await idOf(book(event, '01-05 10:00', { email: 'eve@example.com' }))
    const change = (email: string, token?: string) =>
      call(app.origin, 'updateBooking', {
        params: { id },
        body: { fullName: 'Bob', email, startUTC: '2027-01-05T10:00:00Z' },
        ...(token !== undefined && { token }),
      })
    expect(await change('Bob@example.com')).toMatchObject(refused)
    expect((await change('EVE@example.com')).status).toBe(200)
    expect((await change('ann@example.com')).status).toBe(200)
    expect((await change('bob@example.com', host.token)).status).toBe(200)
  })

  test('holds for requests at the same time', async () => {
    const event = await create({ bookingsPerPerson: 2 })
    const replies = await Promise.all(
      ['09', '10', '11', '12', '13', '14'].map((hour) => book(event, `01-05 ${hour}:00`)),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2)
    for (const reply of replies.filter(({ status }) => status !== 201)) expect(reply).toMatchObject(refused)
  })
})
