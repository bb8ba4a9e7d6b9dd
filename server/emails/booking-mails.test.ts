import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '../../availability/units.ts'
import { MEETING, startMailJourney, type MailJourney } from '../../testing/bookings/mail-journey.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { caughtMail, ok, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { queueMails } from './queue-mails.ts'
import { bookings } from '../db/tables/bookings.ts'

describe('booking emails', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let j: MailJourney
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startMailJourney(app)
  })
  afterEach(() => j.end())

  test('an invitee’s emails use the clock from the booking until they view it with another one', async () => {
    const id = await j.book({ timeFormat: '24hour' })
    await j.arrived('Confirmed', [j.email])
    const [confirmed] = await caughtMail(app.origin, j.email)
    expect(confirmed!.subject).toBe('Confirmed: Intro call with Maya Lindqvist, Tue, Jan 5, 16:00')
    expect(confirmed!.html).toContain('16:00 – 16:30')
    const change = (more: object) =>
      ok(app.origin, 'updateBooking', {
        params: { id },
        body: { fullName: 'Bob Marsh', email: j.email, startUTC: MEETING, ...more },
      })
    await change({ fullName: 'Rob Marsh' })
    await j.arrived('Updated', [j.email])
    // Only viewed on another device, so there is nothing to send.
    await change({ fullName: 'Rob Marsh', timeFormat: '12hour' })
    expect(await j.row(id)).toMatchObject({ inviteeHour12: true, sequence: 1 })
    await change({})
    await expect.poll(() => j.subjects(j.email)).toEqual(['Confirmed', 'Updated', 'Updated'])
    const [last, former] = await caughtMail(app.origin, j.email)
    expect([former!.subject, last!.subject]).toEqual([
      'Updated: Intro call with Maya Lindqvist, Tue, Jan 5, 16:00',
      'Updated: Intro call with Maya Lindqvist, Tue, Jan 5, 4:00 PM',
    ])
    expect(last!.text).toContain('What changed: Name\n')
    await j.arrived('New booking', [j.hostEmail])
    const [toHost] = await caughtMail(app.origin, j.hostEmail)
    expect(toHost!.subject).toContain('10:00 AM')
  })

  test('a booking is confirmed to its invitee and announced to its host, once each, in their own words', async () => {
    const id = await j.book()
    await j.arrived('Confirmed', [j.email])
    await j.arrived('New booking', [j.hostEmail])
    const [toInvitee, ...more] = await caughtMail(app.origin, j.email)
    const [toHost, ...others] = await caughtMail(app.origin, j.hostEmail)
    expect([more, others]).toEqual([[], []])
    const page = `${app.origin}/booking-confirmation/${id}`
    const { calendarEntryId } = await j.row(id)

    expect(toInvitee!.subject).toBe('Confirmed: Intro call with Maya Lindqvist, Tue, Jan 5, 4:00 PM')
    expect(toHost!.subject).toBe('New booking: Intro call with Bob Marsh, Tue, Jan 5, 10:00 AM')
    for (const part of ['text', 'html'] as const) {
      expect(toInvitee![part]).toContain('Tuesday, January 5, 2027')
      expect(toInvitee![part]).toContain('4:00 – 4:30 PM')
      expect(toInvitee![part]).toContain('Europe/Berlin (GMT+1)')
      expect(toInvitee![part]).toContain('Google Meet')
      expect(toInvitee![part]).toContain(page)
      expect(toInvitee![part]).toContain(`${page}#cancel`)
      expect(toInvitee![part]).not.toContain('/bookings"')
      expect(toHost![part]).toContain('10:00 – 10:30 AM')
      expect(toHost![part]).toContain('America/New York (GMT-5)')
      expect(toHost![part]).toContain(j.email)
      expect(toHost![part]).toContain(page)
      expect(toHost![part]).toContain(`${app.origin}/bookings`)
    }

    const jobIds = new Set((await j.due()).map((job) => `<${job.id}@localhost>`))
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
    expect(toInvitee!.headers['reply-to']).toContain(j.hostEmail)
    expect(toHost!.headers['reply-to']).toContain(j.email)
    expect(toInvitee!.headers['to']).toBe(`Bob Marsh <${j.email}>`)
  })

  test('moving and canceling use the same uid with rising sequence numbers', async () => {
    const id = await j.book()
    await j.arrived('Confirmed', [j.email])
    await j.move(id, HOUR)
    await j.arrived('Moved')
    await j.cancel(id)
    await j.arrived('Canceled')
    for (const to of [j.email, j.hostEmail]) {
      const mails = (await caughtMail(app.origin, to)).toReversed()
      expect(mails).toHaveLength(3)
      const calendars = mails.map(({ attachments }) => attachments.find(({ method }) => method !== null)!)
      expect(calendars.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
      const numbers = calendars.map(({ content }) => /^SEQUENCE:(\d+)/m.exec(content)?.[1])
      expect(numbers).toEqual(['0', '1', '2'])
      expect(new Set(calendars.map(({ content }) => /^UID:(.*)$/m.exec(content)?.[1])).size).toBe(1)
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3)
      expect(mails[1]!.text).toContain(
        to === j.email ? 'Before: Tue, Jan 5, 4:00 PM' : 'Before: Tue, Jan 5, 10:00 AM',
      )
      expect(mails[2]!.text).toContain('> Ill, sorry')
      expect(mails[2]!.text).toContain(to === j.email ? 'Maya Lindqvist canceled' : 'You canceled')
    }
  })

  test('the emails about a booking are one conversation, which doesn’t tell its id', async () => {
    const id = await j.book()
    await j.arrived('New booking', [j.hostEmail])
    await j.cancel(id)
    await j.arrived('Canceled')
    const other = await j.book({ email: `other.${j.email}` })
    await j.arrived('Confirmed', [`other.${j.email}`])
    await expect.poll(() => j.subjects(j.hostEmail)).toEqual(['New booking', 'Canceled', 'New booking'])
    const mails = await caughtMail(app.origin, j.hostEmail)
    const [again, canceled, booked] = mails.map(({ headers }) => headers['references'])
    expect(booked).toMatch(/^<[\w-]+@localhost>$/)
    expect(canceled).toBe(booked)
    expect(again).not.toBe(booked)
    expect(`${booked} ${again}`).not.toMatch(new RegExp(`${id}|${other}`))
  })

  test('the email about a new booking has the link of its video call', async () => {
    const id = await j.book()
    await j.arrived('Confirmed', [j.email])
    await j.arrived('New booking', [j.hostEmail])
    const { meetingUrl } = await j.row(id)
    expect(meetingUrl).toMatch(/^https:/)
    for (const to of [j.email, j.hostEmail]) {
      const [mail] = await caughtMail(app.origin, to)
      expect(mail!.text).toContain(meetingUrl)
      const { content } = mail!.attachments.find(({ method }) => method !== null)!
      expect(content.replaceAll('\r\n ', '')).toContain(`LOCATION:${meetingUrl}`)
    }
  })

  test('a replaced invitee gets an email, and their calendar removes the meeting', async () => {
    const id = await j.book()
    await j.arrived('Confirmed', [j.email])
    const thief = `thief.${j.email}`
    await ok(app.origin, 'updateBooking', {
      params: { id },
      body: { fullName: 'Eve', email: thief, startUTC: MEETING },
    })
    await j.arrived('Updated', [thief, j.hostEmail])
    await j.arrived('Address changed', [j.email])
    const [mail] = await caughtMail(app.origin, j.email)
    expect(mail!.text).toContain(`${app.origin}/booking-confirmation/${id}`)
    expect(JSON.stringify(mail)).not.toContain(thief)
    expect(JSON.stringify(mail)).not.toContain('Eve')
    const part = mail!.attachments.find(({ method }) => method !== null)!
    expect(part.method).toBe('CANCEL')
    expect(part.content.replaceAll('\r\n ', '')).toContain(`mailto:${j.email}`)
    // A different spelling of the same address.
    await ok(app.origin, 'updateBooking', {
      params: { id },
      body: { fullName: 'Eve Marsh', email: thief.toUpperCase(), startUTC: MEETING },
    })
    await j.arrived('Updated', [thief.toUpperCase()])
    expect(await j.subjects(thief)).not.toContain('Address changed')
  })

  test('guests are invited and recipients get the page, once per address', async () => {
    const id = await j.book()
    const guest = 'guest@example.com'
    const emails = [guest, ` ${guest.toUpperCase()} `, 'friend@example.com']
    await j.tell(id, 'invited', {}, { emails })
    await j.arrived('Invitation', [guest, emails[2]!])
    await j.tell(id, 'shared', {}, { emails: ['reader@example.com'], message: 'Have a look\n<b>at this</b>' })
    await j.arrived('Shared with you', ['reader@example.com'])
    const [invitation, ...more] = await caughtMail(app.origin, guest)
    expect(more).toEqual([])
    const part = invitation!.attachments.find(({ method }) => method !== null)!
    expect(part.method).toBe('REQUEST')
    expect(part.content.replaceAll('\r\n ', '')).toContain(`RSVP=TRUE;CN="${guest.toUpperCase()}"`)
    expect(invitation!.headers['reply-to']).toContain(j.hostEmail)
    const [shared] = await caughtMail(app.origin, 'reader@example.com')
    expect(shared!.text).toContain('> Have a look\n> <b>at this</b>')
    expect(shared!.html).toContain('Have a look\n&lt;b&gt;at this&lt;/b&gt;')
    expect(shared!.attachments.filter(({ contentId }) => contentId === null)).toEqual([])
    // Says who caused it, and lets the recipient stop it, but doesn't tell the invitee's address.
    expect(shared!.text).toContain(j.hostEmail)
    expect(shared!.text).toContain(`Stop these emails: ${app.origin}/stop-emails/`)
    expect(JSON.stringify(shared)).not.toContain(j.email)
  })

  test('guests get their own link in each mail, learn no address, and get none once removed', async () => {
    const id = await j.book()
    await j.arrived('Confirmed', [j.email])
    await j.arrived('New booking', [j.hostEmail])
    const [ann, alex] = [`ann.${j.email}`, `alex.${j.email}`]
    await ok(app.origin, 'inviteUsers', { params: { id }, body: { emails: [ann, alex] } })
    await j.arrived('Invitation', [ann, alex])
    const linkIn = async (to: string) => {
      const [mail] = await caughtMail(app.origin, to)
      const text = JSON.stringify(mail).replaceAll(String.raw`\r\n `, '')
      for (const secret of [id, `mailto:${j.email}`]) expect(text).not.toContain(secret)
      return /booking-confirmation\/([\w-]+)/.exec(mail!.text)![1]!
    }
    const link = await linkIn(ann)
    expect((await caughtMail(app.origin, ann))[0]!.text).toMatch(
      new RegExp(`Reschedule: \\S+/update/${link}\nCancel: \\S+/${link}#cancel\n`),
    )
    expect(await linkIn(alex)).not.toBe(link)
    const startUTC = '2027-01-05T16:00:00.000Z'
    await ok(app.origin, 'updateBooking', { params: { id: link }, body: { startUTC } })
    await j.arrived('Moved', [j.email, j.hostEmail, ann, alex])
    expect(await linkIn(ann)).toBe(link)
    const said = async (to: string) => (await caughtMail(app.origin, to))[0]!.text
    expect(await said(ann)).toContain('You moved your meeting with Maya Lindqvist to a new time.')
    expect(await said(j.hostEmail)).toContain(`A guest (${ann}) moved your meeting with Bob Marsh`)
    // As on the invitee's page. Guests don't learn about one another.
    expect(await said(j.email)).toContain('A guest (an…@example.com) moved')
    expect(await said(alex)).toContain('A guest (a…@example.com) moved')

    await ok(app.origin, 'removeGuest', { params: { id: link, guestId: 'me' } })
    await ok(app.origin, 'cancelBooking', {
      params: { id: await linkIn(alex) },
      body: { canceledBy: 'invitee', canceledVia: 'confirmationPage', cancellationReason: 'Ill' },
    })
    await j.arrived('Canceled', [j.email, j.hostEmail, alex])
    expect(await said(j.hostEmail)).toContain(`A guest (${alex}) canceled this meeting.`)
    expect(await said(alex)).toContain('You canceled this meeting.')
    expect(await j.subjects(ann)).toEqual(['Invitation', 'Moved'])
  })

  test('a mail that was queued before its guest was removed is not sent', async () => {
    const id = await j.book()
    await j.arrived('Confirmed', [j.email])
    const ann = `ann.${j.email}`
    // No link, as after a removal.
    const row = await j.row(id)
    await app.db.transaction((tx) => queueMails(tx, row, 'changed', app.clock.now, { emails: [ann] }))
    await j.arrived('Updated')
    await expect.poll(async () => (await j.due()).filter(({ state }) => state === 'queued')).toEqual([])
    expect(await j.subjects(ann)).toEqual([])
  })

  test("names and titles can't inject headers", async () => {
    const nasty = 'Bob\r\nBcc: eve@example.com\r\n\r\nHello'
    await app.db.update(bookings).set({ title: nasty }).where(eq(bookings.hostId, j.hostId))
    const id = await j.book()
    await j.arrived('Confirmed', [j.email])
    await j.tell(id, 'changed', { title: nasty, fullName: nasty, description: nasty })
    await j.arrived('Updated')
    const [mail] = await caughtMail(app.origin, j.email)
    expect(mail!.headers).not.toHaveProperty('bcc')
    expect(mail!.subject).toBe(
      'Updated: Bob  Bcc: eve@example.com    Hello with Maya Lindqvist, Tue, Jan 5, 4:00 PM',
    )
    expect(mail!.to).toEqual([j.email])
    expect(await caughtMail(app.origin, 'eve@example.com')).toEqual([])
  })
})
