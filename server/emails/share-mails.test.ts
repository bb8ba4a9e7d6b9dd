import { and, eq, gt } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../availability/units.ts'
import { allowances } from '../../contract/bookings/rate-limits.ts'
import { unsentShareMails } from '../../contract/events/event-shares.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, caughtMail, mailFault, ok, signIn, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { recipientLimits } from '../db/tables/recipients.ts'
import { hosts } from '../db/tables/hosts.ts'
import { jobs } from '../db/tables/jobs.ts'
import { hashEmail } from '../recipients/hash-email.ts'

const TITLE = 'Plan & <b>"build"</b>'

describe('emails about shares', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let round = 0
  let owner: { token: string; id: string; email: string }
  let eventId: string
  let collectionId: string
  let max: string
  let nobody: string
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    const email = `ada${++round}@example.com`
    const { sessionToken: token, user } = await signIn(app.origin, email, { name: 'Ada <i>Byron</i>' })
    owner = { token, id: user.id, email }
    ;[max, nobody] = [`max${round}@example.com`, `nobody${round}@example.com`]
    await signIn(app.origin, max)
    eventId = (await ok(app.origin, 'createEvent', { token, body: { title: TITLE } })).id
    const body = { name: 'About you', fields: [{ type: 'single-line', label: 'Company' }] }
    collectionId = (await ok(app.origin, 'createCollection', { token, body })).id
  })
  afterEach(() => mailFault(app.origin, null))

  const share = (email: string, more: object = {}, id = eventId) =>
    call(app.origin, 'shareEvent', {
      token: owner.token,
      params: { id },
      body: { email, role: 'view', ...more },
    })
  const unshare = async (email: string) => {
    const asked = { token: owner.token, params: { id: eventId } }
    const { userId } = (await ok(app.origin, 'listEventShares', asked)).find((one) => one.email === email)!
    await ok(app.origin, 'unshareEvent', { ...asked, params: { id: eventId, userId } })
  }
  const shareCollection = (email: string, more: object = {}) =>
    ok(app.origin, 'shareCollection', {
      token: owner.token,
      params: { id: collectionId },
      body: { email, ...more },
    })
  const mailJobs = () =>
    app.db
      .select()
      .from(jobs)
      .where(and(eq(jobs.hostId, owner.id), eq(jobs.kind, 'sendShareMail')))
  const states = async (to: string) =>
    (await mailJobs())
      .filter(({ payload }) => payload['emailHash'] === hashEmail(to))
      .map(({ state }) => state)
  /** The emails to an address once nothing more is to be sent there. */
  const mails = async (to: string) => {
    await expect.poll(() => states(to)).not.toContain('queued')
    return caughtMail(app.origin, to)
  }
  /** Once the email to an address waits because nothing is shared with it anymore. */
  const isPostponed = async (to: string) => {
    await expect
      .poll(async () => {
        const job = (await mailJobs()).find(({ payload }) => payload['emailHash'] === hashEmail(to))
        if (!job || job.lockedUntil !== null) return false
        if (job.runAt > app.clock.now + 10 * 60_000) return true
        // No later: a clock that went on could reach the next time before we see it.
        app.clock.now = Math.max(app.clock.now, job.runAt)
        return false
      })
      .toBe(true)
  }

  test('tell a person with an account who shares what, as what, and where it is', async () => {
    await share(max.toUpperCase(), { role: 'manage' })
    const [mail, ...more] = await mails(max)
    expect(more).toEqual([])
    expect(mail!.subject).toBe(`Shared with you: ${TITLE}, by Ada <i>Byron</i>`)
    expect(mail!.text).toContain(
      `Ada <i>Byron</i> shared the bookings of this event with you. You’ll find them in your Boomtime account for ${max}.\n`,
    )
    expect(mail!.text).toContain(
      'Your role: Manage\n\nYou can see answers and private notes, fill in the notes, and move and cancel bookings.',
    )
    expect(mail!.html).toContain('Plan &amp; &lt;b&gt;&quot;build&quot;&lt;/b&gt;')
    for (const markup of ['<b>"build"', '<i>Byron']) expect(mail!.html).not.toContain(markup)
    for (const part of [mail!.text, mail!.html.replaceAll('&amp;', '&')]) {
      expect(part).toContain(`${app.origin}/bookings?shared=true&event_ids=${eventId}`)
      expect(part).toContain(owner.email)
      expect(part).toContain('Stop these emails')
      expect(part).not.toContain('/signin')
    }
    expect(mail!.headers['list-unsubscribe']).toContain('/stop-emails/')
    // Nothing of the address outlasts the share.
    expect(JSON.stringify(await mailJobs())).not.toContain(max)
  })

  test('isolate a name in Hebrew from their sentence', async () => {
    await app.db.update(hosts).set({ name: 'דוד כהן' }).where(eq(hosts.id, owner.id))
    await share(nobody)
    const [mail] = await mails(nobody)
    expect(mail!.subject).toBe(`Shared with you: ${TITLE}, by \u2068דוד כהן\u2069`)
    expect(mail!.text).toContain('\u2068דוד כהן\u2069 shared the bookings of this event with you')
  })

  test('invite a person without an account, who then has it', async () => {
    const replies = [await share(max), await share(nobody)]
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    const [invitation, ...more] = await mails(nobody)
    expect(more).toEqual([])
    for (const part of [invitation!.text, invitation!.html]) {
      expect(part).toContain(`sign in with the Google account for ${nobody}`)
      expect(part).toContain('Your first sign-in creates your Boomtime account')
      expect(part).toContain(`${app.origin}/signin`)
      expect(part).not.toContain('/bookings?')
    }
    const { sessionToken: token } = await signIn(app.origin, nobody)
    expect(await ok(app.origin, 'listSharedEvents', { token })).toMatchObject([{ id: eventId }])
  })

  test('are about collections too', async () => {
    await shareCollection(max)
    await shareCollection(max)
    await shareCollection(nobody, { notify: false })
    await shareCollection(nobody, { notify: false })
    await shareCollection(`other.${nobody}`)
    const [mail, ...more] = await mails(max)
    expect(more).toEqual([])
    expect(mail!.text).toContain('shared this custom fields collection with you. You’ll find it in')
    expect(mail!.text).toContain('You can use it in your events and edit it.\n')
    expect(mail!.text).toContain(`${app.origin}/custom-fields/edit/${collectionId}`)
    expect(await mails(nobody)).toEqual([])
    const [invitation] = await mails(`other.${nobody}`)
    expect(invitation!.text).toContain(`To see it, sign in with the Google account for other.${nobody}.`)
  })

  test('come once: not for a repetition, another role, or a share that is restored', async () => {
    await Promise.all([share(max), share(max), share(max)])
    await share(max, { role: 'manage' })
    expect(await mails(max)).toHaveLength(1)
    // Sharing again sends nothing, and the host can see that.
    const { hadAccess } = unsentShareMails
    expect(await share(max)).toMatchObject({ status: 201, data: { role: 'view', emailRefusal: hadAccess } })
    expect(await share(max, { notify: false })).toMatchObject({ status: 201, data: { emailRefusal: null } })
    expect(await mails(max)).toHaveLength(1)
    await unshare(max)
    expect((await share(max, { notify: false })).status).toBe(201)
    expect(await mails(max)).toHaveLength(1)
    await unshare(max)
    await share(max)
    expect(await mails(max)).toHaveLength(2)
  })

  test('wait for a mail server that is down, then say what holds by then', async () => {
    await mailFault(app.origin, { kind: 'temporary' })
    await share(max)
    await share(nobody)
    await expect
      .poll(async () => (await mailJobs()).map(({ lastError }) => lastError))
      .toEqual([expect.stringContaining('421'), expect.stringContaining('421')])
    // Restored or shared again before its email went out: that one is enough.
    await unshare(max)
    await share(max, { role: 'manage', notify: false })
    await unshare(max)
    await share(max, { role: 'manage' })
    expect(await mailJobs()).toHaveLength(2)
    await unshare(nobody)
    await mailFault(app.origin, null)
    await isPostponed(nobody)
    const [mail, ...more] = await mails(max)
    expect(more).toEqual([])
    expect(mail!.text).toContain('Your role: Manage')
    expect(await caughtMail(app.origin, nobody)).toEqual([])
    // They haven't heard of it, so restoring it is news.
    expect(await share(nobody, { notify: false })).toMatchObject({ data: { emailRefusal: null } })
    expect(await mails(nobody)).toHaveLength(1)
  })

  test('wait while their event is deleted', async () => {
    await mailFault(app.origin, { kind: 'temporary' })
    await share(max)
    const change = { token: owner.token, params: { id: eventId } }
    await ok(app.origin, 'deleteEvent', change)
    await mailFault(app.origin, null)
    await isPostponed(max)
    await ok(app.origin, 'updateEvent', { ...change, body: { isDeleted: false } })
    app.clock.now += 31 * 60_000
    expect(await mails(max)).toHaveLength(1)
  })

  test('aren’t sent about a deleted event, nor to somebody who stopped this host’s emails', async () => {
    await mailFault(app.origin, { kind: 'temporary' })
    await share(nobody)
    await expect.poll(async () => (await mailJobs())[0]?.lastError).toContain('421')
    await ok(app.origin, 'deleteEvent', { token: owner.token, params: { id: eventId } })
    await mailFault(app.origin, null)
    app.clock.now += 3 * DAY
    expect(await mails(nobody)).toEqual([])

    await shareCollection(max)
    const url = /Stop these emails: (\S+)/.exec((await mails(max))[0]!.text)![1]!
    const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'block' }) })
    expect(status).toBe(200)
    const other = await ok(app.origin, 'createEvent', { token: owner.token, body: { title: 'Other' } })
    expect((await share(max, {}, other.id)).status).toBe(201)
    expect(await mails(max)).toHaveLength(1)
  })

  test('have an allowance of their own, beyond which things are shared without one, and the host sees that', async () => {
    const { perDayOfNewHost, mailsFromHost } = allowances.shares
    for (let mail = 1; mail <= mailsFromHost; mail++) {
      expect(await share(max)).toMatchObject({ status: 201, data: { emailRefusal: null } })
      await app.db.delete(jobs).where(eq(jobs.hostId, owner.id))
      await unshare(max)
    }
    const full = unsentShareMails.tooManyMails(mailsFromHost)
    for (const emailRefusal of [full, full]) {
      expect(await share(max)).toMatchObject({ status: 201, data: { emailRefusal } })
      await unshare(max)
    }
    expect(await share(max, { notify: false })).toMatchObject({ status: 201, data: { emailRefusal: null } })
    expect(await mailJobs()).toEqual([])

    const people = Array.from({ length: perDayOfNewHost + 2 }, (_, at) => `p${at}.${nobody}`)
    const replies = await Promise.all(people.map((email) => shareCollection(email)))
    const refused = replies.filter(({ emailRefusal }) => emailRefusal !== null)
    // One of the twenty addresses of the day is the one above.
    expect(refused.map(({ emailRefusal }) => emailRefusal)).toEqual(
      Array(3).fill(unsentShareMails.tooManyToday(perDayOfNewHost)),
    )
    expect(await mailJobs()).toHaveLength(perDayOfNewHost - 1)
    const counts = await app.db
      .select({ sent: recipientLimits.mails })
      .from(recipientLimits)
      .where(and(eq(recipientLimits.scope, owner.id), gt(recipientLimits.mails, 0)))
    // What wasn't sent doesn't count.
    expect(counts.map(({ sent }) => sent).toSorted((one, other) => other - one)).toEqual([
      mailsFromHost,
      ...Array<number>(perDayOfNewHost - 1).fill(1),
    ])
    const [{ email } = { email: '' }] = refused
    expect(await share(email)).toMatchObject({ status: 201, data: { emailRefusal: expect.any(String) } })
    await unshare(email)
    // The clock ran ahead, and is corrected.
    app.clock.now -= HOUR
    expect(await share(email)).toMatchObject({ status: 201, data: { emailRefusal: null } })
    await unshare(email)
    app.clock.now += HOUR + DAY
    expect(await share(email)).toMatchObject({ status: 201, data: { emailRefusal: null } })
  })
})
