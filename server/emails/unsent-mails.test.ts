import { and, eq, ne } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../../availability/units.ts'
import { MEETING, type MailJourney, startMailJourney } from '../../testing/bookings/mail-journey.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { jobs } from '../db/tables/jobs.ts'
import { queueLinkMails } from './queue-link-mails.ts'
import type { QueuedMail } from '../jobs/queued-mail.ts'

const NOON = Date.parse(MEETING)

/** Without background work, so that what is queued stays queued until a test sends it. */
describe('emails about changes that were not sent yet', () => {
  const app = setUpApp()
  let j: MailJourney
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startMailJourney(app)
  })

  const ofHost = () => and(eq(jobs.hostId, j.hostId), eq(jobs.kind, 'sendMail'))
  const unsent = async () =>
    (await j.due())
      .filter(({ state }) => state === 'queued')
      .map(({ payload }) => payload as unknown as QueuedMail)
  /** The unsent emails, such as `changed host 1`. */
  const waiting = async () =>
    (await unsent()).map(({ kind, role, sequence }) => `${kind} ${role} ${sequence}`).toSorted()
  const mailTo = async (role: string) => (await unsent()).find((mail) => mail.role === role)
  const send = () => app.db.update(jobs).set({ state: 'done' }).where(ofHost())
  const claim = () =>
    app.db
      .update(jobs)
      .set({ lockedUntil: app.clock.now + MINUTE, attempts: 1 })
      .where(and(ofHost(), ne(jobs.state, 'done')))
  /** The mail server got what is queued, but didn't confirm it. */
  const losesAnswers = () =>
    app.db
      .update(jobs)
      .set({ attempts: 1, uncertainAttempts: 1, runAt: app.clock.now + HOUR })
      .where(and(ofHost(), eq(jobs.state, 'queued')))
  const rename = (id: string, fullName: string) =>
    ok(app.origin, 'updateBooking', { params: { id }, body: { fullName, email: j.email, startUTC: MEETING } })
  const invite = (id: string, emails: string[]) =>
    ok(app.origin, 'inviteUsers', { params: { id }, body: { emails } })
  const sent = async () => {
    const id = await j.book()
    await send()
    return id
  }

  test('inviting many guests and changing the name often queues one email each', async () => {
    const id = await sent()
    await invite(
      id,
      Array.from({ length: 20 }, (_, index) => `guest${index}@example.com`),
    )
    for (let time = 0; time < 50; time++) await rename(id, `Bob ${time}`)
    const counts = Map.groupBy(await unsent(), ({ kind, role }) => `${kind} ${role}`)
    expect([...counts].map(([name, mails]) => `${mails.length} ${name}`).toSorted()).toEqual([
      '1 changed host',
      '1 changed invitee',
      '20 invited guest',
    ])
    expect(await mailTo('host')).toMatchObject({ sequence: 51, previousStartAt: null })
  })

  test('one email names everything that changed since the last one', async () => {
    const id = await sent()
    const { fullName: name } = await j.row(id)
    await rename(id, 'Rob')
    await j.tell(id, 'changed', { meetVia: 'phone' }, { before: await j.row(id) })
    await rename(id, 'Robert')
    for (const role of ['host', 'invitee'])
      expect(await mailTo(role)).toMatchObject({
        sequence: 3,
        changed: { fullName: expect.any(String), meetVia: expect.any(String) },
      })
    // Without what was undone.
    await rename(id, name)
    expect(Object.keys((await mailTo('host'))!.changed!)).toEqual(['meetVia'])
  })

  test('details that are again as they were are no email, unless one may have arrived', async () => {
    const id = await sent()
    const { fullName } = await j.row(id)
    await rename(id, 'Rob')
    await rename(id, fullName)
    expect(await waiting()).toEqual([])
    await rename(id, 'Rob')
    await losesAnswers()
    await rename(id, fullName)
    expect(await waiting()).toEqual(['changed host 4', 'changed invitee 4'])
    expect(Object.keys((await mailTo('host'))!.changed!)).toEqual(['fullName'])
  })

  test('several moves are one, from the last time that people heard of', async () => {
    const id = await sent()
    await j.move(id, HOUR)
    await j.move(id, HOUR)
    expect(await waiting()).toEqual(['changed host 2', 'changed invitee 2'])
    const mail = { previousStartAt: NOON, startAt: NOON + 2 * HOUR }
    for (const role of ['host', 'invitee']) expect(await mailTo(role)).toMatchObject(mail)
  })

  test('a move there and back is no email, unless something else changed', async () => {
    const id = await sent()
    await j.move(id, HOUR)
    await j.move(id, -HOUR)
    expect(await waiting()).toEqual([])
    await rename(id, 'Rob')
    await j.move(id, HOUR)
    await j.move(id, -HOUR)
    expect(await waiting()).toEqual(['changed host 5', 'changed invitee 5'])
    expect(await mailTo('host')).toMatchObject({ previousStartAt: null })
  })

  test('a link that came after a move is emailed even if the move is undone', async () => {
    const id = await sent()
    await j.move(id, HOUR)
    const booking = await j.row(id)
    await app.db.transaction((tx) => queueLinkMails(tx, booking, [], { now: app.clock.now }))
    expect(await waiting()).toEqual(['changed host 1', 'changed invitee 1'])
    await j.move(id, -HOUR)
    expect(await waiting()).toEqual(['changed host 2', 'changed invitee 2'])
  })

  test('an email that is being sent stays, and the next one goes on from there', async () => {
    const id = await sent()
    await j.move(id, HOUR)
    await claim()
    await j.move(id, HOUR)
    expect(await waiting()).toEqual([
      'changed host 1',
      'changed host 2',
      'changed invitee 1',
      'changed invitee 2',
    ])
    const next = (await unsent()).filter(({ sequence }) => sequence === 2)
    for (const mail of next) expect(mail.previousStartAt).toBe(NOON + HOUR)
  })

  test('a move that people may have read about is replaced by the next email, even if it is undone', async () => {
    const id = await sent()
    await j.move(id, HOUR)
    await losesAnswers()
    await j.move(id, -HOUR)
    expect(await waiting()).toEqual(['changed host 2', 'changed invitee 2'])
    for (const role of ['host', 'invitee'])
      expect(await mailTo(role)).toMatchObject({ startAt: NOON, previousStartAt: NOON + HOUR })
    expect(new Set((await j.due()).map(({ uncertainAttempts }) => uncertainAttempts))).toEqual(new Set([0]))

    // Those who didn't read about the first move still have to hear of the time.
    await j.move(id, HOUR)
    expect(await waiting()).toEqual(['changed host 3', 'changed invitee 3'])
    for (const role of ['host', 'invitee']) expect(await mailTo(role)).toMatchObject({ startAt: NOON + HOUR })
  })

  test('so is one whose process died while sending it', async () => {
    const id = await sent()
    await j.move(id, HOUR)
    await claim()
    app.clock.now += HOUR + 1
    await j.move(id, -HOUR)
    expect(await waiting()).toEqual(['changed host 2', 'changed invitee 2'])
  })

  test('the email that replaces it repeats its new time', async () => {
    const id = await sent()
    await j.move(id, HOUR)
    await losesAnswers()
    await j.tell(id, 'changed', { location: 'Room 5' }, { before: await j.row(id) })
    expect(await mailTo('host')).toMatchObject({ startAt: NOON + HOUR, previousStartAt: NOON })
  })

  test("a link doesn't wait for the retry of an email that may have arrived", async () => {
    const id = await j.book()
    await losesAnswers()
    const booking = await j.row(id)
    await app.db.transaction((tx) => queueLinkMails(tx, booking, [], { now: app.clock.now }))
    expect(await waiting()).toEqual([
      'booked host 0',
      'booked invitee 0',
      'linked host 0',
      'linked invitee 0',
    ])
  })

  test('a confirmation that was never tried says the current time and needs no email about changes', async () => {
    const id = await j.book()
    await j.move(id, HOUR)
    expect(await waiting()).toEqual(['booked host 1', 'booked invitee 1'])
    expect(await mailTo('invitee')).toMatchObject({ startAt: NOON + HOUR, previousStartAt: null })
    await claim()
    await j.move(id, HOUR)
    expect(await waiting()).toEqual([
      'booked host 1',
      'booked invitee 1',
      'changed host 2',
      'changed invitee 2',
    ])
  })

  test('a cancellation replaces what it makes pointless', async () => {
    const id = await sent()
    await j.move(id, HOUR)
    await j.cancel(id)
    expect(await waiting()).toEqual(['canceled host 2', 'canceled invitee 2'])
    expect(await mailTo('host')).toMatchObject({ previousStartAt: NOON })
  })

  test('guests hear about a new time or place, not about names, addresses and answers', async () => {
    const id = await sent()
    await invite(id, ['ann@example.com'])
    await send()
    await rename(id, 'Rob')
    expect(await mailTo('guest')).toBeUndefined()
    const before = await j.row(id)
    await j.tell(id, 'changed', { location: 'Room 5' }, { before, emails: ['ann@example.com'] })
    expect(await mailTo('guest')).toMatchObject({ kind: 'changed', previousStartAt: null })
    await send()
    const earlier = await j.row(id)
    const times = { startAt: earlier.startAt + HOUR, endAt: earlier.endAt + HOUR }
    await j.tell(id, 'changed', times, { before: earlier, emails: ['ann@example.com'] })
    expect(await mailTo('guest')).toMatchObject({ kind: 'changed', previousStartAt: NOON })
  })

  test('a guest who is removed leaves no emails behind, and is invited again by one', async () => {
    const ann = 'ann@example.com'
    const id = await sent()
    const ofGuest = async () => (await waiting()).filter((mail) => mail.includes('guest'))
    const remove = async () => {
      const seen = await ok(app.origin, 'getBooking', { token: j.token, params: { id } })
      const guestId = seen.bookingData.guestLinks.find(({ email }) => email === ann)!.id
      await ok(app.origin, 'removeGuest', { token: j.token, params: { id, guestId } })
      expect(await ofGuest()).toEqual([])
    }
    await invite(id, [ann])
    const refused = { attempts: 1, runAt: app.clock.now + HOUR }
    await app.db
      .update(jobs)
      .set(refused)
      .where(and(ofHost(), eq(jobs.state, 'queued')))
    await remove()
    await invite(id, [ann])
    expect(await ofGuest()).toEqual(['invited guest 3'])
    await send()
    await j.tell(id, 'changed', { location: 'Room 5' }, { before: await j.row(id), emails: [ann] })
    expect(await ofGuest()).toHaveLength(1)
    await remove()
  })

  test('other capitals in an address are the same person', async () => {
    const id = await sent()
    // As happens a week after they were sent.
    await app.db.delete(jobs).where(ofHost())
    for (const email of [j.email.toUpperCase(), j.email.replace('b', 'B')]) {
      const body = { fullName: 'Bob Marsh', email, startUTC: MEETING }
      await ok(app.origin, 'updateBooking', { params: { id }, body })
    }
    expect(await waiting()).toEqual([])
    const body = { fullName: 'Bob Marsh', email: 'other@example.com', startUTC: MEETING }
    await ok(app.origin, 'updateBooking', { params: { id }, body })
    expect(await waiting()).toEqual(['changed host 3', 'changed invitee 3', 'readdressed invitee 3'])
  })

  test("an address that was replaced before it heard of the booking isn't mailed at all", async () => {
    const id = await j.book()
    const body = { fullName: 'Bob', email: 'other@example.com', startUTC: MEETING }
    expect((await call(app.origin, 'updateBooking', { params: { id }, body })).status).toBe(200)
    expect((await unsent()).map(({ to }) => to).toSorted()).toEqual(['', 'other@example.com'])
  })

  test.each([
    ['its email waits', () => {}, []],
    ['its email may have arrived', losesAnswers, ['readdressed']],
    ['its email was sent', send, ['readdressed']],
  ])('an address that a change brought in is replaced while %s', async (_state, between, kinds) => {
    const id = await sent()
    const use = (email: string) =>
      ok(app.origin, 'updateBooking', {
        params: { id },
        body: { fullName: 'Bob Marsh', email, startUTC: MEETING },
      })
    const typo = `typo.${j.email}`
    await use(typo)
    await between()
    await use(j.email)
    expect((await unsent()).filter(({ to }) => to === typo).map(({ kind }) => kind)).toEqual(kinds)
  })
})
