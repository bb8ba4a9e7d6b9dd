import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../availability/units.ts'
import { MEETING, type MailJourney, startMailJourney } from '../../testing/bookings/mail-journey.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { call, ok, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { recordHistory } from '../bookings/history.ts'
import { jobs } from '../db/tables/jobs.ts'

/** Without background work, so that what is queued stays queued until a test sends it. */
describe('the delay of emails about changes', () => {
  const app = setUpApp()
  let j: MailJourney
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startMailJourney(app)
  })

  const send = () =>
    app.db
      .update(jobs)
      .set({ state: 'done' })
      .where(and(eq(jobs.hostId, j.hostId), eq(jobs.kind, 'sendMail')))
  const sent = async () => {
    const id = await j.book()
    await send()
    return id
  }
  const rename = (id: string, fullName: string) =>
    ok(app.origin, 'updateBooking', { params: { id }, body: { fullName, email: j.email, startUTC: MEETING } })

  test('the more a booking changes in a day, the longer its emails wait for the next change', async () => {
    const id = await sent()
    const waits: number[] = []
    for (let time = 0; time < 13; time++) {
      await rename(id, `Bob ${time}`)
      const mail = (await j.due()).find(
        ({ state, payload }) => state === 'queued' && payload['role'] === 'invitee',
      )
      waits.push((mail!.runAt - app.clock.now) / MINUTE)
      await send()
    }
    expect(waits).toEqual([0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 60, 60, 60])
    await rename(id, 'Rob')
    app.clock.now += HOUR / 2
    await rename(id, 'Bob')
    const mail = (await j.due()).find(({ state }) => state === 'queued')
    expect(mail!.runAt).toBe(app.clock.now + HOUR / 2)
    app.clock.now += 24 * HOUR
    await send()
    const body = { fullName: 'Rob', email: j.email, startUTC: MEETING }
    expect((await call(app.origin, 'updateBooking', { params: { id }, token: j.token, body })).status).toBe(
      200,
    )
    expect((await j.due()).find(({ state }) => state === 'queued')!.runAt).toBe(app.clock.now)
  })

  test.each([
    ['waits as usual for a meeting on another day', 12, { startsIn: 26 * HOUR, by: HOUR }, HOUR],
    ['is sent an hour before the former start', 12, { startsIn: 90 * MINUTE, by: DAY }, HOUR / 2],
    ['is sent an hour before the new start', 12, { startsIn: DAY, by: 90 * MINUTE - DAY }, HOUR / 2],
    ['is sent an hour before a start that stays', 12, { startsIn: 90 * MINUTE, by: 0 }, HOUR / 2],
    ['waits no longer than usual', 6, { startsIn: 90 * MINUTE, by: DAY }, 2 * MINUTE],
    ['is sent at once in the last hour', 20, { startsIn: 45 * MINUTE, by: DAY }, 0],
    // Otherwise a host could flood people by moving a booking back and forth.
    ['waits after too many changes', 21, { startsIn: 45 * MINUTE, by: DAY }, HOUR],
    ['waits as usual if the meeting has begun', 12, { startsIn: -MINUTE, by: 0 }, HOUR],
    ['ignores a former start that is past', 12, { startsIn: -HOUR, by: 2.5 * HOUR }, HOUR / 2],
  ])('the email about a change %s', async (_name, changes, { startsIn, by }, wait) => {
    const id = await sent()
    const before = await j.row(id)
    app.clock.now = before.startAt - startsIn
    const step = { action: 'changed', by: { role: 'host', email: j.hostEmail } } as const
    await app.db.transaction(async (tx) => {
      for (let time = 0; time < changes; time++) await recordHistory(tx, before, step, app.clock.now)
    })
    const times = { startAt: before.startAt + by, endAt: before.endAt + by }
    await j.tell(id, 'changed', { ...times, location: 'Room 5' }, { before })
    const mails = (await j.due()).filter(({ state }) => state === 'queued')
    expect(mails.map(({ runAt }) => runAt - app.clock.now)).toEqual([wait, wait])
  })
})
