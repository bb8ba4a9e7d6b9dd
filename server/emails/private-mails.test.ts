import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bookWithPrivateField } from '../../testing/bookings/private-booking.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { caughtMail, signIn } from '../../testing/server/test-app.ts'
import { addGuestLinks } from '../bookings/guest-links.ts'
import { bookings } from '../db/tables/bookings.ts'
import { queueMails } from './queue-mails.ts'

describe('private notes in emails', () => {
  const app = setUpApp({ calendarPollMs: 100 })

  test('no part of any email contains them', async () => {
    const { sessionToken: token } = await signIn(app.origin, 'ada@example.com')
    const startUTC = '2027-01-05T15:00:00.000Z'
    const { id, secrets, fill } = await bookWithPrivateField(app.origin, token, startUTC)
    expect((await fill(token)).status).toBe(200)
    const [booking] = await app.db.select().from(bookings).where(eq(bookings.id, id))
    await app.db.transaction(async (tx) => {
      for (const what of ['booked', 'changed'] as const) await queueMails(tx, booking!, what, app.clock.now)
      const links = { emails: ['guest@example.com'], role: 'guest', includesAnswers: true } as const
      await addGuestLinks(tx, booking!, links, app.clock.now)
      const more = { emails: ['guest@example.com'], message: 'Hello' }
      for (const what of ['invited', 'shared'] as const) {
        await queueMails(tx, booking!, what, app.clock.now, more)
      }
    })
    app.clock.now = Date.parse('2027-01-05T14:30:00.000Z')
    const subjects = async () =>
      new Set((await caughtMail(app.origin)).map(({ subject }) => subject.split(':')[0]))
    // A change before someone's confirmation was tried would become part of it, without an email of its own.
    const first = ['New booking', 'Confirmed', 'Invitation', 'Shared with you', 'Reminder']
    await expect.poll(async () => [...(await subjects())]).toEqual(expect.arrayContaining(first))
    await app.db.transaction((tx) => queueMails(tx, booking!, 'changed', app.clock.now))
    await expect.poll(async () => (await subjects()).has('Updated')).toBe(true)
    await app.db.transaction((tx) =>
      queueMails(tx, booking!, 'canceled', app.clock.now, { message: 'Sorry' }),
    )
    await expect
      .poll(subjects)
      .toEqual(
        new Set([
          'New booking',
          'Confirmed',
          'Updated',
          'Invitation',
          'Shared with you',
          'Reminder',
          'Canceled',
        ]),
      )
    for (const mail of await caughtMail(app.origin)) {
      expect([mail.subject, ...secrets.filter((secret) => JSON.stringify(mail).includes(secret))]).toEqual([
        mail.subject,
      ])
      for (const part of [mail.text, mail.html]) expect(part).toContain('Shown answer')
      const calendar = mail.attachments.find(({ method }) => method !== null)
      if (calendar) {
        expect(calendar.content.replaceAll('\r\n ', '')).toContain('Shown question: Shown answer')
      }
    }
  })
})
