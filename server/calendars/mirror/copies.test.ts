import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '../../../availability/units.ts'
import { connectGoogle } from '../../../testing/calendars/calendar-account.ts'
import { replaceAccountCalls } from '../../../testing/calendars/held-google.ts'
import { inviteeOf } from '../../../testing/bookings/invitee.ts'
import { setUpApp } from '../../../testing/server/set-up-app.ts'
import { ok, signIn, START_OF_TESTS } from '../../../testing/server/test-app.ts'
import { recheckCalendarEntry } from '../../bookings/calendar-entries/push.ts'
import { calendarEntries, calendars } from '../../db/tables/calendars.ts'
import { bookings } from '../../db/tables/bookings.ts'
import type { CalendarAccount, CalendarEntry } from '../../adapters/calendar-provider.ts'
import type { Job } from '../../jobs/job.ts'
import { refreshMirrors } from './freshness.ts'
import { pullCalendar } from './pull.ts'
import { syncNow } from './sync.ts'

// Without polling and jobs, which would list and write what the sandbox has.
const app = setUpApp()

const startUTC = '2027-01-04T15:00:00.000Z'
const at = Date.parse(startUTC)
const [day, later] = [24 * 60 * MINUTE, 5 * 60 * MINUTE]
const kinds = { isTentative: false, isAllDay: false, isOutOfOffice: false }
const busy = (start: number) => ({ start, end: start + 60 * MINUTE, ...kinds })
const entry = (id: string, uid: string, starts: number[]): CalendarEntry => ({
  id,
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

/** A booking, and another calendar of its host that may have copies of its entry. */
async function startCopies(email: string) {
  const { sessionToken: token, user } = await signIn(app.origin, email)
  const hostId = user.id
  const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk', duration: 60 } })
  const account = await connectGoogle(app, token, `private.${email}`)
  const other = account.calendars[0]!.id
  const bob = inviteeOf(app, event)
  const id = await bob.booked(startUTC)
  const written = { entrySequence: 0, writtenSequence: 0, entryWrittenAt: app.clock.now }
  const [booking] = await app.db.update(bookings).set(written).where(eq(bookings.id, id)).returning()
  const { calendarEntryId, calendarId } = booking!
  const own = { ...entry(calendarEntryId, `${calendarEntryId}@google.com`, [at]), bookingSequence: 0 }
  const withCalls = (calls: Partial<CalendarAccount>) => replaceAccountCalls(app.deps, () => calls)
  const busyIn = async (of: string) => {
    const inCalendar = and(eq(calendarEntries.hostId, hostId), eq(calendarEntries.calendarId, of))
    const rows = await app.db.select().from(calendarEntries).where(inCalendar)
    return rows.map(({ startAt }) => startAt).toSorted((a, b) => a - b)
  }
  const pull = async (of: string, entries: CalendarEntry[], changed: CalendarEntry[]) => {
    const listing = { timeZone: 'UTC', syncToken: 'token' }
    app.clock.now += 1000
    const deps = withCalls({
      listEntries: () => Promise.resolve({ ...listing, entries }),
      listChanges: () => Promise.resolve({ ...listing, entries: changed }),
    })
    await pullCalendar(deps, { hostId, calendarId: of })
    return busyIn(of)
  }
  const removed = { ...own, isCanceled: true, busy: [] }
  const ownListed = (listed: CalendarEntry) => pull(calendarId, [listed], [listed])
  return {
    bob,
    id,
    copyAt: (...starts: number[]) => entry('copy', own.uid!, starts),
    /** The busy times in the other calendar after it is listed. `changed`: what changed since the last time. */
    listed: (entries: CalendarEntry[], changed = entries) => pull(other, entries, changed),
    remove: () => ownListed(removed),
    restore: () => ownListed({ ...own, startAt: at, endAt: at + 60 * MINUTE }),
    /** What a booking does first, if the other calendar shows a change sooner than the entry's own does. */
    async refresh(copy: CalendarEntry) {
      const checked = and(eq(calendars.hostId, hostId), eq(calendars.calendarId, other))
      await app.db.update(calendars).set({ isChecked: true }).where(checked)
      const listing = { timeZone: 'UTC', syncToken: 'token' }
      const deps = replaceAccountCalls(app.deps, () => ({ listEntries: list, listChanges: list }))
      async function list(name: string) {
        if (other.endsWith(`:${name}`)) return { ...listing, entries: [copy] }
        await syncNow(deps, { hostId, calendarId: other })
        return { ...listing, entries: [removed] }
      }
      app.clock.now += 1000
      await refreshMirrors(deps, { hostId, calendarId, checkedCalendars: null }, at)
      return busyIn(other)
    },
    async noticeRemoval() {
      const deps = withCalls({ readEntry: () => Promise.resolve(removed) })
      await recheckCalendarEntry(deps, { hostId, payload: { bookingId: id } } as Job<'recheckCalendarEntry'>)
    },
  }
}

let number = 0
let j: Awaited<ReturnType<typeof startCopies>>
beforeEach(async () => {
  app.clock.now = START_OF_TESTS
  j = await startCopies(`copies${++number}@example.com`)
})

test('an invitation to a booking in another calendar counts as the booking, and a series as all of its times', async () => {
  const series = entry('series', 'weekly', [at, at + 7 * day])
  expect(await j.listed([j.copyAt(at + later), series])).toEqual([at, at + 7 * day])
  expect(await j.listed([entry('series', 'weekly', [at + day])])).toEqual([at + day])
})

test('a copy that is repeated keeps its other times busy, also after the booking was canceled', async () => {
  const weeks = [at, at + 7 * day, at + 14 * day]
  expect(await j.listed([j.copyAt(...weeks)])).toEqual(weeks.slice(1))
  expect(await j.bob.cancel(j.id)).toMatchObject({ status: 200 })
  expect(await j.listed([j.copyAt(...weeks)])).toEqual(weeks.slice(1))
  expect(await j.listed([j.copyAt(at + later)])).toEqual([])
})

describe('a copy to which the host moved the entry', () => {
  test('counts at its new time, even if it was listed before the removal', async () => {
    const moved = [j.copyAt(at + later)]
    expect(await j.listed(moved)).toEqual([])
    await j.remove()
    expect(await j.listed(moved, [])).toEqual([at + later])
    expect(await j.listed(moved)).toEqual([at + later])
  })

  test('counts if a job notices the removal', async () => {
    const moved = [j.copyAt(at + later)]
    expect(await j.listed(moved)).toEqual([])
    await j.noticeRemoval()
    expect(await j.listed(moved, [])).toEqual([at + later])
  })

  test('counts if a booking syncs both calendars at once', async () => {
    await j.listed([])
    await j.restore()
    expect(await j.refresh(j.copyAt(at + later))).toEqual([at + later])
  })

  test('counts if it is listed after the removal, but not at the time of the booking', async () => {
    await j.remove()
    expect(await j.listed([j.copyAt(at)])).toEqual([])
    expect(await j.listed([j.copyAt(at, at + 7 * day)])).toEqual([at + 7 * day])
  })

  test('still counts after the booking was canceled, which doesn’t remove it', async () => {
    await j.remove()
    expect(await j.bob.cancel(j.id)).toMatchObject({ status: 200 })
    expect(await j.listed([j.copyAt(at + later)])).toEqual([at + later])
  })

  test.each([
    ['is back', () => j.restore()],
    ['is written again', () => j.bob.change(j.id, { startUTC: new Date(at + day).toISOString() })],
  ])('lags behind again once the entry %s', async (_how, bringBack) => {
    const moved = [j.copyAt(at + later)]
    await j.remove()
    expect(await j.listed(moved)).toEqual([at + later])
    await bringBack()
    expect(await j.listed(moved, [])).toEqual([])
  })
})
