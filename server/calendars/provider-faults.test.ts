import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { MINUTE } from '../../availability/units.ts'
import { eleven, type EntryJourney, startEntryJourney } from '../../testing/calendars/entry-journey.ts'
import { giveUpSoon } from '../../testing/calendars/held-google.ts'
import { ten } from '../../testing/bookings/invitee.ts'
import { passMinute } from '../../testing/server/pass-minute.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import {
  caughtMail,
  googleFault,
  releaseGoogleCalls,
  START_OF_TESTS,
  signIn,
} from '../../testing/server/test-app.ts'

/** Each is set for every call until it is cleared, or for the number of calls it says. */
const faults: Record<string, object> = {
  'no connection': { kind: 'unreachable' },
  'a server error': { kind: 'status', status: 500 },
  'an overload': { kind: 'status', status: 503, retryAfter: 30 },
  'a quota error with Retry-After': { kind: 'status', status: 429, retryAfter: 30 },
  'a quota error without Retry-After': { kind: 'status', status: 429, retryAfter: null },
  'a refusal by quota with Retry-After': { kind: 'status', status: 403, retryAfter: 30 },
  'a refusal by quota without Retry-After': {
    kind: 'status',
    status: 403,
    reason: 'quotaExceeded',
    retryAfter: null,
  },
  'a page of HTML': { kind: 'html' },
  'an empty object': { kind: 'empty' },
  'half of the JSON': { kind: 'half_json' },
  'half of the body': { kind: 'cut_body' },
  'a lost answer': { kind: 'lost_response' },
  'a lost connection and a late effect': { kind: 'late' },
  'a sync token that is gone': { kind: 'gone' },
  'a sync token that is invalid': { kind: 'bad_sync_token' },
  'answers and effects after we gave up': { kind: 'latency' },
}

describe('whatever the calendar does', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let j: EntryJourney
  beforeEach(async () => {
    await googleFault(app.origin, null)
    app.clock.now = START_OF_TESTS
    j = await startEntryJourney(app)
    await j.sync()
  })

  const fault = (kind: object) => googleFault(app.origin, { match: '*', times: 0, email: j.email, ...kind })
  const liveEntry = async (id: string) => {
    const { status, start } = await j.entry(id)
    return status === 'confirmed' ? Date.parse(start?.dateTime ?? '') : null
  }

  test.each(Object.entries(faults))(
    '%s: bookings are taken, moved and canceled at once, and the calendar has them in the end',
    async (_name, kind) => {
      await fault(kind)
      const giveUpLater = giveUpSoon(app)
      onTestFinished(giveUpLater)
      const kept = await j.bob.booked(ten)
      const canceled = await j.bob.booked('2027-01-04T17:00:00.000Z')
      expect(await j.bob.change(kept, { startUTC: eleven })).toMatchObject({ status: 200 })
      expect(await j.bob.cancel(canceled)).toMatchObject({ status: 200 })
      await googleFault(app.origin, null)
      giveUpLater()
      for (const id of [kept, canceled]) {
        await expect
          .poll(async () => {
            await passMinute(app)
            const { entrySequence, sequence } = await j.row(id)
            return entrySequence === sequence
          })
          .toBe(true)
      }
      await releaseGoogleCalls(app.origin)
      await expect
        .poll(async () => {
          // The rechecks are due by then.
          await passMinute(app)
          const gone = await liveEntry(canceled).catch(() => null)
          return [await liveEntry(kept), gone]
        })
        .toEqual([Date.parse(eleven), null])
      expect(await j.row(kept)).toMatchObject({ startAt: Date.parse(eleven), sequence: 1 })
      const changes = (await j.jobsOf(kept)).filter(({ payload }) => payload['kind'] === 'changed')
      expect(changes.length).toBeLessThanOrEqual(2)
    },
  )

  test('a revoked grant stops bookings and loses nothing, and the host gets one email', async () => {
    const before = await j.bob.booked(ten)
    await j.inLine(before)
    await googleFault(app.origin, { match: 'token', kind: 'invalid_grant', revoke: true, email: j.email })
    await googleFault(app.origin, {
      match: 'events.list',
      kind: 'status',
      status: 401,
      times: 0,
      email: j.email,
    })
    expect(await j.bob.change(before, { startUTC: eleven })).toMatchObject({ status: 503 })
    expect(await j.bob.book(eleven)).toMatchObject({ status: 503 })
    expect(await j.bob.cancel(before)).toMatchObject({ status: 200 })
    const notices = async () =>
      (await caughtMail(app.origin, j.email)).filter(({ subject }) => subject.includes('disconnected')).length
    await expect.poll(notices).toBe(1)
    await googleFault(app.origin, null)
    await signIn(app.origin, j.email)
    app.clock.now += MINUTE
    await expect.poll(async () => (await j.entry(before)).status).toBe('cancelled')
    expect(await notices()).toBe(1)
  })
})
