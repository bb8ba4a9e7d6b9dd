import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type EntryJourney, startEntryJourney } from '../../../testing/entry-journey.ts'
import { heldAfterReading } from '../../../testing/held-google.ts'
import { setUpApp } from '../../../testing/set-up-app.ts'
import { ok } from '../../../testing/test-app.ts'
import { calendarMirrors } from '../../db/schema.ts'
import { markCalendarMissing } from '../missing-calendar.ts'
import { pullCalendar } from './pull.ts'

describe('a sync without news', () => {
  const app = setUpApp()
  let j: EntryJourney
  beforeEach(async () => {
    j = await startEntryJourney(app)
    await j.sync()
    app.clock.now += 1000
  })

  const key = () => ({ hostId: j.hostId, calendarId: j.event.calendarId })
  const isTheirs = () => eq(calendarMirrors.hostId, j.hostId)
  const mirror = async () => (await app.db.select().from(calendarMirrors).where(isTheirs()))[0]!
  const countFailures = () =>
    app.db.update(calendarMirrors).set({ failures: 2, notBefore: app.clock.now }).where(isTheirs())

  test('shows that a missing calendar is back', async () => {
    const missing = async () =>
      (await ok(app.origin, 'getCalendarHealth', { token: j.token })).missing.map(({ id }) => id)
    await markCalendarMissing(app.deps, key())
    expect(await missing()).toEqual([j.event.calendarId])
    await j.sync()
    expect(await missing()).toEqual([])
  })

  test('ends a series of failures', async () => {
    await countFailures()
    await j.sync()
    expect(await mirror()).toMatchObject({ failures: 0, notBefore: null, syncedAt: app.clock.now })
  })

  test('also ends one that another process counted in between', async () => {
    const { deps, read, goOn } = heldAfterReading(app.deps)
    const sync = pullCalendar(deps, key())
    await read
    await countFailures()
    goOn()
    await sync
    expect(await mirror()).toMatchObject({ failures: 0, notBefore: null, syncedAt: app.clock.now })
  })
})
