import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { HOUR, MINUTE } from '../../availability/units.ts'
import { startMailJourney, type MailJourney } from '../../testing/bookings/mail-journey.ts'
import { passMinute } from '../../testing/server/pass-minute.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import {
  caughtMail,
  googleFault,
  googleLog,
  mailFault,
  signIn,
  START_OF_TESTS,
  startTestApp,
} from '../../testing/server/test-app.ts'
import { bookings } from '../db/tables/bookings.ts'

/** Several emails are tried several times. */
const PATIENCE = { timeout: 25_000 }

describe('email delivery', () => {
  const logged: string[] = []
  const app = setUpApp({ calendarPollMs: 100, log: (line) => logged.push(line) })
  let j: MailJourney
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startMailJourney(app)
  })
  afterEach(async () => {
    await mailFault(app.origin, null)
    await googleFault(app.origin, null)
    await j.end()
  })

  test('nothing is lost while the mail server is down, and what people have to know arrives once and in order afterward', async () => {
    // A link that came late would be one more email.
    j = await startMailJourney(app, { meetVia: 'phone' })
    await mailFault(app.origin, { kind: 'temporary' })
    const tried = async (sequence: number, attempts: number) => {
      await expect
        .poll(async () => {
          await passMinute(app)
          const theirs = (await j.due()).filter(({ payload }) => payload['sequence'] === sequence)
          return theirs.length === 2 && theirs.every((job) => job.attempts >= attempts)
        }, PATIENCE)
        .toBe(true)
    }
    const id = await j.book()
    await tried(0, 1)
    await j.move(id, HOUR)
    await tried(0, 3)
    // Replaces the email about the move that nobody got.
    await j.move(id, HOUR)
    await tried(0, 4)
    expect(await j.subjects(j.email)).toEqual([])
    expect(new Set((await j.due()).map(({ lastError }) => lastError))).toEqual(
      new Set([null, 'Error: The mail server answered 421 4.3.2 to the connection']),
    )
    await mailFault(app.origin, null)
    await expect
      .poll(async () => {
        await passMinute(app)
        return (await j.due()).map(({ state }) => state)
      })
      .toEqual(['done', 'done', 'done', 'done'])
    expect(await j.subjects(j.email)).toEqual(['Confirmed', 'Moved'])
    expect(await j.subjects(j.hostEmail)).toEqual(['New booking', 'Moved'])
    const [moved, confirmed] = await caughtMail(app.origin, j.email)
    expect(confirmed!.subject).toContain('4:00 PM')
    expect(moved!.subject).toContain('6:00 PM')
    expect(moved!.text).toContain('Before: Tue, Jan 5, 4:00 PM')
  })

  test('an email whose response is lost is resent a few times, far apart, with the same Message-ID', async () => {
    j = await startMailJourney(app, { meetVia: 'phone' })
    await mailFault(app.origin, { kind: 'lost_response', to: j.email })
    const id = await j.book()
    const job = async () => (await j.due()).find(({ payload }) => payload['role'] === 'invitee')!
    const triedAt: number[] = []
    for (let attempt = 1; attempt <= 4; attempt++) {
      await expect.poll(async () => (await job()).uncertainAttempts).toBe(attempt)
      await expect.poll(async () => (await job()).lockedUntil).toBeNull()
      triedAt.push(app.clock.now - START_OF_TESTS)
      app.clock.now = Math.max((await job()).runAt, app.clock.now)
    }
    expect(triedAt).toEqual([0, 10 * MINUTE, 70 * MINUTE, 7 * HOUR + 10 * MINUTE])
    expect(await job()).toMatchObject({
      state: 'failed',
      lastError: "Error: The mail server didn't confirm the email (ECONNECTION)",
    })
    app.clock.now += 72 * HOUR
    await j.cancel(id)
    await j.arrived('Canceled')
    const mails = (await caughtMail(app.origin, j.email)).filter(({ subject }) =>
      subject.startsWith('Confirmed'),
    )
    expect(mails).toHaveLength(4)
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
    for (const mail of mails) expect(mail.attachments).toEqual(mails[0]!.attachments)
  })

  test("a cancellation doesn't wait for a confirmation that may have arrived, which isn't sent again after it", async () => {
    j = await startMailJourney(app, { meetVia: 'phone' })
    await mailFault(app.origin, { kind: 'lost_response', to: j.email, times: 1 })
    const id = await j.book()
    const confirmation = async () =>
      (await j.due()).find(({ payload }) => payload['role'] === 'invitee' && payload['kind'] === 'booked')!
    await expect
      .poll(confirmation)
      .toMatchObject({ state: 'queued', uncertainAttempts: 1, lockedUntil: null })
    await j.cancel(id)
    app.deps.wake('jobs')
    await j.arrived('Canceled', [j.email])
    expect(await confirmation()).toMatchObject({ state: 'queued', attempts: 1 })
    app.clock.now += 10 * MINUTE
    await expect.poll(async () => (await confirmation()).state).toBe('done')
    expect(await j.subjects(j.email)).toEqual(['Confirmed', 'Canceled'])
  })

  test('a slow mail server delays neither the booking nor repeats its emails', async () => {
    j = await startMailJourney(app, { meetVia: 'phone' })
    await mailFault(app.origin, { kind: 'slow' })
    const { mailer } = app.deps
    const send = mailer.send.bind(mailer)
    const { promise: booked, resolve: isBooked } = Promise.withResolvers<void>()
    // However slow it is: no email is on its way before the booking is answered.
    vi.spyOn(mailer, 'send').mockImplementation((message) => booked.then(() => send(message)))
    await j.book()
    isBooked()
    await expect.poll(async () => (await j.due()).map(({ state }) => state)).toEqual(['done', 'done'])
    expect(await j.subjects(j.email)).toEqual(['Confirmed'])
    expect(await j.subjects(j.hostEmail)).toEqual(['New booking'])
  })

  test('a rejected address fails its own email for good, and the reason contains no address', async () => {
    await mailFault(app.origin, { kind: 'refuse', to: j.email })
    await j.book()
    await j.arrived('New booking', [j.hostEmail])
    await expect
      .poll(async () => (await j.due()).map(({ state }) => state).toSorted())
      .toEqual(['done', 'failed'])
    const failed = (await j.due()).find(({ state }) => state === 'failed')!
    expect(failed).toMatchObject({
      attempts: 1,
      lastError: 'Error: The mail server answered 550 5.1.1 to RCPT TO',
    })
    await mailFault(app.origin, null)
    // Reconnecting Google doesn't fix an address.
    await signIn(app.origin, j.hostEmail)
    expect((await j.due()).map(({ state }) => state).toSorted()).toEqual(['done', 'failed'])
  })

  test('log lines contain no booking, address or name', async () => {
    const ids = (await app.db.select({ id: bookings.id }).from(bookings)).map(({ id }) => id)
    const lines = logged.join('\n')
    expect(lines).toContain('The mail server answered')
    expect([...ids, 'example.com', 'Maya', 'Intro call'].filter((secret) => lines.includes(secret))).toEqual(
      [],
    )
  })
})

test("calendar and email don't wait for each other", async () => {
  const app = await startTestApp({ calendarPollMs: 100, mailConnectMs: 3000 })
  const j = await startMailJourney(app)
  onTestFinished(async () => {
    await j.end()
    await app.close()
  })
  await googleFault(app.origin, { match: 'events.insert', kind: 'status', status: 500, times: 0 })
  await j.book()
  // Not even for the video call's link, beyond the short wait in normal operation.
  app.clock.now += 3000
  await j.arrived('Confirmed', [j.email])
  expect((await caughtMail(app.origin, j.email))[0]!.text).toContain('We’ll email you the link')
  await googleFault(app.origin, null)
  app.clock.now += HOUR

  // As many as are sent at once, and none gets a response.
  await mailFault(app.origin, { kind: 'hang' })
  const inserts = async () =>
    (await googleLog(app.origin)).filter(
      (entry) => entry.method === 'events.insert' && entry.email === j.hostEmail && entry.status === 200,
    ).length
  await expect.poll(inserts).toBe(1)
  for (const hour of [17, 18, 19]) await j.book({ startUTC: `2027-01-05T${hour}:00:00.000Z` })
  await expect.poll(inserts).toBe(4)
  expect(await j.subjects(j.email)).toEqual(['Confirmed'])
  await mailFault(app.origin, null)
  // The clock of the locks stands still until the waiting jobs have timed out.
  await expect
    .poll(async () => {
      await passMinute(app)
      return j.subjects(j.email)
    })
    .toEqual(['Confirmed', 'Confirmed', 'Confirmed', 'Confirmed'])
})
