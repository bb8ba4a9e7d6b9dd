import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '../../availability/units.ts'
import { passMinute } from '../../testing/server/pass-minute.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import {
  call,
  caughtMail,
  googleFault,
  mailFault,
  ok,
  signIn,
  START_OF_TESTS,
} from '../../testing/server/test-app.ts'
import { jobs } from '../db/tables/jobs.ts'

let count = 0

describe('a disconnected calendar', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let email: string
  let hostId: string
  let eventId: string
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    email = `host${++count}@example.com`
    const { sessionToken: token, user } = await signIn(app.origin, email, { name: 'Maya Lindqvist' })
    hostId = user.id
    eventId = (await ok(app.origin, 'createEvent', { token, body: { title: 'Talk' } })).id
  })
  afterEach(async () => {
    await googleFault(app.origin, null)
    await mailFault(app.origin, null)
  })

  const takeBack = async () => {
    await googleFault(app.origin, { match: 'token', kind: 'invalid_grant', revoke: true, times: 0, email })
    await googleFault(app.origin, { match: 'events.list', kind: 'status', status: 401, times: 0, email })
  }
  const reconnect = async () => {
    await googleFault(app.origin, null)
    await signIn(app.origin, email)
  }
  const askSlots = () =>
    call(app.origin, 'listSlots', {
      params: { id: eventId },
      query: { dateFrom: '2027-01-04', dateTo: '2027-01-08', timezone: 'UTC' },
    })
  /** Advances the clock and requests slots until there are none. */
  const breaks = async () => {
    await expect
      .poll(async () => {
        app.clock.now += MINUTE
        return (await askSlots()).status
      })
      .toBe(503)
  }
  const notices = () =>
    app.db
      .select()
      .from(jobs)
      .where(and(eq(jobs.hostId, hostId), eq(jobs.kind, 'sendCalendarNotice')))
  const states = async () => (await notices()).map(({ state }) => state)

  test('the host gets one email per break, however many calls fail', async () => {
    await takeBack()
    await breaks()
    for (let asked = 0; asked < 3; asked++) await breaks()
    await expect.poll(states).toEqual(['done'])
    const [mail, ...more] = await caughtMail(app.origin, email)
    expect(more).toEqual([])
    expect(mail!.subject).toBe('Your Google Calendar was disconnected')
    expect(mail!.headers['auto-submitted']).toBe('auto-generated')
    for (const part of ['text', 'html'] as const) {
      expect(mail![part]).toContain('Google revoked our access')
      expect(mail![part]).toContain('Nobody can book you until you reconnect')
      expect(mail![part]).toContain(`${app.origin}/profile`)
    }

    await reconnect()
    expect((await askSlots()).status).toBe(200)
    await takeBack()
    await breaks()
    await expect.poll(states).toEqual(['done', 'done'])
    expect(await caughtMail(app.origin, email)).toHaveLength(2)
  })

  test("a queued email isn't sent if the host has reconnected", async () => {
    await mailFault(app.origin, { kind: 'temporary' })
    await takeBack()
    await breaks()
    await expect.poll(async () => (await notices())[0]?.lastError).toContain('The mail server answered 421')
    await reconnect()
    await mailFault(app.origin, null)
    await expect
      .poll(async () => {
        await passMinute(app)
        return states()
      })
      .toEqual(['done'])
    expect(await caughtMail(app.origin, email)).toEqual([])
  })
})
