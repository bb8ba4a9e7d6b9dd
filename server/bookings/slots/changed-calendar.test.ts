import { beforeEach, describe, expect, test } from 'vitest'
import {
  eleven,
  type EntryJourney,
  HALF_HOUR,
  noon,
  startEntryJourney,
} from '../../../testing/calendars/entry-journey.ts'
import { googleAccount } from '../../../testing/calendars/google-account.ts'
import { ten } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { googleFault, googleLog, ok, START_OF_TESTS } from '../../../testing/server/test-app.ts'

describe('an event that gets other calendars while the first one is asked', () => {
  const app = setUpApp()
  let j: EntryJourney
  let other: string
  beforeEach(async () => {
    await googleFault(app.origin, null)
    app.clock.now = START_OF_TESTS
    j = await startEntryJourney(app)
    await j.sync()
    const calendars = await ok(app.origin, 'listCalendars', { token: j.token })
    other = calendars.find(({ id }) => id !== j.event.calendarId)!.id
  })

  /** Changes the calendar once Google has been asked about the first one, which takes a second. */
  async function duringSync<Result>(
    request: () => Promise<Result>,
    body: object = { calendarId: other },
  ): Promise<Result> {
    const lists = async () =>
      (await googleLog(app.origin)).filter((one) => one.method === 'events.list' && one.email === j.email)
        .length
    const before = await lists()
    await googleFault(app.origin, {
      match: 'events.list',
      kind: 'latency',
      ms: 1000,
      times: 1,
      email: j.email,
    })
    const answer = request()
    await expect.poll(lists).toBe(before + 1)
    const params = { id: j.event.id }
    await ok(app.origin, 'updateEvent', { token: j.token, params, body })
    return answer
  }

  const busyInOther = async (startUTC: string) => {
    const google = await googleAccount(app, j.hostId)
    const end = new Date(Date.parse(startUTC) + HALF_HOUR).toISOString()
    const requestBody = { start: { dateTime: startUTC }, end: { dateTime: end } }
    await google.events.insert({ calendarId: other, requestBody }, app.googleCalendar.callOptions)
  }

  test('takes a booking only if the other calendar has room', async () => {
    await busyInOther(ten)
    expect(await duringSync(() => j.bob.book(ten))).toMatchObject({ status: 409, code: 'slot_not_found' })
    const id = await j.bob.booked(eleven)
    expect(await j.row(id)).toMatchObject({ calendarId: other })
  })

  test('takes one only if another calendar that it checks now has room', async () => {
    await busyInOther(ten)
    const reply = await duringSync(() => j.bob.book(ten), { checkedCalendars: [other] })
    expect(reply).toMatchObject({ status: 409, code: 'slot_not_found' })
  })

  test('moves one only if another calendar that it checks now has room', async () => {
    await busyInOther(eleven)
    const id = await j.bob.booked(ten)
    const move = () => j.bob.change(id, { startUTC: eleven })
    const reply = await duringSync(move, { checkedCalendars: [other] })
    expect(reply).toMatchObject({ status: 409, code: 'slot_not_found' })
  })

  test('takes one that the other calendar has room for', async () => {
    expect(await duringSync(() => j.bob.book(ten))).toMatchObject({ status: 201 })
  })

  test('moves one only if the other calendar has room', async () => {
    await busyInOther(eleven)
    const id = await j.bob.booked(ten)
    const reply = await duringSync(() => j.bob.change(id, { startUTC: eleven }))
    expect(reply).toMatchObject({ status: 409, code: 'slot_not_found' })
    expect(await j.bob.change(id, { startUTC: noon })).toMatchObject({ status: 200 })
  })
})
