import type { calendar_v3 } from '@googleapis/calendar'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../availability/units.ts'
import {
  eleven,
  type EntryJourney,
  HALF_HOUR,
  noon,
  startEntryJourney,
} from '../../../testing/calendars/entry-journey.ts'
import { giveUpSoon } from '../../../testing/calendars/held-google.ts'
import { ten } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import {
  call,
  googleFault,
  googleLog,
  releaseGoogleCalls,
  START_OF_TESTS,
} from '../../../testing/server/test-app.ts'
import { bookings } from '../../db/tables/bookings.ts'
import { calendarMirrors } from '../../db/tables/calendars.ts'
import { withAccount } from '../../calendars/connection.ts'

describe('writes that take effect late', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let j: EntryJourney
  beforeEach(async () => {
    await googleFault(app.origin, null)
    app.clock.now = START_OF_TESTS
    j = await startEntryJourney(app)
  })

  const late = (match: string) => googleFault(app.origin, { match, kind: 'late', email: j.email })
  /** Lets nothing but jobs find out what is in the calendar. */
  const noSync = () =>
    app.db.update(calendarMirrors).set({ nextPollAt: Infinity }).where(eq(calendarMirrors.hostId, j.hostId))
  const calls = async (method: string) =>
    (await googleLog(app.origin)).filter((one) => one.method === method && one.email === j.email)
  /** Moves the clock to when failed jobs are retried. */
  const retried = async (id: string) => {
    await expect.poll(async () => (await j.jobsOf(id)).some(({ lastError }) => lastError !== null)).toBe(true)
    app.clock.now += MINUTE
    await j.inLine(id)
  }
  const entryStart = async (id: string) => Date.parse((await j.entry(id)).start?.dateTime ?? '')

  test('a move that arrives after its own retry is refused by the calendar', async () => {
    const id = await j.booked()
    await late('events.patch')
    expect(await j.bob.change(id, { startUTC: eleven })).toMatchObject({ status: 200 })
    await retried(id)
    await releaseGoogleCalls(app.origin)
    await expect
      .poll(async () => (await calls('events.patch')).map(({ status }) => status))
      .toEqual([412, 200])
    await j.sync()
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(eleven), sequence: 1 })
  })

  test('an entry that shows an earlier change moves nothing, mails nobody and is written again', async () => {
    const id = await j.booked()
    expect(await j.bob.change(id, { startUTC: eleven })).toMatchObject({ status: 200 })
    await j.inLine(id)
    await j.entry(id, {
      start: { dateTime: ten },
      end: { dateTime: new Date(Date.parse(ten) + HALF_HOUR).toISOString() },
      extendedProperties: { private: { boomtimeSequence: '0' } },
    })
    await j.sync()
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(eleven), sequence: 1, entryDivergedAt: null })
    expect(await j.notified(id, 'changed')).toEqual(['host', 'invitee'])
    app.clock.now += 1000
    await expect.poll(() => entryStart(id)).toBe(Date.parse(eleven))
    expect(await j.entry(id)).toMatchObject({ extendedProperties: { private: { boomtimeSequence: '1' } } })
  })

  test('the host can move an entry again and again, because that leaves its sequence as it was', async () => {
    const id = await j.booked()
    for (const [start, sequence] of [
      [eleven, 1],
      [noon, 2],
      [ten, 3],
    ] as const) {
      await j.move(id, start)
      await j.sync()
      expect(await j.row(id)).toMatchObject({ startAt: Date.parse(start), sequence })
      app.clock.now += 1000
    }
  })

  /** A booking that was canceled before its entry appears, and whose rechecks are queued. */
  async function canceledTooSoon() {
    await late('events.insert')
    const id = await j.bob.booked()
    await expect.poll(async () => (await calls('events.insert')).length).toBe(1)
    expect(await j.bob.cancel(id)).toMatchObject({ status: 200 })
    await j.inLine(id)
    await retried(id)
    // The insert's retry replaces the rechecks of the cancellation, of which one may be running.
    await expect.poll(() => j.unwritten(id)).toBe(0)
    await expect.poll(() => rechecks(id, 'queued')).toBe(2)
    return id
  }
  const rechecks = async (id: string, state: string) =>
    (await j.jobsOf(id)).filter((job) => job.kind === 'recheckCalendarEntry' && job.state === state).length
  const entryAppears = async (id: string) => {
    await releaseGoogleCalls(app.origin)
    await expect.poll(async () => (await calls('events.insert')).map(({ status }) => status)).toEqual([200])
    expect(await j.entry(id)).toMatchObject({ status: 'confirmed' })
  }
  const entryStatus = async (id: string) => (await j.entry(id)).status

  test('an entry that appears after its booking was canceled is removed once a sync reports it', async () => {
    const id = await canceledTooSoon()
    await entryAppears(id)
    await j.sync()
    app.clock.now += 1000
    await expect.poll(() => entryStatus(id)).toBe('cancelled')
  })

  test.each([
    { recheck: 'first', waitedMs: 0, done: 0, dueMs: MINUTE },
    { recheck: 'second', waitedMs: MINUTE, done: 1, dueMs: 15 * MINUTE },
  ])('and without a sync by the $recheck recheck', async ({ waitedMs, done, dueMs }) => {
    const id = await canceledTooSoon()
    const before = await rechecks(id, 'done')
    await noSync()
    app.clock.now += waitedMs
    await expect.poll(() => rechecks(id, 'done')).toBe(before + done)
    await entryAppears(id)
    app.clock.now += dueMs
    await expect.poll(() => entryStatus(id)).toBe('cancelled')
  })

  test.each([
    {
      change: 'canceled',
      afterMs: 0,
      make: (id: string) => j.bob.cancel(id),
      isShown: ({ status }: calendar_v3.Schema$Event) => status === 'cancelled',
    },
    {
      change: 'erased',
      afterMs: DAY,
      make: (id: string) => call(app.origin, 'erasePersonalData', { params: { id } }),
      isShown: ({ attendees }: calendar_v3.Schema$Event) => attendees === undefined,
    },
  ])('a booking that is $change while its calendar is missing shows that once it is back', async (row) => {
    const id = await j.booked()
    await j.sync()
    app.clock.now += row.afterMs
    const { calendarId } = j.event
    await googleFault(app.origin, { kind: 'calendar_gone', calendarId, times: 0 })
    expect(await row.make(id)).toMatchObject({ status: 200 })
    await expect.poll(() => rechecks(id, 'queued')).toBe(2)
    app.clock.now += 15 * MINUTE
    const isPutOff = async () =>
      (await j.jobsOf(id)).every(({ kind, runAt, lockedUntil, state }) => {
        const isWaiting = state === 'queued' && runAt > app.clock.now && lockedUntil === null
        return kind !== 'recheckCalendarEntry' || isWaiting
      })
    await expect.poll(isPutOff).toBe(true)
    await googleFault(app.origin, null)
    app.clock.now += 2 * HOUR
    await expect.poll(async () => row.isShown(await j.entry(id))).toBe(true)
  })

  test('an insert whose answer was lost is found and leaves one entry', async () => {
    await googleFault(app.origin, { match: 'events.insert', kind: 'lost_response', email: j.email })
    const id = await j.bob.booked()
    await retried(id)
    expect((await calls('events.insert')).map(({ status }) => status)).toEqual([null, 409])
    expect(await j.entry(id)).toMatchObject({ status: 'confirmed' })
  })

  test('a write that somebody else got ahead of is made again for the new version', async () => {
    const id = await j.booked()
    await googleFault(app.origin, { match: 'events.patch', kind: 'status', status: 412, email: j.email })
    expect(await j.bob.change(id, { startUTC: eleven })).toMatchObject({ status: 200 })
    await j.inLine(id)
    expect(await entryStart(id)).toBe(Date.parse(eleven))
    expect((await j.jobsOf(id)).every(({ lastError }) => lastError === null)).toBe(true)
  })

  test('a process that was overtaken leaves the newer entry alone', async () => {
    const id = await j.booked()
    const { hostId } = j
    const outdated = await j.row(id)
    expect(await j.bob.change(id, { startUTC: eleven })).toMatchObject({ status: 200 })
    await j.inLine(id)
    const found = await withAccount(app.deps, { hostId, id: hostId }, (account) =>
      account.writeEntry(outdated.calendarId, {
        id: outdated.calendarEntryId,
        bookingId: id,
        title: 'Old',
        description: '',
        location: '',
        startAt: outdated.startAt,
        endAt: outdated.endAt,
        timeZone: outdated.timezone,
        invitee: { name: 'Bob', email: 'bob@example.com' },
        guests: [],
        formerGuests: [],
        conference: { isWanted: false, url: null },
        sequence: 0,
        isNew: false,
      }),
    )
    expect(found).toMatchObject({ startAt: Date.parse(eleven), bookingSequence: 1 })
    expect(await entryStart(id)).toBe(Date.parse(eleven))
  })

  test('an entry from before sequences were written is followed once more', async () => {
    const id = await j.booked()
    await app.db.update(bookings).set({ writtenSequence: null }).where(eq(bookings.id, id))
    await j.move(id, noon)
    await j.sync()
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(noon) })
  })
})

describe('a write that the calendar answers too late', () => {
  const app = setUpApp({ calendarPollMs: 100 })

  test('is made again, and refused by the calendar when it takes effect after all', async () => {
    const j = await startEntryJourney(app)
    const id = await j.booked()
    await googleFault(app.origin, { match: 'events.patch', kind: 'latency', email: j.email })
    const giveUpLater = giveUpSoon(app)
    onTestFinished(giveUpLater)
    expect(await j.bob.change(id, { startUTC: eleven })).toMatchObject({ status: 200 })
    const failures = async () => (await j.jobsOf(id)).flatMap(({ lastError }) => lastError ?? [])
    await expect.poll(failures).toEqual([expect.stringMatching(/timeout|aborted/i)])
    giveUpLater()
    app.clock.now += MINUTE
    await j.inLine(id)
    await releaseGoogleCalls(app.origin)
    const patches = async () =>
      (await googleLog(app.origin))
        .filter(({ method }) => method === 'events.patch')
        .map(({ status }) => status)
    await expect.poll(patches).toEqual([412, 200])
    await j.sync()
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(eleven), sequence: 1 })
    expect(Date.parse((await j.entry(id)).start?.dateTime ?? '')).toBe(Date.parse(eleven))
  })
})
