import { eq, type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '../../../availability/units.ts'
import { messages } from '../../../contract/errors.ts'
import { MAX_ATTEMPTS_PER_HOUR } from '../../../contract/bookings/rate-limits.ts'
import { type EntryJourney, startEntryJourney } from '../../../testing/calendars/entry-journey.ts'
import { ten } from '../../../testing/bookings/invitee.ts'
import { passMinute } from '../../../testing/server/pass-minute.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { call, caughtMail, mailFault, ok, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { guestLinks } from '../../db/tables/guest-links.ts'
import { bookingRecipients, recipientLimits } from '../../db/tables/recipients.ts'
import { removeErasedRecipients } from '../../emails/recipient-limit.ts'
import { rateLimits } from '../../db/tables/requests.ts'
import { jobs } from '../../db/tables/jobs.ts'

const PERSONAL = ['Bob', 'bob@', 'b…@', 'ann@', 'nuts', 'Ill', 'See you']

describe("erasing an invitee's data", () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let j: EntryJourney
  let answers: object
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    await app.db.delete(recipientLimits)
    j = await startEntryJourney(app)
    const body = { name: 'About you', fields: [{ label: 'Food', type: 'single-line' }] }
    const { id, fields } = await ok(app.origin, 'createCollection', { token: j.token, body })
    const params = { id: j.event.id }
    await ok(app.origin, 'updateEvent', {
      token: j.token,
      params,
      body: { customFieldsCollections: [{ id }] },
    })
    answers = { customFieldsCollections: [{ id, fields: [{ id: fields[0]!.id, value: 'No nuts' }] }] }
  })

  const erase = (id: string) => call(app.origin, 'erasePersonalData', { params: { id } })
  const asHost = async (id: string) =>
    (await ok(app.origin, 'getBooking', { token: j.token, params: { id } })).bookingData
  /** Booked with answers, a guest and a shared page. */
  const booked = async () => {
    const id = await j.bob.booked(ten, answers)
    const emails = [ann]
    await ok(app.origin, 'inviteUsers', { params: { id }, body: { emails } })
    await ok(app.origin, 'shareBooking', { params: { id }, body: { emails, additionalMessage: 'See you' } })
    // A second write of the same entry may still be under way.
    await expect.poll(() => j.unwritten(id)).toBe(0)
    // Mail that is refused from now on isn't the one about the booking, and the guest has heard of it.
    await expect
      .poll(async () =>
        (await j.jobsOf(id)).filter(
          ({ payload: { kind }, state }) => (kind === 'booked' || kind === 'invited') && state === 'queued',
        ),
      )
      .toEqual([])
    return id
  }
  const ann = 'ann@example.com'
  const cancellationsTo = async (email: string) =>
    (await caughtMail(app.origin, email)).filter(({ subject }) => subject.startsWith('Canceled'))
  /** Queues an email for tomorrow. */
  const insertMail = (payload: object, more: Partial<typeof jobs.$inferInsert> = {}) =>
    app.db.insert(jobs).values({
      hostId: j.hostId,
      id: crypto.randomUUID(),
      kind: 'sendMail',
      pool: 'mail',
      state: 'queued',
      createdAt: app.clock.now,
      runAt: app.clock.now + DAY,
      payload: payload as Record<string, unknown>,
      ...more,
    })
  /** Cancels a booking and waits until its guest has heard of it. */
  const cancelAndTell = async (id: string) => {
    const { length: before } = await cancellationsTo(ann)
    await j.bob.cancel(id)
    await expect.poll(async () => (await cancellationsTo(ann)).length).toBe(before + 1)
    await expect.poll(() => untoldGuests(id)).toBe(0)
  }
  const refusedCancellations = async (id: string) =>
    (await j.jobsOf(id)).filter(
      ({ payload, attempts }) => payload['kind'] === 'canceled' && payload['role'] === 'host' && attempts > 0,
    )
  const untoldGuests = async (id: string) =>
    (await j.jobsOf(id)).filter(
      ({ payload, state }) =>
        payload['kind'] === 'canceled' && payload['role'] === 'guest' && state === 'queued',
    ).length
  /** Every row of the host, as text, without tokens, whose letters are random. */
  const stored = async () => {
    const read = async (query: SQL) =>
      ((await app.db.execute(query)) as { rows: Record<string, string>[] }).rows
    const tables = await read(
      sql`select table_name from information_schema.columns where column_name = 'host_id' and table_schema = 'public'`,
    )
    const rows = await Promise.all(
      tables.map(({ table_name: table }) =>
        read(sql`select t::text as row from ${sql.identifier(table!)} t where host_id = ${j.hostId}`),
      ),
    )
    return JSON.stringify(rows).replaceAll(/[\w+/=-]{20,}/g, '')
  }
  const deliverAgain = async (id: string) => {
    await mailFault(app.origin, null)
    await expect.poll(() => passMinute(app).then(() => untoldGuests(id))).toBe(0)
  }

  test('leaves hashes of addresses only as long as they count', async () => {
    const id = await booked()
    await cancelAndTell(id)
    const hashes = () => app.db.$count(bookingRecipients, eq(bookingRecipients.bookingId, id))
    expect((await erase(id)).status).toBe(200)
    app.clock.now += DAY - 1
    await removeErasedRecipients(app.deps)
    expect(await hashes()).toBe(1)
    app.clock.now += 60_000
    await removeErasedRecipients(app.deps)
    expect(await hashes()).toBe(0)
  })

  test('leaves nothing about invitee and guests, only that they met', async () => {
    const id = await booked()
    for (const personal of ['Bob', 'bob@', 'ann@', 'nuts', 'See you'])
      expect(await stored()).toContain(personal)
    app.clock.now += DAY
    expect(await erase(id)).toMatchObject({ status: 200, data: null })
    await j.inLine(id)

    for (const personal of PERSONAL) expect(await stored()).not.toContain(personal)
    const erasedAt = new Date(START_OF_TESTS + DAY).toISOString().slice(0, 16)
    expect(await asHost(id)).toMatchObject({
      status: 'confirmed',
      fullName: 'Erased',
      email: '',
      startUtc: ten,
      guests: [],
      guestLinks: [],
      customFieldsCollections: [],
      erasedAt: expect.stringContaining(erasedAt) as string,
    })
    const { history } = await asHost(id)
    expect(history[0]).toMatchObject({ action: 'erased', by: 'invitee' })
    expect(history).toHaveLength(4)
    const entry = await j.entry(id)
    expect(entry).toMatchObject({ status: 'confirmed', summary: 'Talk', description: '' })
    expect((entry.attendees ?? []).filter(({ self }) => !self)).toEqual([])
    for (const personal of PERSONAL) expect(JSON.stringify(entry)).not.toContain(personal)

    const list = await ok(app.origin, 'listBookings', { token: j.token, query: { booking_q: 'bob' } })
    expect(list.total).toBe(0)
    const page = await fetch(`${app.origin}/booking-confirmation/${id}`)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('Your data has been erased')
    for (const personal of PERSONAL) expect(html).not.toContain(personal)
    expect((await fetch(`${app.origin}/booking-confirmation/${id}/invite.ics`)).status).toBe(404)
  })

  test('can be repeated, even twice at once', async () => {
    const id = await booked()
    app.clock.now += DAY
    const replies = await Promise.all([erase(id), erase(id)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const { sequence } = await j.row(id)
    expect(await erase(id)).toMatchObject({ status: 200 })
    expect((await j.row(id)).sequence).toBe(sequence)
    expect((await asHost(id)).history.filter(({ action }) => action === 'erased')).toHaveLength(1)
  })

  test('needs a meeting that is over or canceled', async () => {
    const id = await booked()
    const refused = {
      status: 409,
      code: 'booking_not_over',
      error: 'You can erase your data once this meeting is canceled or over.',
    }
    expect(await erase(id)).toMatchObject(refused)
    app.clock.now = (await j.row(id)).endAt - 1
    expect(await erase(id)).toMatchObject(refused)
    app.clock.now += 1
    expect(await erase(id)).toMatchObject({ status: 200 })
  })

  test('of a canceled booking removes the mails about it that still wait', async () => {
    const id = await booked()
    await cancelAndTell(id)
    await insertMail({ bookingId: id, kind: 'reminder', role: 'invitee', to: 'bob@example.com' })
    expect(await erase(id)).toMatchObject({ status: 200 })
    expect(await asHost(id)).toMatchObject({
      status: 'canceled',
      cancellationReason: null,
      canceledBy: 'invitee',
    })
    const left = await app.db.select().from(jobs).where(eq(jobs.hostId, j.hostId))
    expect(left.filter((job) => job.payload['kind'] === 'reminder')).toEqual([])
  })

  test('still tells the host of a cancellation that they haven’t heard of', async () => {
    const id = await booked()
    await mailFault(app.origin, { kind: 'temporary', to: j.email })
    await cancelAndTell(id)
    // One that is being sent would arrive, too.
    await expect.poll(() => refusedCancellations(id)).toMatchObject([{ lockedUntil: null, state: 'queued' }])
    expect(await erase(id)).toMatchObject({ status: 200 })
    await mailFault(app.origin, null)
    const canceled = () => cancellationsTo(j.email)
    await expect
      .poll(async () => {
        await passMinute(app)
        return (await canceled()).length
      })
      .toBe(1)
    for (const personal of PERSONAL) expect((await canceled())[0]!.text).not.toContain(personal)
  })

  test('waits until guests have heard of the cancellation', async () => {
    const id = await booked()
    const { length: before } = await cancellationsTo(ann)
    await mailFault(app.origin, { kind: 'temporary', to: ann })
    await j.bob.cancel(id)
    expect(await erase(id)).toMatchObject({
      status: 409,
      code: 'cancellation_unsent',
      error: messages.cancellationUnsent,
    })
    expect((await asHost(id)).erasedAt).toBeNull()
    await deliverAgain(id)
    expect(await cancellationsTo(ann)).toHaveLength(before + 1)
    expect(await erase(id)).toMatchObject({ status: 200 })
  })

  test('a guest who is removed before it was sent still hears of it', async () => {
    const id = await booked()
    const { length: before } = await cancellationsTo(ann)
    await mailFault(app.origin, { kind: 'temporary', to: ann })
    await j.bob.cancel(id)
    const links = (await asHost(id)).guestLinks
    const guestId = links.find(({ email }) => email === ann)!.id
    await ok(app.origin, 'removeGuest', { token: j.token, params: { id, guestId } })
    await deliverAgain(id)
    expect(await cancellationsTo(ann)).toHaveLength(before + 1)
  })

  test('doesn’t wait for guests who never heard of the booking', async () => {
    const id = await booked()
    const held = { bookingId: id, kind: 'invited', role: 'guest', to: ann }
    await insertMail(held, { isHeld: true, queueName: `${id} guest ${ann}` })
    await j.bob.cancel(id)
    expect(await untoldGuests(id)).toBe(1)
    expect(await erase(id)).toMatchObject({ status: 200 })
  })

  test('is up to the invitee: guests can’t, and their links stop working', async () => {
    const id = await booked()
    app.clock.now += DAY
    const [link] = await app.db.select().from(guestLinks).where(eq(guestLinks.bookingId, id))
    const error = 'Only the person who booked can erase their data.'
    expect(await erase(link!.token)).toMatchObject({ status: 403, code: 'forbidden', error })
    expect(await erase('unknown')).toMatchObject({ status: 404, code: 'booking_not_found' })
    expect((await asHost(id)).erasedAt).toBeNull()
    await erase(id)
    expect(await call(app.origin, 'getBooking', { params: { id: link!.token } })).toMatchObject({
      status: 404,
    })
  })

  test('counts as an attempt of its address', async () => {
    const id = await booked()
    app.clock.now += DAY
    await app.db.update(rateLimits).set({ attempts: MAX_ATTEMPTS_PER_HOUR, windowStart: app.clock.now })
    expect(await erase(id)).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect((await asHost(id)).erasedAt).toBeNull()
    await app.db.delete(rateLimits)
    expect(await erase(id)).toMatchObject({ status: 200 })
  })

  test('ends what the host can do with the booking', async () => {
    const id = await booked()
    app.clock.now += DAY
    await erase(id)
    const error = 'The invitee erased their data, so this booking can no longer be changed.'
    expect(await j.bob.cancel(id, { cancellationReason: 'x' }, j.token)).toMatchObject({ status: 403, error })
    expect(await j.bob.change(id, {}, j.token)).toMatchObject({ status: 403, error })
  })

  test('doesn’t bring back an entry that the host removed', async () => {
    const id = await booked()
    await j.remove(id)
    app.clock.now += DAY
    await erase(id)
    await j.inLine(id)
    expect((await j.entry(id)).status).toBe('cancelled')
  })
})
