import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MINUTE } from '../../../availability/units.ts'
import { connectGoogle } from '../../../testing/calendars/calendar-account.ts'
import { replaceAccountCalls } from '../../../testing/calendars/held-google.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { ok, signIn } from '../../../testing/server/test-app.ts'
import { calendarEntries } from '../../db/tables/calendars.ts'
import { bookings } from '../../db/tables/bookings.ts'
import type { CalendarEntry } from '../../adapters/calendar-provider.ts'
import { pullCalendar } from './pull.ts'

// Without polling, which would list what the sandbox has.
const app = setUpApp()

test('an invitation to a booking in another calendar counts as the booking, and a series as all of its times', async () => {
  const email = 'copies@example.com'
  const { sessionToken: token, user } = await signIn(app.origin, email)
  const hostId = user.id
  const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk', duration: 60 } })
  const account = await connectGoogle(app, token, 'private@example.com')
  const primary = account.calendars[0]!.id
  const startUTC = '2027-01-04T15:00:00.000Z'
  const { id } = await ok(app.origin, 'createBooking', {
    query: { bookingUrlId: event.bookingUrlId },
    body: { fullName: 'Bob', email: 'bob@example.com', startUTC },
  })
  const [booking] = await app.db.select().from(bookings).where(eq(bookings.id, id))
  const kinds = { isTentative: false, isAllDay: false, isOutOfOffice: false }
  const busy = (start: number) => ({ start, end: start + 60 * MINUTE, ...kinds })
  const entry = (entryId: string, uid: string, starts: number[]): CalendarEntry => ({
    id: entryId,
    uid,
    title: 'Talk',
    isCanceled: false,
    startAt: null,
    endAt: null,
    busy: starts.map(busy),
    bookingSequence: null,
    conferenceUrl: null,
    hasFailedConference: false,
  })
  const key = { hostId, calendarId: primary }
  const listed = async (entries: CalendarEntry[]) => {
    const listing = { entries, timeZone: 'UTC', syncToken: 'token' }
    const list = () => Promise.resolve(listing)
    app.clock.now += 1000
    await pullCalendar(
      replaceAccountCalls(app.deps, () => ({ listEntries: list, listChanges: list })),
      key,
    )
    const rows = await app.db
      .select()
      .from(calendarEntries)
      .where(and(eq(calendarEntries.hostId, hostId), eq(calendarEntries.calendarId, primary)))
    return rows.map(({ startAt }) => startAt).toSorted((a, b) => a - b)
  }
  const at = Date.parse(startUTC)
  const [day, later] = [24 * 60 * MINUTE, 5 * 60 * MINUTE]
  const copy = entry('copy', `${booking!.calendarEntryId}@google.com`, [at + later])
  expect(await listed([copy, entry('series', 'weekly', [at, at + 7 * day])])).toEqual([at, at + 7 * day])
  expect(await listed([entry('series', 'weekly', [at + day])])).toEqual([at + day])
})
