import { beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '../../../availability/units.ts'
import { type EntryJourney, noon, startEntryJourney } from '../../../testing/calendars/entry-journey.ts'
import { ten } from '../../../testing/bookings/invitee.ts'
import { replaceAccountCalls } from '../../../testing/calendars/held-google.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { CalendarError, type CalendarErrorReason } from '../../adapters/calendar-provider.ts'
import { withCalendar } from '../connection.ts'
import { listAll, listChanges } from './list-all.ts'

const app = setUpApp({ calendarPollMs: 100 })
let j: EntryJourney
beforeEach(async () => {
  app.clock.now = START_OF_TESTS
  j = await startEntryJourney(app)
})

/** A full listing without the booking, whose entry can't be read either. */
async function listed(reason: CalendarErrorReason, failures = 0) {
  const id = await j.booked()
  const key = { hostId: j.hostId, calendarId: j.event.calendarId }
  const startedAt = app.clock.now + 1000
  const asked = { startedAt, failures, range: { start: startedAt, end: startedAt + 30 * DAY } }
  const deps = replaceAccountCalls(app.deps, () => ({
    listEntries: async () => ({ entries: [], timeZone: 'Pacific/Kiritimati', syncToken: 'a' }),
    async readEntry() {
      throw new CalendarError(reason, 'Refused')
    },
  }))
  const { entries, unreadable } = await withCalendar(deps, key, (account) =>
    listAll(deps, key, account, asked),
  )
  return { entries, unreadable, entryId: (await j.row(id)).calendarEntryId }
}

test.each(['forbidden', 'rejected'] as const)('counts without an entry that is %s', async (reason) => {
  expect(await listed(reason)).toMatchObject({ entries: [], unreadable: [] })
})

test.each([
  ['unreachable', 4],
  ['rate_limited', 5],
  ['calendar_gone', 5],
] as const)('says nothing of an entry that is %s after %d failures', async (reason, failures) => {
  await expect(listed(reason, failures)).rejects.toMatchObject({ reason })
})

test('counts without an entry that stays unreachable, which isn’t removed', async () => {
  const { entryId: id, ...listing } = await listed('unreachable', 5)
  expect(listing).toEqual({ entries: [], unreadable: [{ id, title: 'Talk', date: '2027-01-05' }] })
})

test.each([
  ['the server’s own, 4 times', 4, { trouble: 'server_error' }, false],
  ['the server’s own, 5 times', 5, { trouble: 'server_error' }, true],
  ['no answer, 5 times', 5, { trouble: 'too_slow' }, false],
] as const)(
  'an error in place of changes leads to a full listing: %s',
  async (_, failures, more, isGivenUp) => {
    const key = { hostId: j.hostId, calendarId: j.event.calendarId }
    const range = { start: app.clock.now, end: app.clock.now + 30 * DAY }
    const deps = replaceAccountCalls(app.deps, () => ({
      async listChanges() {
        throw new CalendarError('unreachable', 'Refused', more)
      },
    }))
    const changes = withCalendar(deps, key, (account) =>
      listChanges(deps, key, account, { syncToken: 'a', range, failures }),
    )
    if (isGivenUp) expect(await changes).toBeNull()
    else await expect(changes).rejects.toMatchObject(more)
  },
)

describe('a booking whose entry the host repeats', () => {
  /** A booking with such an entry, both read. */
  async function repeated(changes: object = {}) {
    const id = await j.booked()
    await j.sync()
    app.clock.now += 1000
    await j.entry(id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'], ...changes })
    await j.sync()
    return id
  }

  test.each([
    ['from then on', {}, ten],
    ['and moves', { start: { dateTime: noon }, end: { dateTime: '2027-01-04T17:30:00.000Z' } }, noon],
  ])('keeps it %s', async (_, moved, startAt) => {
    const id = await repeated(moved)
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(startAt), entryRemovedAt: null })
  })

  test('moves with the series', async () => {
    const id = await repeated()
    app.clock.now += 1000
    await j.move(id, noon)
    await j.sync()
    expect(await j.row(id)).toMatchObject({ startAt: Date.parse(noon), entryRemovedAt: null })
  })

  test('keeps a whole day closed once it lasts that long and isn’t repeated', async () => {
    const id = await repeated()
    app.clock.now += 1000
    await j.entry(id, { recurrence: [] })
    await j.toWholeDay(id)
    await j.sync()
    expect(await j.row(id)).toMatchObject({ entryDivergedAt: app.clock.now, entryRemovedAt: null })
    expect(await j.starts()).toEqual([])
  })

  test('loses it with the series', async () => {
    const id = await repeated()
    app.clock.now += 1000
    await j.remove(id)
    await j.sync()
    expect((await j.row(id)).entryRemovedAt).toBe(app.clock.now)
  })
})
