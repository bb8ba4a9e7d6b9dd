import { beforeEach, describe, expect, test } from 'vitest'
import type { Event } from '../../../contract/events/event.schema.ts'
import { databaseKinds } from '../../../testing/databases/databases.ts'
import { inviteeOf } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { rateLimits } from '../../db/tables/requests.ts'

const monday = '2027-01-04T15:00:00.000Z'
const friday = '2027-01-08T15:00:00.000Z'
const gone = { status: 409, code: 'slot_not_found' }

describe.each(databaseKinds)(
  'a booking by a one-off link for today and tomorrow on the %s database',
  (kind) => {
    const app = setUpApp({ database: kind })
    let token: string
    let event: Event
    let round = 0
    beforeEach(async () => {
      app.clock.now = START_OF_TESTS
      await app.db.delete(rateLimits)
      token = (await signIn(app.origin, `mover${++round}@example.com`)).sessionToken
      event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    })

    const linked = async () => {
      const body = { rules: { bookingWindow: { type: 'calendarDays' as const, days: 1 } } }
      const link = await ok(app.origin, 'createEventLink', { token, params: { id: event.id }, body })
      return { link, bob: inviteeOf(app, { ...event, bookingUrlId: link.bookingUrlId }) }
    }

    test('can be moved beyond the link’s window by the host alone, who says so', async () => {
      const { bob } = await linked()
      const id = await bob.booked(monday)
      const member = (await signIn(app.origin, `member${round}@example.com`)).sessionToken
      await ok(app.origin, 'shareEvent', {
        token,
        params: { id: event.id },
        body: { email: `member${round}@example.com`, role: 'manage' },
      })
      const { bookings } = await ok(app.origin, 'listBookings', { token: member, query: { shared: 'true' } })
      const to = { startUTC: friday }
      const anyway = { ...to, bookAnyway: true }
      expect(await bob.change(id, to)).toMatchObject(gone)
      expect(await bob.change(id, anyway)).toMatchObject(gone)
      expect(await bob.change(bookings[0]!.id, anyway, member)).toMatchObject(gone)
      const stranger = (await signIn(app.origin, `stranger${round}@example.com`)).sessionToken
      expect(await bob.change(id, anyway, stranger)).toMatchObject(gone)
      const query = { start: friday, bookingId: id }
      expect(
        await call(app.origin, 'explainSlot', { token: stranger, params: { id: event.id }, query }),
      ).toMatchObject({ status: 404 })
      expect(await bob.change(id, to, token)).toMatchObject(gone)
      expect(await bob.change(id, anyway, token)).toMatchObject({ status: 200 })
      expect((await bob.read(id)).startUtc).toBe(friday)
    })

    test('never overlaps another booking wherever the host moves it, but may overlap its own time', async () => {
      const { bob } = await linked()
      const id = await bob.booked(monday)
      const other = inviteeOf(app, event)
      await other.booked(friday)
      const move = (startUTC: string) => bob.change(id, { startUTC, bookAnyway: true }, token)
      expect(await move('2027-01-08T15:10:00.000Z')).toMatchObject(gone)
      expect(await move('2027-01-04T12:00:00.000Z')).toMatchObject(gone)
      expect((await move('2027-01-04T15:10:00.000Z')).status).toBe(200)
      const ids = [
        id,
        await other.booked('2027-01-07T15:00:00.000Z'),
        await other.booked('2027-01-07T17:00:00.000Z'),
      ]
      const moves = await Promise.all(
        ids.map((one, n) =>
          bob.change(one, { startUTC: `2027-01-06T03:0${n}:00.000Z`, bookAnyway: true }, token),
        ),
      )
      expect(moves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    })

    test('explains what closes another time to it', async () => {
      const { link, bob } = await linked()
      const id = await bob.booked(monday)
      const explain = (start: string, query: object = {}) =>
        call(app.origin, 'explainSlot', {
          token,
          params: { id: event.id },
          query: { start, bookingId: id, ...query },
        })
      const window = { rule: 'bookingWindow', source: 'link' }
      expect(await explain(friday)).toMatchObject({ data: { isOffered: false, reasons: [window] } })
      // Its own time is free, although its link is used up.
      expect(await explain(monday, { bookingUrlId: link.bookingUrlId })).toMatchObject({
        data: { isOffered: true, reasons: [] },
      })
      const other = await ok(app.origin, 'createEvent', { token, body: { title: 'Tea' } })
      const params = { id: other.id }
      const query = { start: friday, bookingId: id }
      expect(await call(app.origin, 'explainSlot', { token, params, query })).toMatchObject({ status: 404 })
    })
  },
)
