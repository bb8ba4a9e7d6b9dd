import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '../../availability/units.ts'
import { MEETING, startMailJourney, type MailJourney } from '../../testing/bookings/mail-journey.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { caughtMail, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { bookings } from '../db/tables/bookings.ts'

describe('reminders', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let j: MailJourney
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startMailJourney(app)
  })
  afterEach(() => j.end())

  const reminders = async () => (await j.mailJobs()).filter(({ payload }) => payload['kind'] === 'reminder')

  test("both sides get reminders a day and an hour before, and the host's link to the settings", async () => {
    await j.book()
    await j.arrived('Confirmed', [j.email])
    await j.arrived('New booking', [j.hostEmail])
    expect((await reminders()).map(({ runAt }) => new Date(runAt).toISOString()).toSorted()).toEqual([
      '2027-01-04T15:00:00.000Z',
      '2027-01-04T15:00:00.000Z',
      '2027-01-05T14:00:00.000Z',
      '2027-01-05T14:00:00.000Z',
    ])
    app.clock.now = Date.parse('2027-01-04T15:00:00.000Z')
    await expect.poll(() => j.subjects(j.email)).toEqual(['Confirmed', 'Reminder'])
    await j.arrived('Reminder', [j.hostEmail])
    app.clock.now = Date.parse('2027-01-05T14:00:00.000Z')
    await expect.poll(() => j.subjects(j.email)).toEqual(['Confirmed', 'Reminder', 'Reminder'])
    await expect.poll(() => j.subjects(j.hostEmail)).toEqual(['New booking', 'Reminder', 'Reminder'])
    const [toHost] = await caughtMail(app.origin, j.hostEmail)
    const [toInvitee] = await caughtMail(app.origin, j.email)
    expect(toHost!.headers['list-unsubscribe']).toBe(`<${app.origin}/settings>`)
    expect(toInvitee!.headers).not.toHaveProperty('list-unsubscribe')
    expect(toInvitee!.attachments.filter(({ method }) => method !== null)).toEqual([])
  })

  test('canceled bookings and former times have no reminders', async () => {
    const moved = await j.book()
    const canceled = await j.book({ startUTC: '2027-01-05T16:00:00.000Z' })
    // A move or cancellation sends no email as long as the email about the booking hasn't been sent.
    await expect.poll(async () => (await j.due()).filter(({ state }) => state === 'queued')).toEqual([])
    await j.move(moved, -2 * HOUR)
    await j.cancel(canceled)
    await j.arrived('Moved')
    await j.arrived('Canceled')
    const reminded = async () =>
      (await j.subjects(j.email)).filter((subject) => subject === 'Reminder').length
    const left = (await reminders()).filter(({ state }) => state === 'queued')
    // The day before is already over.
    expect(left.map(({ runAt }) => new Date(runAt).toISOString())).toEqual([
      '2027-01-05T12:00:00.000Z',
      '2027-01-05T12:00:00.000Z',
    ])
    app.clock.now = Date.parse('2027-01-05T12:00:00.000Z')
    await expect.poll(reminded).toBe(1)
    app.clock.now = Date.parse('2027-01-06T12:00:00.000Z')
    await expect.poll(async () => (await j.mailJobs()).filter(({ state }) => state === 'queued')).toEqual([])
    expect(await reminded()).toBe(1)
  })

  test("a late reminder isn't sent after the meeting started or was moved", async () => {
    const id = await j.book()
    await j.arrived('Confirmed', [j.email])
    // As if the process had been down at that time, and reminders weren't known when the booking was moved.
    await app.db
      .update(bookings)
      .set({ startAt: Date.parse(MEETING) + HOUR, endAt: Date.parse(MEETING) + 2 * HOUR, sequence: 7 })
      .where(eq(bookings.id, id))
    app.clock.now = Date.parse(MEETING) + 5 * HOUR
    await expect.poll(async () => (await j.mailJobs()).filter(({ state }) => state === 'queued')).toEqual([])
    expect(await j.subjects(j.email)).toEqual(['Confirmed'])
  })
})
