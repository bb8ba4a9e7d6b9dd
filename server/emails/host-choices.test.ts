import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMailJourney, type MailJourney } from '../../testing/bookings/mail-journey.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { caughtMail, mailFault, ok, START_OF_TESTS } from '../../testing/server/test-app.ts'

describe("a host's email settings", () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let j: MailJourney
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startMailJourney(app)
  })
  afterEach(async () => {
    await mailFault(app.origin, null)
    await j.end()
  })

  const choose = (body: object) => ok(app.origin, 'updateSettings', { token: j.token, body })
  const isAllSettled = async () => {
    const left = async () => (await j.due()).filter(({ state }) => state === 'queued')
    await expect.poll(left).toEqual([])
  }
  const at = async (time: string) => {
    app.clock.now = Date.parse(time)
    const isDue = async () =>
      (await j.mailJobs()).filter(({ state, runAt }) => state === 'queued' && runAt <= app.clock.now)
    await expect.poll(isDue).toEqual([])
  }

  test("times use the host's own zone and clock", async () => {
    await choose({ timezone: 'Asia/Kathmandu', time_format: '24hour' })
    await j.book()
    await isAllSettled()
    const [toHost] = await caughtMail(app.origin, j.hostEmail)
    expect(toHost!.subject).toBe('New booking: Intro call with Bob Marsh, Tue, Jan 5, 20:45')
    expect(toHost!.text).toContain('20:45 – 21:15\nAsia/Kathmandu (GMT+5:45)')
    const [toInvitee] = await caughtMail(app.origin, j.email)
    expect(toInvitee!.text).toContain('4:00 – 4:30 PM\nEurope/Berlin (GMT+1)')
  })

  test('without email notifications, the invitee’s emails and everyone’s reminders still go out', async () => {
    await choose({ notification_emails: false })
    const id = await j.book()
    await isAllSettled()
    await j.tell(id, 'changed', { title: 'Second call' })
    await isAllSettled()
    expect(await j.subjects(j.email)).toEqual(['Confirmed', 'Updated'])
    await at('2027-01-04T15:00:00.000Z')
    expect(await j.subjects(j.hostEmail)).toEqual(['Reminder'])
    await j.cancel(id)
    await isAllSettled()
    expect(await j.subjects(j.email)).toEqual(['Confirmed', 'Updated', 'Reminder', 'Canceled'])
    expect(await j.subjects(j.hostEmail)).toEqual(['Reminder'])
  })

  test('turning off reminders after the booking stops all of them until they are turned on again', async () => {
    await j.book()
    await isAllSettled()
    await choose({ notification_booking_reminders: false })
    await at('2027-01-04T15:00:00.000Z')
    expect(await j.subjects(j.hostEmail)).toEqual(['New booking'])
    expect(await j.subjects(j.email)).toEqual(['Confirmed'])
    await choose({ notification_booking_reminders: true })
    await at('2027-01-05T14:00:00.000Z')
    expect(await j.subjects(j.hostEmail)).toEqual(['New booking', 'Reminder'])
    expect(await j.subjects(j.email)).toEqual(['Confirmed', 'Reminder'])
  })

  test("an email waiting for the mail server isn't sent once its setting is off", async () => {
    await mailFault(app.origin, { kind: 'temporary', to: j.hostEmail })
    await j.book()
    await expect.poll(async () => (await j.due()).some(({ lastError }) => lastError !== null)).toBe(true)
    await choose({ notification_emails: false })
    await mailFault(app.origin, null)
    app.clock.now += 600_000
    await isAllSettled()
    expect(await j.subjects(j.hostEmail)).toEqual([])
  })
})
