import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { invitationLimits, recipientMessages } from '../../../contract/bookings/booking-messages.ts'
import { allowances } from '../../../contract/bookings/rate-limits.ts'
import type { Event } from '../../../contract/events/event.schema.ts'
import { inviteeOf, ten } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { guestLinks } from '../../db/tables/guest-links.ts'
import { bookingRecipients, recipientLimits } from '../../db/tables/recipients.ts'
import { jobs } from '../../db/tables/jobs.ts'
import { bookingGuests, bookings } from '../../db/tables/bookings.ts'

const eleven = '2027-01-04T16:00:00.000Z'
const [ann, cy] = ['ann@example.com', 'cy@example.com']

describe('guests of a new booking', () => {
  const app = setUpApp()
  let token: string
  let event: Event
  let bob: ReturnType<typeof inviteeOf>
  let host = 0
  let addresses = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    // Every test writes to the same addresses.
    await app.db.delete(recipientLimits)
    token = (await signIn(app.origin, `booked${++host}@example.com`)).sessionToken
    event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })
    bob = inviteeOf(app, event)
  })

  const fresh = (count: number) => Array.from({ length: count }, () => `friend${++addresses}@example.com`)
  const read = async (id: string, as?: string) =>
    (await ok(app.origin, 'getBooking', { params: { id }, ...(as && { token: as }) })).bookingData
  const mails = async (bookingId: string) =>
    (await app.db.select().from(jobs))
      .filter(({ payload }) => payload['bookingId'] === bookingId && payload['kind'] !== 'reminder')
      .flatMap(({ kind: job, payload }) =>
        job === 'sendMail' ? [`${String(payload['kind'])} ${String(payload['to'])}`] : [],
      )
      .toSorted()
  const tables = [bookings, bookingGuests, guestLinks, bookingRecipients, recipientLimits, jobs]
  const stored = () => Promise.all(tables.map((table) => app.db.$count(table)))

  test('are invited once each, with links of their own, and nobody who takes part already', async () => {
    const id = await bob.booked(ten, {
      guests: [ann, ' Ann@Example.com ', cy, 'BOB@example.com', `booked${host}@example.com`],
    })
    expect(await mails(id)).toEqual(['booked ', 'booked bob@example.com', `invited ${ann}`, `invited ${cy}`])
    expect(await bob.entryJobs(id)).toBe(1)
    const { guests, guestLinks: links, history } = await read(id, token)
    expect(guests).toEqual([ann, cy])
    expect(links.map(({ email, role, includesAnswers }) => [email, role, includesAnswers])).toEqual([
      [ann, 'guest', false],
      [cy, 'guest', false],
    ])
    expect(history.map(({ action, by, emails }) => [action, by, emails])).toEqual([
      ['booked', 'invitee', [ann, cy]],
    ])
    const [link] = await app.db.select().from(guestLinks)
    expect((await read(link!.token)).id).toBe(link!.token)
  })

  test('are in nothing that everybody can read', async () => {
    const reply = await bob.book(ten, { guests: [ann] })
    expect(reply).toMatchObject({ status: 201, data: { id: expect.any(String) as string } })
    const query = { dateFrom: '2027-01-04', dateTo: '2027-01-04', timezone: 'UTC' }
    const answers = [
      reply,
      await ok(app.origin, 'getPublicEvent', { params: { bookingUrlId: event.bookingUrlId } }),
      await ok(app.origin, 'listSlots', { params: { id: event.id }, query }),
      await (await fetch(`${app.origin}/book/${event.bookingUrlId}`)).text(),
    ]
    expect(JSON.stringify(answers)).not.toMatch(/ann@|a…@/)
  })

  test('of the host’s own booking for somebody count with the invitee', async () => {
    const { id } = await ok(app.origin, 'createBooking', {
      token,
      query: { bookingUrlId: event.bookingUrlId },
      body: { fullName: 'Bob', email: 'bob@example.com', startUTC: ten, byHost: true, guests: [ann] },
    })
    expect((await read(id, token)).guests).toEqual([ann])
    expect(await app.db.$count(bookingRecipients, eq(bookingRecipients.bookingId, id))).toBe(2)
    expect((await read(id, token)).history).toMatchObject([{ action: 'booked', by: 'host', emails: [ann] }])
  })

  test('are refused as a whole if an address is bad', async () => {
    const before = await stored()
    const refused: [unknown, string, string][] = [
      [[ann, 'ann'], 'guests.1', 'This isn’t a valid email address: ann'],
      [[], 'guests', recipientMessages.none],
      [fresh(invitationLimits.perCall + 1), 'guests', recipientMessages.tooMany],
      ['ann@example.com', 'guests', recipientMessages.none],
    ]
    for (const [guests, field, error] of refused) {
      expect(await bob.book(ten, { guests })).toMatchObject({
        status: 400,
        error,
        fields: { [field]: error },
      })
    }
    expect(await stored()).toEqual(before)
    expect((await bob.book(ten, { guests: [ann] })).status).toBe(201)
  })

  test('count for all guests of the booking, later ones too', async () => {
    const id = await bob.booked('2027-01-11T15:00:00.000Z', { guests: fresh(20) })
    const invite = (emails: string[]) => call(app.origin, 'inviteUsers', { params: { id }, body: { emails } })
    app.clock.now += 2 * 86_400_000
    expect((await invite(fresh(10))).status).toBe(200)
    expect(await invite(fresh(1))).toMatchObject({ status: 429, error: recipientMessages.tooManyGuests(30) })
  })

  test('are invited once if the same booking is sent twice at once', async () => {
    const send = (key: string, guests: string[]) =>
      call(app.origin, 'createBooking', {
        query: { bookingUrlId: event.bookingUrlId },
        body: { fullName: 'Bob', email: 'bob@example.com', startUTC: ten, guests },
        headers: { 'idempotency-key': key },
      })
    const replies = await Promise.all([send('once', [ann]), send('once', [ann]), send('other', [cy])])
    const made = replies.filter((reply) => reply.success)
    const ids = new Set(made.map(({ data }) => data.id))
    expect(ids.size).toBe(1)
    const [id] = ids
    const { guests } = await read(id!, token)
    expect(guests).toHaveLength(1)
    expect(await mails(id!)).toEqual(['booked ', 'booked bob@example.com', `invited ${guests[0]}`])
    for (const reply of replies) if (!reply.success) expect(reply.code).toBe('slot_not_found')
    expect(await send('once', [cy])).toMatchObject({
      status: 409,
      code: guests[0] === ann ? 'idempotency_key_reused' : 'slot_not_found',
    })
  })

  test('of concurrent bookings never exceed the host’s limit together, and nobody’s booking fails', async () => {
    const ids = await Promise.all(
      [ten, eleven].map((startUTC) => bob.booked(startUTC, { guests: fresh(15) })),
    )
    const held = await Promise.all(ids.map(async (id) => (await read(id, token)).heldMails.length))
    expect(held.toSorted((a, b) => a - b)).toEqual([0, 30 - allowances.guests.perDayOfNewHost])
  })
})
