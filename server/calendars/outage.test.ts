import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '../../availability/units.ts'
import { type EntryJourney, startEntryJourney } from '../../testing/calendars/entry-journey.ts'
import { setUpApp } from '../../testing/server/set-up-app.ts'
import { googleFault, START_OF_TESTS } from '../../testing/server/test-app.ts'
import { calendarMirrors } from '../db/tables/calendars.ts'
import { jobs } from '../db/tables/jobs.ts'

const inTwoWeeks = '2027-01-18T15:00:00.000Z'

describe('a calendar that is out of reach for days', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let j: EntryJourney
  beforeEach(async () => {
    await googleFault(app.origin, null)
    app.clock.now = START_OF_TESTS
    j = await startEntryJourney(app)
    await j.sync()
  })

  const writesFail = () =>
    googleFault(app.origin, { match: 'events.insert', kind: 'unreachable', times: 0, email: j.email })
  const everythingFails = () =>
    googleFault(app.origin, { match: '*', kind: 'unreachable', times: 0, email: j.email })
  const entryJob = async () =>
    (
      await app.db
        .select()
        .from(jobs)
        .where(and(eq(jobs.hostId, j.hostId), eq(jobs.kind, 'syncCalendarEntry')))
    )[0]!
  const failures = async () =>
    (await app.db.select().from(calendarMirrors).where(eq(calendarMirrors.hostId, j.hostId)))[0]!.failures
  /** Moves the clock and waits for the try that is due then. */
  const triedAfter = async (pause: number) => {
    const { attempts } = await entryJob()
    app.clock.now += pause
    await expect.poll(async () => (await entryJob()).attempts).toBeGreaterThan(attempts)
    await expect.poll(async () => (await entryJob()).lockedUntil).toBeNull()
    return entryJob()
  }

  test('loses no entry, however often the write failed, and writes it as soon as the calendar answers', async () => {
    await writesFail()
    const id = await j.bob.booked()
    await expect.poll(async () => (await entryJob()).lastError).not.toBeNull()
    await everythingFails()
    await app.db.update(jobs).set({ attempts: 40 }).where(eq(jobs.hostId, j.hostId))
    expect(await triedAfter(3 * HOUR)).toMatchObject({ state: 'queued' })
    // So that the next sync that succeeds is known to end an outage.
    await expect.poll(failures).toBeGreaterThan(0)
    await googleFault(app.origin, null)
    // Long before the next try.
    expect((await entryJob()).runAt - app.clock.now).toBeGreaterThan(20 * 60_000)
    app.clock.now += 11 * 60_000
    await j.inLine(id)
    expect(await j.entry(id)).toMatchObject({ status: 'confirmed' })
  })

  test('is asked for a week, or until the meeting is over', async () => {
    await writesFail()
    await j.bob.booked(inTwoWeeks)
    await expect.poll(async () => (await entryJob()).lastError).not.toBeNull()
    expect(await triedAfter(8 * DAY)).toMatchObject({ state: 'queued' })
    expect(await triedAfter(7 * DAY)).toMatchObject({ state: 'failed' })
  })
})
