import { and, eq, not, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../availability/units.ts'
import { MEETING, type MailJourney, startMailJourney } from '../../testing/bookings/mail-journey.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { ok, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { addGuestLinks } from '../bookings/guest-links.ts'
import { bookings } from '../db/tables/bookings.ts'
import { jobs } from '../db/tables/jobs.ts'
import type { Job } from '../jobs/job.ts'
import type { MailKind, MailRole } from '../jobs/queued-mail.ts'
import { queueMail } from './queue-mails.ts'
import { sendMail } from './send-mail.ts'

const AFTER_MEETING = Date.parse(MEETING) + HOUR

/** Without background work, so that what is queued stays queued until a test sends it. */
describe('emails that are sent late, for example because failed jobs were queued again', () => {
  const app = setUpApp()
  let j: MailJourney
  let guest: string
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startMailJourney(app, { meetVia: 'phone' })
    guest = `guest.${j.email}`
  })

  const ofHost = () => and(eq(jobs.hostId, j.hostId), eq(jobs.kind, 'sendMail'))
  const isReminder = sql`${jobs.payload} ->> 'kind' = 'reminder'`
  const fail = () => app.db.update(jobs).set({ state: 'failed' }).where(ofHost())
  const requeueFailed = () =>
    app.db
      .update(jobs)
      .set({ state: 'queued' })
      .where(and(ofHost(), eq(jobs.state, 'failed')))
  const send = async () => {
    const whereQueued = and(ofHost(), eq(jobs.state, 'queued'), not(isReminder))
    const queued = await app.db.select().from(jobs).where(whereQueued).orderBy(jobs.position)
    for (const job of queued) await sendMail(app.deps, job as unknown as Job<'sendMail'>)
    await app.db.update(jobs).set({ state: 'done' }).where(whereQueued)
  }
  /** A booking with a guest who has a link, and nothing to send. */
  const booked = async () => {
    const id = await j.book()
    const link = { emails: [guest], role: 'guest', includesAnswers: false } as const
    await addGuestLinks(app.db, await j.row(id), link, app.clock.now)
    await app.db.delete(jobs).where(ofHost())
    return id
  }
  const queue = async (id: string, kind: MailKind, role: MailRole) => {
    const booking = await j.row(id)
    const to = { invitee: j.email, host: '', guest, recipient: guest }[role]
    await app.db.transaction((tx) => queueMail(tx, booking, { kind, role, to }, { now: app.clock.now }))
  }
  const received = async () => [
    ...(await j.subjects(j.email)),
    ...(await j.subjects(j.hostEmail)),
    ...(await j.subjects(guest)),
  ]

  const announcements = [
    ['booked', 'invitee'],
    ['changed', 'invitee'],
    ['linked', 'invitee'],
    ['booked', 'host'],
    ['linkFailed', 'host'],
    ['invited', 'guest'],
    ['shared', 'recipient'],
  ] as const

  test.each(announcements)('%s (to the %s) announces no meeting that is over', async (kind, role) => {
    const id = await booked()
    await queue(id, kind, role)
    app.clock.now = AFTER_MEETING
    await send()
    expect(await received()).toEqual([])
  })

  test.each(announcements)('%s (to the %s) announces no meeting that was canceled', async (kind, role) => {
    const id = await booked()
    await queue(id, kind, role)
    await fail()
    await j.cancel(id)
    await send()
    await requeueFailed()
    await send()
    expect(await received()).toEqual(['Canceled', 'Canceled'])
  })

  test('a confirmation that waits with the cancellation is not sent either', async () => {
    const id = await booked()
    await queue(id, 'booked', 'host')
    await fail()
    await j.cancel(id)
    await requeueFailed()
    await send()
    expect(await received()).toEqual(['Canceled', 'Canceled'])
  })

  const invite = (id: string) =>
    ok(app.origin, 'inviteUsers', { token: j.token, params: { id }, body: { emails: [guest] } })
  const cancel = (id: string) =>
    ok(app.origin, 'cancelBooking', {
      token: j.token,
      params: { id },
      body: { cancellationReason: 'I am ill' },
    })

  test.each<[string, Partial<typeof jobs.$inferInsert>, string[]]>([
    ['was never tried', { attempts: 0 }, []],
    ['was refused', { attempts: 1 }, []],
    ['was given up', { attempts: 9, state: 'failed' }, []],
    ['may have arrived', { attempts: 1, uncertainAttempts: 1 }, ['Canceled']],
  ])('of a cancellation, a guest whose invitation %s hears only if needed', async (_, tried, subjects) => {
    const id = await j.book()
    await invite(id)
    await app.db.update(jobs).set(tried).where(ofHost())
    await cancel(id)
    await send()
    expect(await j.subjects(guest)).toEqual(subjects)
  })

  test.each([
    ['a moment', 0],
    ['a week', 7 * DAY],
  ])('a guest who was removed and invited again after %s hears of a cancellation', async (_, age) => {
    const id = await j.book()
    await invite(id)
    await send()
    // Jobs that are done are kept for a week.
    if (age > 0) await app.db.delete(jobs).where(ofHost())
    await app.db
      .update(bookings)
      .set({ createdAt: app.clock.now - age })
      .where(eq(bookings.id, id))
    const { bookingData } = await ok(app.origin, 'getBooking', { token: j.token, params: { id } })
    const guestId = bookingData.guestLinks[0]!.id
    await ok(app.origin, 'removeGuest', { token: j.token, params: { id, guestId } })
    await invite(id)
    await cancel(id)
    await send()
    expect(await j.subjects(guest)).toContain('Canceled')
  })

  test('people who would have come still hear that a meeting was canceled', async () => {
    const id = await booked()
    await j.cancel(id)
    app.clock.now = AFTER_MEETING
    await send()
    expect(await received()).toEqual(['Canceled', 'Canceled'])
  })

  test('a former address still hears that it was replaced', async () => {
    const id = await booked()
    await queue(id, 'readdressed', 'invitee')
    app.clock.now = AFTER_MEETING
    await send()
    expect(await received()).toEqual(['Address changed'])
  })

  test('what the host changes after the meeting is emailed', async () => {
    const id = await booked()
    app.clock.now = AFTER_MEETING
    const body = { fullName: 'Robert', email: j.email, startUTC: MEETING }
    await ok(app.origin, 'updateBooking', { token: j.token, params: { id }, body })
    await send()
    expect(await received()).toEqual(['Updated', 'Updated'])
  })

  test('a former time is not announced after the new one', async () => {
    const id = await booked()
    await queue(id, 'booked', 'invitee')
    await fail()
    await j.move(id, HOUR)
    await send()
    await requeueFailed()
    await send()
    expect(await received()).toEqual(['Moved', 'Moved'])
  })
})
