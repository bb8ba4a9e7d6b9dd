import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Event } from '../../contract/event.ts'
import { databaseKinds } from '../../testing/databases.ts'
import {
  caughtMail,
  googleFault,
  googleLog,
  mailFault,
  ok,
  signIn,
  START_OF_TESTS,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts'
import { bookings, jobs } from '../db/schema.ts'
import { queueMails, type MoreOfMails } from './queue-mails.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TEN = '2027-01-05T15:00:00.000Z'
type Kind = Parameters<typeof queueMails>[2]

describe.each(databaseKinds())('mails on the %s database', (kind) => {
  const logged: string[] = []
  let app: TestApp
  let token: string
  let event: Event
  let hostId: string
  let hostEmail: string
  let email: string
  let count = 0
  beforeAll(async () => {
    app = await startTestApp(kind, { log: (line) => logged.push(line) })
  })
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    count += 1
    email = `bob${count}@example.com`
    hostEmail = `maya${count}@example.com`
    const host = await signIn(app.origin, hostEmail, { name: 'Maya Lindqvist' })
    token = host.sessionToken
    hostId = host.user.id
    event = await ok(app.origin, 'createEvent', {
      token,
      body: { title: 'Intro call', description: 'Bring questions.' },
    })
  })
  afterEach(async () => {
    await mailFault(app.origin, null)
    await googleFault(app.origin, null)
    // Nothing of one test is left to be done in the time of another.
    await app.db.delete(jobs)
  })
  afterAll(() => app.close())

  const book = async (more: object = {}) =>
    (
      await ok(app.origin, 'createBooking', {
        query: { bookingUrlId: event.bookingUrlId },
        body: { fullName: 'Bob Marsh', email, startUTC: TEN, timezone: 'Europe/Berlin', ...more },
      })
    ).id
  /** The subjects of what somebody has been sent, oldest first. */
  const subjects = async (to: string) =>
    (await caughtMail(app.origin, to)).map(({ subject }) => subject.split(':')[0]).toReversed()
  const settled = (subject: string, who = [email, hostEmail]) =>
    Promise.all(who.map((to) => expect.poll(() => subjects(to)).toContain(subject)))
  const mailJobs = async () =>
    app.db
      .select()
      .from(jobs)
      .where(and(eq(jobs.hostId, hostId), eq(jobs.kind, 'sendMail')))
  const due = async () => (await mailJobs()).filter(({ payload }) => payload['kind'] !== 'reminder')
  const row = async (id: string) => (await app.db.select().from(bookings).where(eq(bookings.id, id)))[0]!
  /** As a change of the booking queues them. */
  const tell = async (id: string, what: Kind, change: object = {}, more: MoreOfMails = {}) =>
    app.db.transaction(async (tx) => {
      const before = await row2(tx, id)
      const [after] = await tx
        .update(bookings)
        .set({ ...change, sequence: before.sequence + 1 })
        .where(eq(bookings.id, id))
        .returning()
      await queueMails(tx, after!, what, app.clock.now, more)
    })
  const row2 = async (tx: Parameters<typeof queueMails>[0], id: string) =>
    (await tx.select().from(bookings).where(eq(bookings.id, id)))[0]!
  const cancel = (id: string, message = 'Ill, sorry') =>
    tell(id, 'canceled', { status: 'canceled', canceledBy: 'host' }, { message })
  const move = (id: string, by: number) =>
    row(id).then(({ startAt, endAt }) =>
      tell(id, 'changed', { startAt: startAt + by, endAt: endAt + by }, { before: { startAt } }),
    )

  test('a booking is confirmed to its invitee and told to its host, each once, in their own words', async () => {
    const id = await book()
    await settled('Confirmed', [email])
    await settled('New booking', [hostEmail])
    const [toInvitee, ...more] = await caughtMail(app.origin, email)
    const [toHost, ...others] = await caughtMail(app.origin, hostEmail)
    expect([more, others]).toEqual([[], []])
    const page = `${app.origin}/booking-confirmation/${id}`
    const { calendarEntryId } = await row(id)

    expect(toInvitee!.subject).toBe('Confirmed: Intro call with Maya, Tue Jan 5, 4:00 PM')
    expect(toHost!.subject).toBe('New booking: Intro call with Bob Marsh, Tue Jan 5, 10:00 AM')
    for (const part of ['text', 'html'] as const) {
      expect(toInvitee![part]).toContain('Tuesday, January 5, 2027')
      expect(toInvitee![part]).toContain('4:00 – 4:30 PM')
      expect(toInvitee![part]).toContain('Europe/Berlin (GMT+1)')
      expect(toInvitee![part]).toContain('Google Meet')
      expect(toInvitee![part]).toContain(page)
      expect(toInvitee![part]).not.toContain('/bookings"')
      expect(toHost![part]).toContain('10:00 – 10:30 AM')
      expect(toHost![part]).toContain('America/New York (GMT-5)')
      expect(toHost![part]).toContain(email)
      expect(toHost![part]).toContain(page)
      expect(toHost![part]).toContain(`${app.origin}/bookings`)
    }

    const jobIds = new Set((await due()).map((job) => `<${job.id}@localhost>`))
    for (const mail of [toInvitee!, toHost!]) {
      expect(jobIds.delete(mail.messageId)).toBe(true)
      expect(mail.from).toBe('Boomtime <no-reply@sandbox.example>')
      expect(mail.date).toBe(new Date(START_OF_TESTS).toISOString())
      expect(mail.headers).toMatchObject({ 'auto-submitted': 'auto-generated' })
      expect(mail.headers).not.toHaveProperty('list-unsubscribe')
      const parts = mail.attachments.filter(({ contentId }) => contentId === null)
      expect(parts).toMatchObject([
        { contentType: 'text/calendar', method: 'REQUEST', filename: null },
        { contentType: 'application/ics', filename: 'invite.ics' },
      ])
      expect(parts[0]!.content).toBe(parts[1]!.content)
      expect(parts[0]!.content).toContain(`UID:${calendarEntryId}@google.com\r\nSEQUENCE:0\r\n`)
      expect(mail.headers['content-type']).toMatch(/^multipart\/mixed/)
    }
    expect(toInvitee!.headers['reply-to']).toContain(hostEmail)
    expect(toHost!.headers['reply-to']).toContain(email)
    expect(toInvitee!.headers['to']).toBe(`Bob Marsh <${email}>`)
  })

  test('moving it and canceling it are told with rising numbers, under the same uid', async () => {
    const id = await book()
    await settled('Confirmed', [email])
    await move(id, HOUR)
    await settled('Moved')
    await cancel(id)
    await settled('Canceled')
    for (const to of [email, hostEmail]) {
      const mails = (await caughtMail(app.origin, to)).toReversed()
      expect(mails).toHaveLength(3)
      const calendars = mails.map(({ attachments }) => attachments.find(({ method }) => method !== null)!)
      expect(calendars.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
      const numbers = calendars.map(({ content }) => /^SEQUENCE:(\d+)/m.exec(content)?.[1])
      expect(numbers).toEqual(['0', '1', '2'])
      expect(new Set(calendars.map(({ content }) => /^UID:(.*)$/m.exec(content)?.[1])).size).toBe(1)
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3)
      expect(mails[1]!.text).toContain(
        to === email ? 'Before: Tue Jan 5, 4:00 PM' : 'Before: Tue Jan 5, 10:00 AM',
      )
      expect(mails[2]!.text).toContain('> Ill, sorry')
      expect(mails[2]!.text).toContain(to === email ? 'Maya Lindqvist has canceled' : 'You have canceled')
    }
  })

  test('guests are invited, and others shown the page, each address once', async () => {
    const id = await book()
    const guest = `guest${count}@example.com`
    const emails = [guest, ` ${guest.toUpperCase()} `, `friend${count}@example.com`]
    await tell(id, 'invited', {}, { emails })
    await settled('Invitation', [guest, emails[2]!])
    await tell(
      id,
      'shared',
      {},
      { emails: [`reader${count}@example.com`], message: 'Have a look\n<b>at this</b>' },
    )
    await settled('Shared with you', [`reader${count}@example.com`])
    const [invitation, ...more] = await caughtMail(app.origin, guest)
    expect(more).toEqual([])
    const part = invitation!.attachments.find(({ method }) => method !== null)!
    expect(part.method).toBe('REQUEST')
    expect(part.content.replaceAll('\r\n ', '')).toContain(`RSVP=TRUE;CN="${guest.toUpperCase()}"`)
    expect(invitation!.headers['reply-to']).toContain(hostEmail)
    const [shared] = await caughtMail(app.origin, `reader${count}@example.com`)
    expect(shared!.text).toContain('> Have a look\n> <b>at this</b>')
    expect(shared!.html).toContain('Have a look\n&lt;b&gt;at this&lt;/b&gt;')
    expect(shared!.attachments.filter(({ contentId }) => contentId === null)).toEqual([])
    // Whoever has the page does not have the host's address, and this mail does not tell it.
    expect(JSON.stringify(shared)).not.toContain(hostEmail)
    expect(shared!.headers['reply-to']).toContain(email)
  })

  test('with the mail server down for the whole journey nothing is lost, and once it is back each arrives once, in order', async () => {
    await mailFault(app.origin, { kind: 'temporary' })
    const tried = async (sequence: string, attempts: number) =>
      expect
        .poll(async () => {
          app.clock.now += MINUTE
          const theirs = (await due()).filter(({ payload }) => payload['sequence'] === sequence)
          return theirs.length === 2 && theirs.every((job) => job.attempts >= attempts)
        })
        .toBe(true)
    const id = await book()
    await tried('0', 1)
    await move(id, HOUR)
    await tried('0', 3)
    await cancel(id)
    await tried('0', 4)
    expect(await subjects(email)).toEqual([])
    expect(new Set((await due()).map(({ lastError }) => lastError))).toEqual(
      new Set([null, 'Error: The mail server answered 421 4.3.2 to the connection']),
    )
    await mailFault(app.origin, null)
    await expect
      .poll(async () => {
        app.clock.now += 10 * MINUTE
        return (await due()).map(({ state }) => state)
      })
      .toEqual(['done', 'done', 'done', 'done', 'done', 'done'])
    expect(await subjects(email)).toEqual(['Confirmed', 'Moved', 'Canceled'])
    expect(await subjects(hostEmail)).toEqual(['New booking', 'Moved', 'Canceled'])
    const [, , confirmed] = await caughtMail(app.origin, email)
    expect(confirmed!.subject).toContain('4:00 PM')
  })

  test('calendar and mail do not wait for one another', async () => {
    await googleFault(app.origin, { match: 'events.insert', kind: 'status', status: 500, times: 0 })
    await book()
    await settled('Confirmed', [email])
    await googleFault(app.origin, null)
    app.clock.now += HOUR

    // As many as mails are sent at once, none of which gets an answer.
    await mailFault(app.origin, { kind: 'hang' })
    const inserts = async () =>
      (await googleLog(app.origin)).filter(
        (entry) => entry.method === 'events.insert' && entry.email === hostEmail && entry.status === 200,
      ).length
    await expect.poll(inserts).toBe(1)
    for (const hour of [17, 18, 19]) await book({ startUTC: `2027-01-05T${hour}:00:00.000Z` })
    await expect.poll(inserts).toBe(4)
    expect(await subjects(email)).toEqual(['Confirmed'])
    await mailFault(app.origin, null)
    // The clock of the locks stands still until those who wait have given up.
    await expect.poll(async () => (await due()).filter(({ lockedUntil }) => lockedUntil !== null)).toEqual([])
    await expect
      .poll(async () => {
        app.clock.now += 5000
        return subjects(email)
      })
      .toEqual(['Confirmed', 'Confirmed', 'Confirmed', 'Confirmed'])
  })

  test('a mail whose answer was lost is tried again under the same Message-ID', async () => {
    await ok(app.origin, 'updateEvent', { token, params: { id: event.id }, body: { meetVia: 'phone' } })
    await mailFault(app.origin, { kind: 'lost_response', to: email, times: 1 })
    await book()
    await expect.poll(() => subjects(email)).toEqual(['Confirmed'])
    await expect.poll(async () => (await due()).some(({ lastError }) => lastError !== null)).toBe(true)
    app.clock.now += MINUTE
    await expect.poll(() => subjects(email)).toEqual(['Confirmed', 'Confirmed'])
    const [again, first] = await caughtMail(app.origin, email)
    expect(again!.messageId).toBe(first!.messageId)
    expect(again!.attachments).toEqual(first!.attachments)
  })

  test('an address that is refused fails its own mail for good, with the reason, and no address in it', async () => {
    await mailFault(app.origin, { kind: 'refuse', to: email })
    await book()
    await settled('New booking', [hostEmail])
    await expect
      .poll(async () => (await due()).map(({ state }) => state).toSorted())
      .toEqual(['done', 'failed'])
    const failed = (await due()).find(({ state }) => state === 'failed')!
    expect(failed).toMatchObject({
      attempts: 1,
      lastError: 'Error: The mail server answered 550 5.1.1 to RCPT TO',
    })
    await mailFault(app.origin, null)
    // Connecting Google anew mends no address.
    await signIn(app.origin, hostEmail)
    expect((await due()).map(({ state }) => state).toSorted()).toEqual(['done', 'failed'])
  })

  test('reminders come a day and an hour before, to both, and the host can switch theirs off', async () => {
    await book()
    await settled('Confirmed', [email])
    const at = async (time: string) => {
      app.clock.now = Date.parse(time)
      await ok(app.origin, 'getStateToken')
    }
    await at('2027-01-04T14:59:59.999Z')
    expect(await subjects(email)).toEqual(['Confirmed'])
    await at('2027-01-04T15:00:00.000Z')
    await expect.poll(() => subjects(email)).toEqual(['Confirmed', 'Reminder'])
    await settled('Reminder', [hostEmail])
    await at('2027-01-05T14:00:00.000Z')
    await expect.poll(() => subjects(email)).toEqual(['Confirmed', 'Reminder', 'Reminder'])
    await expect.poll(() => subjects(hostEmail)).toEqual(['New booking', 'Reminder', 'Reminder'])
    const [toHost] = await caughtMail(app.origin, hostEmail)
    const [toInvitee] = await caughtMail(app.origin, email)
    expect(toHost!.headers['list-unsubscribe']).toBe(`<${app.origin}/settings>`)
    expect(toInvitee!.headers).not.toHaveProperty('list-unsubscribe')
    expect(toInvitee!.attachments.filter(({ method }) => method !== null)).toEqual([])
  })

  test('nobody is reminded of what is canceled, or of a time it was moved from', async () => {
    const moved = await book()
    const canceled = await book({ startUTC: '2027-01-05T16:00:00.000Z' })
    await settled('Confirmed', [email])
    await move(moved, -2 * HOUR)
    await cancel(canceled)
    await settled('Moved')
    await settled('Canceled')
    const reminders = async () => (await subjects(email)).filter((subject) => subject === 'Reminder').length
    const left = (await mailJobs()).filter(
      ({ payload, state }) => payload['kind'] === 'reminder' && state === 'queued',
    )
    // The day before has passed already.
    expect(left.map(({ runAt }) => new Date(runAt).toISOString())).toEqual([
      '2027-01-05T12:00:00.000Z',
      '2027-01-05T12:00:00.000Z',
    ])
    app.clock.now = Date.parse('2027-01-05T12:00:00.000Z')
    await expect.poll(reminders).toBe(1)
    app.clock.now = Date.parse('2027-01-06T12:00:00.000Z')
    await ok(app.origin, 'getStateToken')
    await expect.poll(async () => (await mailJobs()).filter(({ state }) => state === 'queued')).toEqual([])
    expect(await reminders()).toBe(1)
  })

  test('a reminder that is late says nothing of a meeting that has begun, nor of one that was moved meanwhile', async () => {
    const id = await book()
    await settled('Confirmed', [email])
    // As where the process was away at its time, and whoever moved it knew nothing of reminders.
    await app.db
      .update(bookings)
      .set({ startAt: Date.parse(TEN) + HOUR, endAt: Date.parse(TEN) + 2 * HOUR, sequence: 7 })
      .where(eq(bookings.id, id))
    app.clock.now = Date.parse(TEN) + 5 * HOUR
    await expect.poll(async () => (await mailJobs()).filter(({ state }) => state === 'queued')).toEqual([])
    expect(await subjects(email)).toEqual(['Confirmed'])
  })

  test('names and titles that try to be headers stay text', async () => {
    const nasty = 'Bob\r\nBcc: eve@example.com\r\n\r\nHello'
    await app.db.update(bookings).set({ title: nasty }).where(eq(bookings.hostId, hostId))
    const id = await book()
    await settled('Confirmed', [email])
    await tell(id, 'changed', { title: nasty, fullName: nasty, description: nasty })
    await settled('Updated')
    const [mail] = await caughtMail(app.origin, email)
    expect(mail!.headers).not.toHaveProperty('bcc')
    expect(mail!.subject).toBe('Updated: Bob  Bcc: eve@example.com    Hello with Maya, Tue Jan 5, 4:00 PM')
    expect(mail!.to).toEqual([email])
    expect(await caughtMail(app.origin, 'eve@example.com')).toEqual([])
  })

  test('no line of the log tells of a booking, an address or a name', async () => {
    const ids = (await app.db.select({ id: bookings.id }).from(bookings)).map(({ id }) => id)
    const lines = logged.join('\n')
    expect(lines).toContain('The mail server answered')
    expect([...ids, 'example.com', 'Maya', 'Intro call'].filter((secret) => lines.includes(secret))).toEqual(
      [],
    )
  })
})
