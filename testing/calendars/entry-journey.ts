import type { calendar_v3 } from '@googleapis/calendar'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { MINUTE } from '../../availability/units.ts'
import type { Event } from '../../contract/events/event.schema.ts'
import { pullCalendar } from '../../server/calendars/mirror/pull.ts'
import { jobs } from '../../server/db/tables/jobs.ts'
import { bookings } from '../../server/db/tables/bookings.ts'
import type { QueuedMail } from '../../server/jobs/queued-mail.ts'
import { googleAccount } from './google-account.ts'
import { inviteeOf, ten } from '../bookings/invitee.ts'
import { ok, signIn, type TestApp } from '../server/test-app.ts'

/** Bookings of a new host's event and their calendar entries, which the host edits in the calendar. */
export type EntryJourney = Awaited<ReturnType<typeof startEntryJourney>>

export const eleven = '2027-01-04T16:00:00.000Z'
export const noon = '2027-01-04T17:00:00.000Z'
export const HALF_HOUR = 30 * MINUTE

let count = 0

export async function startEntryJourney(app: TestApp, settings: Partial<Event> = {}) {
  const email = `entries${++count}@example.com`
  const { sessionToken: token, user } = await signIn(app.origin, email)
  const hostId = user.id
  const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk', ...settings } })
  const bob = inviteeOf(app, event)

  const row = async (id: string) => (await app.db.select().from(bookings).where(eq(bookings.id, id)))[0]!
  const sync = () => pullCalendar(app.deps, { hostId, calendarId: event.calendarId })
  const jobsOf = async (id: string) =>
    (await app.db.select().from(jobs).where(eq(jobs.hostId, hostId))).filter(
      ({ payload }) => 'bookingId' in payload && payload.bookingId === id,
    )
  const queued = async (id: string) =>
    (await jobsOf(id)).filter((job) => job.kind === 'syncCalendarEntry' && job.state === 'queued')
  /** Waits until the entry matches the booking, and nothing writes it any more. */
  async function inLine(id: string) {
    await expect
      .poll(async () => {
        const { entrySequence, sequence } = await row(id)
        const isWriting = (await queued(id)).some(({ lockedUntil }) => lockedUntil !== null)
        return entrySequence === sequence && !isWriting
      })
      .toBe(true)
    // A calendar change counts only from the next instant on.
    app.clock.now += 1000
  }
  const google = async <Result>(
    id: string,
    act: (
      api: calendar_v3.Calendar,
      where: { calendarId: string; eventId: string },
      callOptions: TestApp['googleCalendar']['callOptions'],
    ) => Promise<Result>,
  ) => {
    const { calendarId, calendarEntryId: eventId } = await row(id)
    const api = await googleAccount(app, hostId)
    return act(api, { calendarId, eventId }, app.googleCalendar.callOptions)
  }
  /** The entry after the host edited it in the calendar. */
  const entry = (id: string, byHand?: calendar_v3.Schema$Event) =>
    google(id, async (api, where, callOptions) => {
      const writing = { ...where, sendUpdates: 'none', conferenceDataVersion: 1 }
      if (byHand) await api.events.patch({ ...writing, requestBody: byHand }, callOptions)
      return (await api.events.get(where, callOptions)).data
    })

  return {
    email,
    hostId,
    token,
    event,
    bob,
    row,
    sync,
    inLine,
    entry,
    /** A booking whose calendar entry exists. */
    async booked(startUTC = ten) {
      const id = await bob.booked(startUTC)
      await inLine(id)
      return id
    },
    /** A booking as its host, or anyone, reads it. */
    seen: async (id: string, as?: string) =>
      (await ok(app.origin, 'getBooking', { params: { id }, ...(as && { token: as }) })).bookingData,
    move(id: string, to: string) {
      const end = new Date(Date.parse(to) + HALF_HOUR).toISOString()
      return entry(id, { start: { dateTime: to, date: null }, end: { dateTime: end, date: null } })
    },
    toWholeDay: (id: string) =>
      entry(id, {
        start: { date: '2027-01-04', dateTime: null },
        end: { date: '2027-01-05', dateTime: null },
      }),
    remove: (id: string) =>
      google(id, (api, where, callOptions) =>
        api.events.delete({ ...where, sendUpdates: 'none' }, callOptions),
      ),
    /** The slots offered on the day of those bookings. */
    starts: async () =>
      (
        await ok(app.origin, 'listSlots', {
          params: { id: event.id },
          query: { dateFrom: '2027-01-04', dateTo: '2027-01-04', timezone: 'America/New_York' },
        })
      ).map((slot) => slot.startUtc),
    /** The roles of the people who got an email, in order. */
    notified: async (id: string, about: string) =>
      (await jobsOf(id))
        .map(({ payload }) => payload as Partial<QueuedMail>)
        .filter((mail) => mail.kind === about)
        .map((mail) => mail.role ?? '')
        .toSorted(),
    jobsOf,
    /** The number of pending writes of the entry, and how many of those are running. */
    unwritten: async (id: string) => (await queued(id)).length,
    writing: async (id: string) => (await queued(id)).filter((job) => job.lockedUntil !== null).length,
  }
}
