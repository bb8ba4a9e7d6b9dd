import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR } from '../../availability/units.ts'
import { noon, startEntryJourney } from '../../testing/calendars/entry-journey.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { googleFault, ok, signIn } from '../../testing/server/test-app.ts'
import { jobs } from '../db/tables/jobs.ts'
import { withAccount } from './connection.ts'
import { CalendarError } from '../adapters/calendar-provider.ts'
import { Turns } from './reading-turns.ts'

const app = setUpApp({ calendarPollMs: 60_000 })

test('hosts see that the operator has to enable the Calendar API, and the log says where', async () => {
  const { sessionToken: token, user } = await signIn(app.origin, 'ada@example.com')
  const logged: unknown[] = []
  const log = Object.assign(Object.create(app.deps.log), { error: (line: unknown) => logged.push(line) })
  const call = () => Promise.reject(new CalendarError('api_disabled', 'Google refused the call'))
  await expect(withAccount({ ...app.deps, log }, { hostId: user.id, id: user.id }, call)).rejects.toThrow(
    'api_disabled',
  )
  expect(logged).toEqual([expect.stringContaining('/apis/library/calendar-json.googleapis.com')])
  expect(await ok(app.origin, 'getUser', { token })).toMatchObject({
    calendarConnection: 'broken',
    calendarProblem: 'api_disabled',
  })
})

test('what an account’s answers need done is done in its host’s turns', async () => {
  const turns = new Turns({ limit: 2, slowMs: 1000 })
  const started: string[] = []
  const end = Promise.withResolvers<void>()
  const read = async (email: string) => {
    const { user } = await signIn(app.origin, email)
    const work = () => {
      started.push(email)
      return end.promise
    }
    return withAccount(app.deps, { hostId: user.id, id: user.id }, () =>
      Promise.all([turns.run(work), turns.run(work)]),
    )
  }
  const emails = ['bea@example.com', 'cem@example.com']
  const reading = emails.map(read)
  await expect.poll(() => started.toSorted()).toEqual(emails)
  end.resolve()
  await Promise.all(reading)
  expect(started).toHaveLength(4)
})

test('what waits to be written is written as soon as the host has connected again', async () => {
  const j = await startEntryJourney(app)
  const id = await j.booked()
  await googleFault(app.origin, {
    match: 'events.patch',
    kind: 'status',
    status: 503,
    times: 0,
    email: j.email,
  })
  expect(await j.bob.change(id, { startUTC: noon })).toMatchObject({ status: 200 })
  const job = async () =>
    (await j.jobsOf(id)).find(({ kind, state }) => kind === 'syncCalendarEntry' && state === 'queued')
  await expect.poll(job).toMatchObject({ attempts: 1, lockedUntil: null })
  // After an outage of hours.
  await app.db
    .update(jobs)
    .set({ runAt: app.clock.now + HOUR })
    .where(eq(jobs.id, (await job())!.id))
  await googleFault(app.origin, null)
  await signIn(app.origin, j.email)
  await j.inLine(id)
})
