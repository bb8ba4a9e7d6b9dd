import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type EntryJourney, eleven, startEntryJourney } from '../../../testing/calendars/entry-journey.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { caughtMail, googleFault, googleLog, ok, START_OF_TESTS } from '../../../testing/server/test-app.ts'

const LINK = /^https:\/\/meet\.google\.com\//

describe('a video call that the calendar does not create', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let j: EntryJourney
  let invitees = 0
  let invitee: string
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startEntryJourney(app)
    invitee = `meet${++invitees}@example.com`
  })
  afterEach(() => googleFault(app.origin, null))

  const fault = (kind: string) => googleFault(app.origin, { kind, times: 0, email: j.email })
  const book = async () => {
    const id = await j.bob.booked(undefined, { email: invitee })
    await j.inLine(id)
    return id
  }
  const mails = async (to: string) => (await caughtMail(app.origin, to)).toReversed()
  const subjects = async (to: string) => (await mails(to)).map(({ subject }) => subject.split(':')[0])
  const arrived = async (to: string, expected: string[]) => {
    await expect.poll(() => subjects(to)).toEqual(expected)
  }
  const addCall = (id: string) =>
    j.entry(id, { conferenceData: { createRequest: { requestId: 'by hand', status: null as never } } })

  test.each(['meet_unavailable', 'meet_failure'])(
    '%s: the entry is written without it, and nobody waits for a link',
    async (kind) => {
      await fault(kind)
      const id = await book()
      expect(await j.row(id)).toMatchObject({ meetingUrl: null, videoCallFailedAt: START_OF_TESTS })
      const entry = await j.entry(id)
      expect(entry.summary).toBe('Talk with Bob')
      expect(entry).not.toHaveProperty('hangoutLink')
      for (const as of [undefined, j.token]) expect((await j.seen(id, as)).hasVideoCallFailed).toBe(true)

      await arrived(invitee, ['Confirmed'])
      await arrived(j.email, ['New booking'])
      const [confirmed] = await mails(invitee)
      expect(confirmed!.text).toContain('There’s no link yet, so please ask')
      expect(confirmed!.text).not.toContain('We’ll email you the link')
      const [toHost] = await mails(j.email)
      expect(toHost!.text).toContain(
        'Your calendar couldn’t create the link, so please tell Bob how to join.',
      )

      // Later writes work as well, and the host isn't told again.
      expect((await j.bob.change(id, { startUTC: eleven, email: invitee })).status).toBe(200)
      await j.inLine(id)
      await arrived(j.email, ['New booking', 'Moved'])
      expect((await j.entry(id)).start?.dateTime).toContain('2027-01-04T')
    },
  )

  test('a calendar that refuses the booking for good is said to, and nobody waits for a link', async () => {
    await googleFault(app.origin, { match: 'events.insert', kind: 'status', status: 400, email: j.email })
    const id = await j.bob.booked(undefined, { email: invitee })
    await expect.poll(async () => (await j.seen(id, j.token)).isCalendarEntryRefused).toBe(true)
    expect(await j.seen(id)).toMatchObject({ isCalendarEntryRefused: false, hasVideoCallFailed: true })
    await arrived(invitee, ['Confirmed'])
    expect((await mails(invitee))[0]!.text).toContain('There’s no link yet, so please ask')
    await arrived(j.email, ['New booking'])
    expect((await mails(j.email))[0]!.text).toContain('Your calendar didn’t accept this booking')
    const health = () => ok(app.origin, 'getCalendarHealth', { token: j.token })
    expect(await health()).toMatchObject({ unwritten: null, refused: 1 })

    expect((await j.bob.change(id, { startUTC: eleven, email: invitee })).status).toBe(200)
    await j.inLine(id)
    expect(await health()).toMatchObject({ unwritten: null, refused: 0 })
    expect(await j.seen(id, j.token)).toMatchObject({
      isCalendarEntryRefused: false,
      hasVideoCallFailed: false,
      meetingUrl: expect.stringMatching(LINK),
    })
  })

  test('a host whose email went out before the calendar refused gets one more', async () => {
    await fault('meet_unavailable')
    await googleFault(app.origin, {
      match: 'events.insert',
      kind: 'status',
      status: 500,
      times: 1,
      email: j.email,
    })
    const id = await j.bob.booked(undefined, { email: invitee })
    await expect
      .poll(async () =>
        (await googleLog(app.origin)).some((one) => one.email === j.email && one.status === 500),
      )
      .toBe(true)
    app.clock.now += 3000
    await arrived(j.email, ['New booking'])
    await arrived(invitee, ['Confirmed'])
    app.clock.now += 60_000
    await j.inLine(id)
    await arrived(j.email, ['New booking', 'No video link'])
    expect(await subjects(invitee)).toEqual(['Confirmed'])
  })

  test('a link that arrives late is emailed once to everyone', async () => {
    await fault('meet_pending')
    const id = await book()
    app.clock.now += 3000
    await arrived(invitee, ['Confirmed'])
    expect((await mails(invitee))[0]!.text).toContain('We’ll email you the link once it’s ready.')
    const guest = `guest.${invitee}`
    await ok(app.origin, 'inviteUsers', { params: { id }, body: { emails: [guest] } })
    await j.inLine(id)
    app.clock.now += 3000
    await arrived(guest, ['Invitation'])
    expect(await j.row(id)).toMatchObject({ meetingUrl: null, videoCallFailedAt: null })

    await googleFault(app.origin, null)
    await addCall(id)
    await j.sync()
    const { meetingUrl } = await j.row(id)
    expect(meetingUrl).toMatch(LINK)
    await arrived(guest, ['Invitation', 'Video link'])
    await arrived(invitee, ['Confirmed', 'Video link'])
    await arrived(j.email, ['New booking', 'Video link'])
    const last = (await mails(guest)).at(-1)!
    expect(last.text).toContain(meetingUrl)
    expect(last.attachments.find(({ method }) => method !== null)!.content.replaceAll('\r\n ', '')).toContain(
      meetingUrl,
    )
    app.clock.now += 1000
    await j.sync()
    expect(await j.notified(id, 'linked')).toEqual(['guest', 'host', 'invitee'])
  })

  test('a call that the host replaces in the calendar replaces the link, which everyone gets', async () => {
    const id = await book()
    await expect.poll(async () => (await j.row(id)).meetingUrl).toMatch(LINK)
    app.clock.now += 3000
    await arrived(invitee, ['Confirmed'])
    await arrived(j.email, ['New booking'])
    const { meetingUrl: first } = await j.row(id)
    await j.entry(id, { conferenceData: null as never })
    await j.sync()
    expect((await j.row(id)).meetingUrl).toBe(first)
    await addCall(id)
    await j.sync()
    const { meetingUrl } = await j.row(id)
    expect(meetingUrl).toMatch(LINK)
    expect(meetingUrl).not.toBe(first)
    await arrived(invitee, ['Confirmed', 'Video link'])
    await arrived(j.email, ['New booking', 'Video link'])
    const last = (await mails(invitee)).at(-1)!
    expect(last.text).toContain('Please use this new link for your meeting with')
    expect(last.text).toContain(meetingUrl)
    await j.sync()
    expect(await j.notified(id, 'linked')).toEqual(['host', 'invitee'])
  })

  test('an invitation waits a moment for the link, which is then part of it', async () => {
    await fault('meet_pending')
    const id = await j.bob.booked(undefined, { email: invitee })
    const guest = `guest.${invitee}`
    await ok(app.origin, 'inviteUsers', { params: { id }, body: { emails: [guest] } })
    // Less than invitations wait.
    await j.inLine(id)
    await googleFault(app.origin, null)
    await addCall(id)
    await j.sync()
    await arrived(guest, ['Invitation'])
    const { meetingUrl } = await j.row(id)
    expect((await mails(guest))[0]!.text).toContain(meetingUrl)
    await arrived(invitee, ['Confirmed'])
  })

  test('a call that the host adds after a failure is emailed too', async () => {
    await fault('meet_unavailable')
    const id = await book()
    await arrived(invitee, ['Confirmed'])
    await googleFault(app.origin, null)
    await addCall(id)
    await j.sync()
    await arrived(invitee, ['Confirmed', 'Video link'])
    expect(await j.row(id)).toMatchObject({ videoCallFailedAt: null })
  })

  test('the list of calendars says which ones can have video calls', async () => {
    const calls = async () =>
      (await ok(app.origin, 'listCalendars', { token: j.token })).map(({ hasVideoCalls }) => hasVideoCalls)
    expect(await calls()).toEqual([true, true])
    await fault('meet_unavailable')
    expect(await calls()).toEqual([false, false])
  })
})
