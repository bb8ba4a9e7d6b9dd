import { beforeEach, describe, expect, test } from 'vitest'
import { type EntryJourney, noon, startEntryJourney } from '../../../testing/calendars/entry-journey.ts'
import { googleAccount } from '../../../testing/calendars/google-account.ts'
import { replaceAccountCalls } from '../../../testing/calendars/held-google.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { pullCalendar } from './pull.ts'

describe('a full listing in which entries can’t be read', () => {
  const app = setUpApp({ calendarPollMs: 100 })
  let j: EntryJourney
  beforeEach(async () => {
    app.clock.now = START_OF_TESTS
    j = await startEntryJourney(app)
  })

  test('frees none of their times, and says of no booking that its entry was deleted', async () => {
    const id = await j.booked()
    const api = await googleAccount(app, j.hostId)
    const [start, end] = [noon, '2027-01-04T18:00:00.000Z'].map((dateTime) => ({ dateTime }))
    const inserting = { calendarId: j.event.calendarId, requestBody: { start: start!, end: end! } }
    const { data } = await api.events.insert(inserting, app.googleCalendar.callOptions)
    await j.sync()
    const starts = await j.starts()
    expect(starts).not.toContain(noon)

    const hidden = [data.id!, (await j.row(id)).calendarEntryId]
    const listAgain = (isReadable: (id: string) => boolean, others: readonly string[] = []) => {
      app.clock.now += 1000
      const deps = replaceAccountCalls(app.deps, (account) => ({
        listChanges: async () => null,
        async listEntries(...args) {
          const listing = await account.listEntries(...args)
          const unreadable = [...others, ...hidden].map((each) => ({ id: each, title: '', date: null }))
          return { ...listing, unreadable, entries: listing.entries.filter((each) => isReadable(each.id)) }
        },
      }))
      return pullCalendar(deps, { hostId: j.hostId, calendarId: j.event.calendarId })
    }
    await listAgain((each) => !hidden.includes(each))
    expect(await j.starts()).toEqual(starts)
    expect((await j.seen(id, j.token)).calendarEntryRemovedAt).toBeNull()
    // More than are kept for the host to see.
    const others = Array.from({ length: 1000 }, (_, index) => `other-${index}`)
    await listAgain((each) => !hidden.includes(each), others)
    expect(await j.starts()).toEqual(starts)
    // What can be read in part replaces what was known.
    await listAgain(() => true)
    expect(await j.starts()).toEqual(starts)

    await api.events.delete({ ...inserting, eventId: data.id! }, app.googleCalendar.callOptions)
    app.clock.now += 1000
    await j.sync()
    expect(await j.starts()).toContain(noon)
  })
})
