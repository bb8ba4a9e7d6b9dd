import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { startMailJourney, type MailJourney } from '../../testing/mail-journey.ts'
import {
  caughtMail,
  mailFault,
  ok,
  START_OF_TESTS,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts'

describe.each(databaseKinds())('what a host has chosen, on the %s database', (kind) => {
  let app: TestApp
  let j: MailJourney
  beforeAll(async () => {
    app = await startTestApp(kind)
  })
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startMailJourney(app)
  })
  afterEach(() => j.end())
  afterAll(() => app.close())

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

  test('times stand in their own zone and on their own clock', async () => {
    await choose({ timezone: 'Asia/Kathmandu', time_format: '24hour' })
    await j.book()
    await isAllSettled()
    const [toHost] = await caughtMail(app.origin, j.hostEmail)
    expect(toHost!.subject).toBe('New booking: Intro call with Bob Marsh, Tue, Jan 5, 20:45')
    expect(toHost!.text).toContain('20:45 – 21:15\nAsia/Kathmandu (GMT+5:45)')
    const [toInvitee] = await caughtMail(app.origin, j.email)
    expect(toInvitee!.text).toContain('4:00 – 4:30 PM\nEurope/Berlin (GMT+1)')
  })

  test('without email notifications, the invitee’s mails and everybody’s reminders still go out', async () => {
    await choose({ notification_emails: false })
    const id = await j.book()
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

  test('reminders that were switched off after the booking are sent to nobody, until they are on again', async () => {
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

  test('a mail that waits for the mail server is not sent once its switch is off', async () => {
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
