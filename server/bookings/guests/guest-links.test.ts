import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Event } from '../../../contract/events/event.schema.ts'
import { byInvitee, inviteeOf, ten } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { guestLinks } from '../../db/tables/guest-links.ts'
import { recipientLimits } from '../../db/tables/recipients.ts'
import { lockHost } from '../../db/lock-host.ts'

const eleven = '2027-01-04T16:00:00.000Z'
const ann = 'ann@example.com'

describe('guest links', () => {
  // One test watches who waits for a lock, which only PostgreSQL tells.
  const app = setUpApp({ database: 'postgres' })
  let token: string
  let event: Event
  let bob: ReturnType<typeof inviteeOf>
  let id: string
  let host = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    // Every test writes to the same addresses.
    await app.db.delete(recipientLimits)
    token = (await signIn(app.origin, `host${++host}@example.com`)).sessionToken
    const { id: asked, fields } = await ok(app.origin, 'createCollection', {
      token,
      body: { name: 'About you', fields: [{ type: 'single-line', label: 'Company' }] },
    })
    event = await ok(app.origin, 'createEvent', {
      token,
      body: { title: 'Talk', customFieldsCollections: [{ id: asked }] },
    })
    bob = inviteeOf(app, event)
    id = await bob.booked(ten, {
      customFieldsCollections: [{ id: asked, fields: [{ id: fields[0]!.id, value: 'Weber' }] }],
    })
  })

  const invite = (as: string, email: string, includeAnswers = false) =>
    call(app.origin, 'inviteUsers', { params: { id: as }, body: { emails: [email], includeAnswers } })
  const share = (as: string, email: string, includeAnswers = false) =>
    call(app.origin, 'shareBooking', { params: { id: as }, body: { emails: [email], includeAnswers } })
  const read = (as: string, session?: string) =>
    ok(app.origin, 'getBooking', { params: { id: as }, ...(session && { token: session }) })
  const remove = (as: string, guestId: string, session?: string) =>
    call(app.origin, 'removeGuest', { params: { id: as, guestId }, ...(session && { token: session }) })
  /** The active link of an address. */
  const linkOf = async (email: string) => {
    const links = await app.db.select().from(guestLinks)
    return links.find((link) => link.bookingId === id && link.email === email && link.revokedAt === null)!
  }
  const invited = async (email: string, includeAnswers = false) => {
    expect((await invite(id, email, includeAnswers)).status).toBe(200)
    return (await linkOf(email)).token
  }
  const set = (body: object) => ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body })

  test("a guest sees the booking without its id, the invitee's address, answers and others", async () => {
    const guest = await invited(ann)
    await invite(id, 'cy@example.com')
    expect(guest.length).toBeGreaterThanOrEqual(22)
    const { bookingData, access } = await read(guest)
    expect(bookingData).toMatchObject({
      id: guest,
      fullName: 'Bob',
      email: 'b…@example.com',
      guests: [],
      guestLinks: [],
      history: [],
      customFieldsCollections: [],
    })
    expect(access).toEqual({
      role: 'guest',
      shareRole: null,
      email: 'a…@example.com',
      includesAnswers: false,
      canInvite: true,
    })
    const pages = [
      `/booking-confirmation/${guest}`,
      `/booking-confirmation/${guest}/invite.ics`,
      `/book/${event.bookingUrlId}/update/${guest}`,
    ]
    for (const path of pages) {
      const response = await fetch(app.origin + path)
      const text = (await response.text()).replaceAll('\r\n ', '')
      expect([path, response.status]).toEqual([path, 200])
      expect(text).toContain(guest)
      for (const secret of [id, 'bob@example.com', 'Weber', 'cy@', 'c…@']) expect(text).not.toContain(secret)
    }
  })

  test('shows the answers only to those they were included for, who alone can pass them on', async () => {
    const [without, withThem] = [await invited(ann), await invited('cy@example.com', true)]
    const answers = async (as: string) => JSON.stringify((await read(as)).bookingData.customFieldsCollections)
    expect(await answers(without)).toBe('[]')
    expect(await answers(withThem)).toContain('Weber')
    for (const [as, friend, expected] of [
      [without, 'di@example.com', false],
      [withThem, 'ed@example.com', true],
    ] as const) {
      await invite(as, friend, true)
      await share(as, `reader-${friend}`, true)
      for (const email of [friend, `reader-${friend}`]) {
        expect((await linkOf(email)).includesAnswers).toBe(expected)
      }
    }
    // Sharing with a guest who has a link neither adds another nor takes the answers away.
    await share(id, 'cy@example.com')
    expect(await linkOf('cy@example.com')).toMatchObject({ token: withThem, includesAnswers: true })
  })

  test('a guest moves the booking but never changes whose it is', async () => {
    const guest = await invited(ann)
    const theft = { fullName: 'Eve', email: 'eve@example.com', customFieldsCollections: [] }
    expect(await bob.change(guest, { ...theft, startUTC: eleven })).toMatchObject({
      status: 200,
      data: { id: guest },
    })
    expect(await bob.change(guest, theft)).toMatchObject({ status: 200 })
    const timeOnly = { params: { id: guest }, body: { startUTC: eleven } }
    expect((await call(app.origin, 'updateBooking', timeOnly)).status).toBe(200)
    const { bookingData } = await read(id)
    expect(bookingData).toMatchObject({ startUtc: eleven, fullName: 'Bob', email: 'bob@example.com' })
    expect(JSON.stringify(bookingData.customFieldsCollections)).toContain('Weber')
    // Nobody else can leave out name and email.
    const nameless = await call(app.origin, 'updateBooking', { ...timeOnly, params: { id } })
    expect(nameless).toMatchObject({ status: 400, fields: { fullName: 'Please enter your full name' } })
  })

  test('a guest finds nothing to change once the event takes no bookings', async () => {
    const guest = await invited(ann)
    await set({ isEnabled: false })
    const html = async (as: string) =>
      (await fetch(`${app.origin}/book/${event.bookingUrlId}/update/${as}`)).text()
    expect(await html(guest)).toContain('The time can’t be changed')
    expect(await html(guest)).not.toContain('Update booking')
    expect(await html(id)).toContain('Update booking')
  })

  test("offers a guest the booking's own time, too", async () => {
    const query = { dateFrom: '2027-01-04', dateTo: '2027-01-04', timezone: 'UTC' }
    const starts = async (bookingId?: string) =>
      (
        await ok(app.origin, 'listSlots', {
          params: { id: event.id },
          query: { ...query, ...(bookingId && { bookingId }) },
        })
      ).map(({ startUtc }) => startUtc)
    const guest = await invited(ann)
    expect(await starts()).not.toContain(ten)
    expect(await starts(guest)).toContain(ten)
    expect(await starts('unknown')).not.toContain(ten)
  })

  test('guests can only view the booking if the event says so', async () => {
    const guest = await invited(ann)
    await share(id, 'cy@example.com')
    const reader = (await linkOf('cy@example.com')).token
    await set({ allowGuestsToChange: false })
    for (const as of [guest, reader]) {
      const replies = [
        await bob.change(as, { startUTC: eleven }),
        await bob.cancel(as),
        await invite(as, 'di@example.com'),
        await share(as, 'di@example.com'),
      ]
      for (const reply of replies) expect(reply).toMatchObject({ status: 403, code: 'forbidden' })
      const { eventData, access } = await read(as)
      expect(eventData).toMatchObject({ allowUsersToEdit: false, allowUsersToCancel: false })
      expect(access.canInvite).toBe(false)
    }
    expect((await bob.change(id, { startUTC: eleven })).status).toBe(200)
    await set({ allowGuestsToChange: true, allowUsersToCancel: false })
    expect((await bob.cancel(guest)).status).toBe(403)
  })

  test('records who did what, for the host alone', async () => {
    app.clock.now += 1000
    const guest = await invited(ann)
    const step = async (act: () => Promise<{ status: number }>) => {
      app.clock.now += 1000
      expect((await act()).status).toBe(200)
    }
    await step(() => bob.change(guest, { startUTC: eleven }))
    await step(() => bob.change(id, { startUTC: eleven, fullName: 'Bobby' }))
    await step(() => share(guest, 'cy@example.com'))
    await step(() => bob.cancel(guest, byInvitee))
    expect((await read(id)).bookingData).toMatchObject({ canceledBy: 'guest', history: [] })
    const { history } = (await read(id, token)).bookingData
    expect(history.map(({ action, by, byEmail, emails }) => [action, by, byEmail, emails])).toEqual([
      ['canceled', 'guest', ann, []],
      ['shared', 'guest', ann, ['cy@example.com']],
      ['changed', 'invitee', null, []],
      ['moved', 'guest', ann, []],
      ['invited', 'invitee', null, [ann]],
      ['booked', 'invitee', null, []],
    ])
  })

  test('removes a guest, whose link then opens nothing, and gives them a new one when invited again', async () => {
    for (const session of [token, undefined]) {
      const guest = await invited(ann)
      const [shown] = (await read(id, session)).bookingData.guestLinks
      expect(shown!.email).toBe(session ? ann : 'a…@example.com')
      expect((await remove(id, shown!.id, session)).status).toBe(200)
      expect((await remove(id, shown!.id, session)).status).toBe(200)
      for (const reply of [
        await call(app.origin, 'getBooking', { params: { id: guest } }),
        await bob.change(guest, { startUTC: eleven }),
        await bob.cancel(guest),
        await invite(guest, 'di@example.com'),
        await remove(guest, 'me'),
      ]) {
        expect(reply).toMatchObject({ status: 404, error: 'Booking not found' })
      }
      expect((await fetch(`${app.origin}/booking-confirmation/${guest}`)).status).toBe(404)
      expect((await fetch(`${app.origin}/booking-confirmation/${guest}/invite.ics`)).status).toBe(404)
      expect((await read(id, token)).bookingData).toMatchObject({ guests: [], guestLinks: [] })
      expect(await invited(ann)).not.toBe(guest)
      await remove(id, (await linkOf(ann)).id, token)
    }
  })

  test('the invitee can tell the guests apart, and removes the one they mean', async () => {
    for (const name of ['anna', 'alex', 'ann1', 'ann2']) await invited(`${name}@acme.example`)
    await share(id, 'bo@acme.example')
    const { guests, guestLinks: links } = (await read(id)).bookingData
    const shown = new Map(links.map((link) => [link.email, link.id]))
    expect([...shown.keys()].toSorted()).toEqual([
      'al…@acme.example',
      'an…@acme.example',
      'an…@acme.example (2)',
      'an…@acme.example (3)',
      'b…@acme.example',
    ])
    expect(links.map(({ email }) => email)).toEqual([...guests, 'b…@acme.example'])
    await remove(id, shown.get('al…@acme.example')!)
    const { guests: left } = (await read(id, token)).bookingData
    expect(left.toSorted()).toEqual(['ann1@acme.example', 'ann2@acme.example', 'anna@acme.example'])
  })

  test('a guest removed while their request waits changes nothing', async () => {
    const guest = await invited(ann)
    const { hostId, id: linkId } = await linkOf(ann)
    const canceling = await app.db.transaction(async (tx) => {
      await lockHost(tx, hostId)
      const pending = bob.cancel(guest)
      await expect
        .poll(() => app.db.$count(sql`pg_stat_activity where wait_event_type = 'Lock'`))
        .toBeGreaterThan(0)
      await tx.update(guestLinks).set({ revokedAt: START_OF_TESTS }).where(eq(guestLinks.id, linkId))
      return { pending }
    })
    expect(await canceling.pending).toMatchObject({ status: 404, error: 'Booking not found' })
    expect((await bob.read(id)).status).toBe('confirmed')
  })

  test('a guest removes only themselves, once, and never by opening a page', async () => {
    const guest = await invited(ann)
    const other = await linkOf((await invite(id, 'cy@example.com'), 'cy@example.com'))
    expect((await remove(guest, other.id)).status).toBe(404)
    await fetch(`${app.origin}/booking-confirmation/${guest}?guestId=me`)
    app.clock.now += 1000
    const both = await Promise.all([remove(guest, 'me'), remove(guest, 'me')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect((await read(id, token)).bookingData.guests).toEqual(['cy@example.com'])
    expect((await read(id, token)).bookingData.history[0]).toMatchObject({
      action: 'removed',
      by: 'guest',
      byEmail: ann,
    })
    // A link of another booking, or none at all.
    const elsewhere = await bob.booked(eleven)
    for (const guestId of [other.id, 'me', 'unknown']) {
      expect((await remove(elsewhere, guestId, token)).status).toBe(404)
    }
    expect((await read(other.token)).bookingData.status).toBe('confirmed')
  })
})
