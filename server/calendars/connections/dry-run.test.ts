import { describe, expect, test } from 'vitest'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { replaceAccountCalls } from '../../../testing/calendars/held-google.ts'
import { call, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { rateLimits } from '../../db/tables/requests.ts'
import type { CalendarEntry, EntryListing } from '../../adapters/calendar-provider.ts'
import { removedEntry } from '../caldav/read-entries.ts'
import { dryRunCalendars } from './dry-run.ts'

const range = { start: START_OF_TESTS, end: START_OF_TESTS + 7 * 86_400_000 }
const limits = { concurrency: 2, maxCalendars: 10, maxTimes: 3 }
const kinds = { isTentative: false, isAllDay: false, isOutOfOffice: false }

describe('a dry run', () => {
  const app = setUpApp()
  let number = 0

  /** Reads calendars by these names; `lists` answers for each. */
  async function dryRun(
    names: string[],
    lists: (name: string) => Promise<number>,
    changed: Partial<typeof limits> = {},
    timeIsUp?: AbortSignal,
  ) {
    const { user } = await signIn(app.origin, `tries${++number}@example.com`)
    const listing = async (name: string): Promise<EntryListing> => ({
      entries: [{ ...removedEntry('one'), busy: busyTimes(await lists(name)) }],
      timeZone: 'UTC',
      syncToken: null,
    })
    const deps = replaceAccountCalls(app.deps, () => ({ listEntries: listing }))
    const keys = names.map((calendarId) => ({ hostId: user.id, calendarId }))
    return dryRunCalendars(deps, keys, range, { ...limits, ...changed }, timeIsUp)
  }
  const busyTimes = (count: number): CalendarEntry['busy'] =>
    Array.from({ length: count }, (_, index) => {
      const start = range.start + index * 3_600_000
      return { start, end: start + 60_000, ...kinds }
    })

  test('reads a few calendars at a time', async () => {
    const held: ((times: number) => void)[] = []
    let most = 0
    let answered = 0
    const run = dryRun(['a', 'b', 'c', 'd', 'e'], () => {
      const { promise, resolve } = Promise.withResolvers<number>()
      most = Math.max(most, held.push(resolve) - answered)
      return promise
    })
    for (; answered < 5; answered++) {
      await expect.poll(() => held.length).toBe(Math.min(answered + 2, 5))
      held[answered]!(1)
    }
    const { entries, unreadable } = await run
    expect([most, entries.length, unreadable]).toEqual([2, 5, []])
  })

  test('names the calendars that couldn’t be read in time, and shows the others', async () => {
    const asked: string[] = []
    const lists = (name: string) => {
      asked.push(name)
      return name === 'a' ? Promise.resolve(1) : new Promise<number>(() => {})
    }
    const time = new AbortController()
    const run = dryRun(['a', 'b', 'c', 'd'], lists, {}, time.signal)
    // The third one is asked once the first is read.
    await expect.poll(() => asked.toSorted()).toEqual(['a', 'b', 'c'])
    time.abort()
    const { entries, unreadable } = await run
    expect(entries.map(({ calendarId }) => calendarId)).toEqual(['a'])
    expect(unreadable).toEqual(['b', 'c', 'd'].map((calendarId) => ({ calendarId, trouble: 'too_slow' })))
    expect(asked.toSorted()).toEqual(['a', 'b', 'c'])
  })

  test('names the calendars that are too large, and those beyond the first', async () => {
    const lists = async (name: string) => (name === 'a' ? 4 : 3)
    const { entries, unreadable } = await dryRun(['a', 'b', 'c'], lists, { maxCalendars: 2 })
    expect(entries.map(({ calendarId }) => calendarId)).toEqual(['b', 'b', 'b'])
    expect(unreadable).toEqual([
      { calendarId: 'a', trouble: 'too_large' },
      { calendarId: 'c', trouble: 'too_slow' },
    ])
  })

  test('counts as an attempt to connect', async () => {
    const { sessionToken: token, user } = await signIn(app.origin, 'often@example.com')
    const query = { dateFrom: '2027-01-04', dateTo: '2027-01-10', timezone: 'UTC' }
    const dryRunOnce = () => call(app.origin, 'dryRunConnection', { token, params: { id: user.id }, query })
    expect(await dryRunOnce()).toMatchObject({ status: 200 })
    await app.db.update(rateLimits).set({ attempts: 100 })
    expect(await dryRunOnce()).toMatchObject({ status: 429 })
  })
})
