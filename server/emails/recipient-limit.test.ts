import { beforeEach, describe, expect, test } from 'vitest'
import type { Event } from '../../contract/events/event.schema.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { jobs } from '../db/tables/jobs.ts'

const startUTC = '2027-01-08T15:00:00.000Z'

describe('writing to others about a booking', () => {
  const app = setUpApp()
  let token: string
  let event: Event
  let host = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    token = (await signIn(app.origin, `host${++host}@example.com`)).sessionToken
    event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
  })

  const booked = async () =>
    (
      await ok(app.origin, 'createBooking', {
        query: { bookingUrlId: event.bookingUrlId },
        body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
      })
    ).id
  const write = (name: 'inviteUsers' | 'shareBooking', id: string, emails: unknown, more: object = {}) =>
    call(app.origin, name, { params: { id }, body: { emails, ...more } })
  /** Who gets emails about a booking, and which. */
  const mailed = async (bookingId: string, about: string) =>
    (await app.db.select().from(jobs))
      .filter(({ payload }) => payload['bookingId'] === bookingId && payload['kind'] === about)
      .map(({ payload }) => [String(payload['to']), String(payload['message'])])
      .toSorted((a, b) => (a.join() < b.join() ? -1 : 1))

  test('invites each address once, however it is spelled', async () => {
    const id = await booked()
    const first = await write('inviteUsers', id, ['ann@example.com', ' Ann@Example.com ', 'cy@example.com'])
    expect(first).toMatchObject({ status: 200, data: { sent: 2 } })
    expect(await write('inviteUsers', id, ['CY@example.com', 'di@example.com'])).toMatchObject({
      data: { sent: 2 },
    })
    expect(await mailed(id, 'invited')).toEqual([
      ['ann@example.com', ''],
      ['cy@example.com', ''],
      ['di@example.com', ''],
    ])
    // Once they were invited, guests get emails about later changes.
    await app.db.update(jobs).set({ state: 'done' })
    await ok(app.origin, 'cancelBooking', { token, params: { id }, body: { cancellationReason: 'Ill' } })
    expect((await mailed(id, 'canceled')).map(([to]) => to)).toEqual([
      '',
      'ann@example.com',
      'bob@example.com',
      'cy@example.com',
      'di@example.com',
    ])
  })

  test("only the host sees the guests' addresses, and inviting doesn't tell who takes part", async () => {
    const id = await booked()
    await write('inviteUsers', id, ['ann@example.com', 'cy@example.com'])
    const guests = async (as?: string) =>
      (await ok(app.origin, 'getBooking', { params: { id }, ...(as && { token: as }) })).bookingData.guests
    const stranger = (await signIn(app.origin, 'eve@example.com')).sessionToken
    expect(await guests(token)).toEqual(['ann@example.com', 'cy@example.com'])
    for (const as of [undefined, stranger]) {
      expect(await guests(as)).toEqual(['a…@example.com', 'c…@example.com'])
    }
    const page = await (await fetch(`${app.origin}/booking-confirmation/${id}`)).text()
    expect(page).toContain('a…@example.com')
    expect(page).not.toContain('ann@example.com')
    const sequence = async () => {
      const text = await (await fetch(`${app.origin}/booking-confirmation/${id}/invite.ics`)).text()
      return Number(/^SEQUENCE:(\d+)/m.exec(text)![1])
    }
    for (const known of [`HOST${host}@example.com`, 'Bob@example.com', 'ann@example.com', 'di@example.com']) {
      const before = await sequence()
      expect(await write('inviteUsers', id, [known])).toMatchObject({ status: 200, data: { sent: 1 } })
      expect(await sequence()).toBe(before + 1)
    }
    expect(await guests(token)).toEqual(['ann@example.com', 'cy@example.com', 'di@example.com'])
    expect(await mailed(id, 'invited')).toHaveLength(3)
  })

  test('the confirmation page can be sent repeatedly with a message', async () => {
    const id = await booked()
    for (const additionalMessage of ['See you', undefined]) {
      expect(await write('shareBooking', id, ['ann@example.com'], { additionalMessage })).toMatchObject({
        data: { sent: 1 },
      })
    }
    expect(await mailed(id, 'shared')).toEqual([
      ['ann@example.com', ''],
      ['ann@example.com', 'See you'],
    ])
  })

  test('sharing with the same key happens once', async () => {
    const id = await booked()
    const share = (key: string, additionalMessage = '') =>
      call(app.origin, 'shareBooking', {
        params: { id },
        body: { emails: ['ann@example.com', 'ANN@example.com'], additionalMessage },
        headers: { 'idempotency-key': key },
      })
    const replies = await Promise.all([share('once'), share('once'), share('once')])
    for (const reply of replies) expect(reply).toMatchObject({ status: 200, data: { sent: 1 } })
    expect(await mailed(id, 'shared')).toEqual([['ann@example.com', '']])
    expect(await share('once', 'Hello')).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    await share('again')
    expect(await mailed(id, 'shared')).toHaveLength(2)
  })

  test.each(['inviteUsers', 'shareBooking'] as const)(
    '%s rejects invalid addresses with a message',
    async (name) => {
      const id = await booked()
      const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@example.com`)
      const refused: [unknown, string][] = [
        [[], 'Please enter at least one email address.'],
        [undefined, 'Please enter at least one email address.'],
        [['ann@example.com', 'ann'], 'This isn’t a valid email address: ann'],
        [
          ['ann@example.com\r\nBcc: eve@example.com'],
          'This isn’t a valid email address: ann@example.com\r\nBcc: eve@example.com',
        ],
        [many(21), 'Please enter at most 20 email addresses at a time.'],
      ]
      for (const [emails, error] of refused) {
        expect(await write(name, id, emails)).toMatchObject({ status: 400, error })
      }
      expect((await write(name, 'unknown', ['one@example.com'])).status).toBe(404)
      app.clock.now = Date.parse(startUTC)
      expect(await write(name, id, ['one@example.com'])).toMatchObject({ status: 403, code: 'forbidden' })
      app.clock.now -= 1
      await ok(app.origin, 'cancelBooking', { token, params: { id }, body: { cancellationReason: 'Ill' } })
      expect(await write(name, id, ['one@example.com'])).toMatchObject({
        status: 409,
        code: 'booking_not_confirmed',
      })
    },
  )
})
