import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MEETING, type MailJourney, startMailJourney } from '../../testing/bookings/mail-journey.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { caughtMail, ok, START_OF_TESTS } from '../../testing/server/test-app.ts'

const guest = 'stop.guest@example.com'

describe('stopping emails', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let j: MailJourney
  let guests = 0
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startMailJourney(app, { meetVia: 'phone' })
  })
  afterEach(() => j.end())

  const invited = async (id: string) => {
    const email = `${++guests}.${guest}`
    await ok(app.origin, 'inviteUsers', { params: { id }, body: { emails: [email] } })
    await j.arrived('Invitation', [email])
    const mail = (await caughtMail(app.origin, email))[0]!
    return { email, mail, url: /Stop these emails: (\S+)/.exec(mail.text)![1]! }
  }
  const post = (url: string, body: string, type = 'application/x-www-form-urlencoded') =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': type }, redirect: 'manual' })
  const share = async (id: string, ...emails: string[]) =>
    ok(app.origin, 'shareBooking', { params: { id }, body: { emails } })
  const isAllSent = async () => {
    await expect.poll(async () => (await j.due()).filter(({ state }) => state === 'queued')).toEqual([])
  }

  test('opening the link changes nothing; the form stops the emails of this host and allows them again', async () => {
    const id = await j.book()
    const { email, mail, url } = await invited(id)
    expect(mail.text).toContain(j.hostEmail)
    expect(mail.html).toContain(url)
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    const html = await page.text()
    expect(html).toContain('Stop these emails?')
    expect(html).toContain(j.hostEmail)
    await share(id, email)
    await expect.poll(() => j.subjects(email)).toEqual(['Invitation', 'Shared with you'])

    const stopped = await post(url, 'action=block')
    expect([stopped.status, (await stopped.text()).includes('Emails stopped')]).toEqual([200, true])
    // The sender isn't told.
    expect(await share(id, email, 'reader@example.com')).toEqual({ sent: 2 })
    await j.arrived('Shared with you', ['reader@example.com'])
    await isAllSent()
    await j.cancel(id)
    await j.arrived('Canceled')
    await isAllSent()
    expect(await j.subjects(email)).toEqual(['Invitation', 'Shared with you'])

    const other = await startMailJourney(app, { meetVia: 'phone' })
    await share(await other.book(), email)
    await expect.poll(() => j.subjects(email)).toEqual(['Invitation', 'Shared with you', 'Shared with you'])

    expect(await (await post(url, 'action=allow')).text()).toContain('Stop these emails?')
    await share(await j.book({ startUTC: '2027-01-06T15:00:00.000Z' }), email)
    await expect.poll(async () => (await j.subjects(email)).length).toBe(4)
  })

  test.each([
    ['a form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
    [
      'multipart data',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ],
  ])("a mail program's own button is enough, sent as %s", async (_name, body, type) => {
    const id = await j.book()
    const { email, mail, url } = await invited(id)
    expect(mail.headers['list-unsubscribe']).toBe(`<${url}>`)
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect((await post(url, body, type)).status).toBe(200)
    await j.move(id, 3_600_000)
    await j.arrived('Moved')
    await isAllSent()
    expect(await j.subjects(email)).toEqual(['Invitation'])
  })

  test('only people brought in by others get the link', async () => {
    const id = await j.book()
    await j.arrived('Confirmed', [j.email])
    await j.arrived('New booking', [j.hostEmail])
    for (const to of [j.email, j.hostEmail]) {
      expect(JSON.stringify(await caughtMail(app.origin, to))).not.toContain('/stop-emails/')
    }
    const email = `new.${j.email}`
    const body = { fullName: 'Bob', email, startUTC: MEETING }
    await ok(app.origin, 'updateBooking', { params: { id }, body })
    await j.arrived('Updated', [email])
    await j.arrived('Address changed', [j.email])
    for (const to of [email, j.email]) {
      const [mail] = await caughtMail(app.origin, to)
      expect(mail!.text).toContain('/stop-emails/')
      expect(mail!.text).toContain(`with ${j.hostEmail}.`)
    }
  })

  test('a link that we did not make changes nothing', async () => {
    const { url } = await invited(await j.book())
    const broken = [
      `${url.slice(0, -4)}AAAA`,
      `${app.origin}/stop-emails/x`,
      `${app.origin}/stop-emails/a.b.c`,
    ]
    for (const address of broken) {
      expect((await fetch(address)).status).toBe(404)
      const reply = await post(address, 'action=block')
      expect([reply.status, (await reply.text()).includes('no longer works')]).toEqual([404, true])
    }
  })
})
