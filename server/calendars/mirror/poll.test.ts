import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { MINUTE } from '../../../availability/units.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { heldAfterReading } from '../../../testing/calendars/held-google.ts'
import { hostWithCalendar } from '../../../testing/calendars/watched-calendar.ts'
import { calendarMirrors } from '../../db/tables/calendars.ts'
import { pollCalendars } from './poll.ts'

describe('polling calendars', () => {
  const app = setUpApp()

  test("a calendar that becomes due again while syncing doesn't block others, and syncs again", async () => {
    const busy = await hostWithCalendar(app, 'busy@example.com')
    const held = heldAfterReading(app.deps)
    const polling = pollCalendars(held.deps, MINUTE)
    await held.read
    const { now } = app.clock
    await app.db
      .update(calendarMirrors)
      .set({ nextPollAt: now })
      .where(eq(calendarMirrors.hostId, busy.hostId))
    const other = await hostWithCalendar(app, 'other@example.com')
    polling.wake()
    await expect.poll(async () => (await other.mirror()).nextPollAt).toBe(now + MINUTE)
    expect((await busy.mirror()).nextPollAt).toBe(now)
    held.goOn()
    await expect.poll(async () => (await busy.mirror()).nextPollAt).toBe(now + MINUTE)
    await expect.poll(async () => (await busy.asked('events.list')).length).toBeGreaterThan(1)
    await polling.stop()
  })
})
