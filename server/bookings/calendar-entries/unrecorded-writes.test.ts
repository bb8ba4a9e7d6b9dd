import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '../../../availability/units.ts'
import {
  eleven,
  type EntryJourney,
  noon,
  startEntryJourney,
} from '../../../testing/calendars/entry-journey.ts'
import { replaceAccountCalls } from '../../../testing/calendars/held-google.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { ok, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import type { Deps } from '../../adapters/deps.ts'
import { jobs } from '../../db/tables/jobs.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { moveBookings } from '../../calendars/replace-calendar.ts'
import type { Job } from '../../jobs/job.ts'
import { recheckCalendarEntry, syncCalendarEntry } from './push.ts'

describe('what happens between a write and its record', () => {
  const app = setUpApp()
  let j: EntryJourney
  let id: string
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startEntryJourney(app)
    await j.sync()
    id = await j.bob.booked()
    await write()
    app.clock.now += 1000
    await j.sync()
    app.clock.now += 1000
  })

  /** Runs the queued writes of the entry as a worker would. */
  async function write(deps: Deps = app.deps) {
    for (const job of await j.jobsOf(id)) {
      if (job.kind !== 'syncCalendarEntry' || job.state !== 'queued') continue
      await syncCalendarEntry(deps, { ...job, attempts: 1 } as unknown as Job<'syncCalendarEntry'>)
      await app.db.update(jobs).set({ state: 'done' }).where(eq(jobs.id, job.id))
    }
  }
  /** Does something in the calendar after each write, before it is recorded. */
  const afterWriting = (act: () => Promise<unknown>) =>
    replaceAccountCalls(app.deps, (account) => ({
      async writeEntry(...entry) {
        const written = await account.writeEntry(...entry)
        app.clock.now += 500
        await act()
        app.clock.now += 500
        return written
      },
    }))
  const rechecks = async () => (await j.jobsOf(id)).filter(({ kind }) => kind === 'recheckCalendarEntry')

  test('a move by the host is followed', async () => {
    await j.bob.change(id, { startUTC: eleven })
    const deps = afterWriting(async () => {
      if ((await j.row(id)).sequence > 1) return
      await j.move(id, noon)
      await j.sync()
    })
    await write(deps)
    await j.sync()
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(noon), sequence: 2, entrySequence: 2 })
    expect(await j.starts()).not.toContain(noon)
    const { history } = await j.seen(id, j.token)
    expect(history.map(({ action, by }) => `${action} by ${by}`)).toEqual([
      'moved by host',
      'moved by invitee',
      'booked by invitee',
    ])
    // And every move after it.
    app.clock.now += 1000
    await j.move(id, eleven)
    await j.sync()
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(eleven), sequence: 3 })
  })

  test('a move by the host survives another process that writes the same change', async () => {
    await j.bob.change(id, { startUTC: eleven })
    await write()
    await j.move(id, noon)
    // That process read the booking before the first one recorded its write.
    await app.db.update(bookings).set({ entrySequence: 0 }).where(eq(bookings.id, id))
    const job = (await j.jobsOf(id)).find(({ kind }) => kind === 'syncCalendarEntry')
    await syncCalendarEntry(app.deps, { ...job, attempts: 1 } as unknown as Job<'syncCalendarEntry'>)
    expect(Date.parse((await j.entry(id)).start?.dateTime ?? '')).toBe(Date.parse(noon))
    app.clock.now += 1000
    await j.sync()
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(noon), sequence: 2 })
  })

  test('a move by the host that cannot be followed keeps both times busy', async () => {
    const other = await j.bob.booked(noon)
    await j.bob.change(id, { startUTC: eleven })
    const toTheOther = new Date(Date.parse(noon) + 15 * MINUTE).toISOString()
    await write(
      afterWriting(async () => {
        await j.move(id, toTheOther)
        await j.sync()
      }),
    )
    await app.db.update(bookings).set({ status: 'canceled' }).where(eq(bookings.id, other))
    expect(await j.row(id)).toMatchObject({
      startAt: Date.parse(eleven),
      entryDivergedAt: expect.any(Number),
    })
    const starts = await j.starts()
    expect(starts).not.toContain(noon)
    expect(starts).not.toContain(eleven)
  })

  test('a removal by the host is noticed a minute later', async () => {
    await j.bob.change(id, { startUTC: eleven })
    await write(
      afterWriting(async () => {
        await j.remove(id)
        await j.sync()
      }),
    )
    expect(await j.row(id)).toMatchObject({ entryRemovedAt: null, entrySequence: 1 })
    const [first] = (await rechecks()).toSorted((a, b) => a.runAt - b.runAt)
    expect(first!.runAt - app.clock.now).toBeLessThanOrEqual(MINUTE)
    await recheckCalendarEntry(app.deps, first as unknown as Job<'recheckCalendarEntry'>)
    expect((await j.row(id)).entryRemovedAt).toBe(app.clock.now)
  })

  describe('a replacement of the calendar', () => {
    let other: string
    beforeEach(async () => {
      const listed = await ok(app.origin, 'listCalendars', { token: j.token })
      other = listed.find(({ id: calendarId }) => calendarId !== j.event.calendarId)!.id
    })
    const replace = () => {
      const from = { hostId: j.hostId, calendarId: j.event.calendarId }
      return app.db.transaction((tx) => moveBookings(tx, from, other, app.clock.now))
    }

    test('has the entry written to the new one', async () => {
      await j.bob.change(id, { startUTC: eleven })
      const writes: unknown[] = []
      const deps = afterWriting(async () => {
        const { calendarId, entrySequence } = await j.row(id)
        writes.push([calendarId, entrySequence])
        if (calendarId !== other) await replace()
      })
      await write(deps)
      expect(writes).toEqual([
        [j.event.calendarId, 0],
        [other, null],
      ])
      expect(await j.row(id)).toMatchObject({ calendarId: other, sequence: 1, entrySequence: 1 })
      const { status, start } = await j.entry(id)
      expect(status).toBe('confirmed')
      expect(Date.parse(start?.dateTime ?? '')).toBe(Date.parse(eleven))
    })

    test('makes a removal from the former one irrelevant', async () => {
      await j.remove(id)
      const deps = replaceAccountCalls(app.deps, (account) => ({
        async readEntry(...where) {
          const entry = await account.readEntry(...where)
          await replace()
          return entry
        },
      }))
      const recheck = { hostId: j.hostId, payload: { bookingId: id } }
      await recheckCalendarEntry(deps, recheck as Job<'recheckCalendarEntry'>)
      expect(await j.row(id)).toMatchObject({ calendarId: other, entryRemovedAt: null })
    })
  })

  test('a removal that finds nothing is looked at again, because a write may still be under way', async () => {
    await j.remove(id)
    expect(await j.bob.cancel(id)).toMatchObject({ status: 200 })
    expect(await rechecks()).toEqual([])
    await write()
    const due = (await rechecks()).map(({ runAt }) => runAt - app.clock.now).toSorted((a, b) => a - b)
    expect(due).toEqual([MINUTE, 15 * MINUTE])
  })

  test('after a backup was restored, a change with the number of a lost one is written', async () => {
    const before = await j.row(id)
    await j.bob.change(id, { fullName: 'Lost Name' })
    await write()
    const { fullName, sequence, entrySequence, writtenSequence } = before
    const restored = { fullName, sequence, entrySequence, writtenSequence }
    await app.db.update(bookings).set(restored).where(eq(bookings.id, id))
    await j.bob.change(id, { fullName: 'New Name' })
    await write()
    expect((await j.entry(id)).summary).toContain('New Name')
  })

  test('after a backup was restored, the booking catches up with its entry', async () => {
    await j.entry(id, { extendedProperties: { private: { boomtimeSequence: '5' } } })
    await j.bob.change(id, { startUTC: noon })
    await write()
    expect(await j.row(id)).toMatchObject({ sequence: 5, entrySequence: 5, startAt: Date.parse(noon) })
    expect(Date.parse((await j.entry(id)).start?.dateTime ?? '')).toBe(Date.parse(noon))
  })
})
