import { eq } from 'drizzle-orm'
import type { CalendarConnection } from '../../contract/calendars/calendar-connections.schema.ts'
import type { Event } from '../../contract/events/event.schema.ts'
import { bookings } from '../../server/db/tables/bookings.ts'
import { USERNAME, type CaldavServer } from './caldav-servers.ts'
import { call, caughtMail, ok, signIn, START_OF_TESTS, type TestApp } from '../server/test-app.ts'
import { inviteeOf } from '../bookings/invitee.ts'

/** A host whose event reads and writes the calendar `team` of a CalDAV account. */
export type CaldavJourney = Awaited<ReturnType<typeof startCaldavJourney>>

let count = 0

export async function startCaldavJourney(app: TestApp, server: CaldavServer, settings: Partial<Event> = {}) {
  app.clock.now = START_OF_TESTS
  const email = `caldav${++count}@example.com`
  const { sessionToken: token } = await signIn(app.origin, email)
  const connection = await connectCaldav(app, token, server)
  const calendarId = connection.calendars.find(({ id }) => server.calendar.endsWith(id.slice(37)))!.id
  const own = { token, params: { id: connection.id } }
  await ok(app.origin, 'updateConnection', { ...own, body: { checkedCalendars: [calendarId] } })
  const body = { title: 'Talk', duration: 60, calendarId, ...settings }
  const event = await ok(app.origin, 'createEvent', { token, body })
  const row = async (id: string) => (await app.db.select().from(bookings).where(eq(bookings.id, id)))[0]!
  const entryUrl = async (id: string) => `${server.calendar}${(await row(id)).calendarEntryId}.ics`

  return {
    email,
    token,
    connection,
    calendarId,
    event,
    bob: inviteeOf(app, event),
    row,
    /** The account as the settings screen shows it. */
    account: async () =>
      (await ok(app.origin, 'listConnections', { token })).find(({ id }) => id === connection.id)!,
    refresh: () => ok(app.origin, 'refreshConnection', own),
    changePassword: (password: string) =>
      call(app.origin, 'updateConnection', { ...own, body: { password } }),
    dryRun: (dateFrom: string, dateTo: string) =>
      ok(app.origin, 'dryRunConnection', { ...own, query: { dateFrom, dateTo, timezone: 'UTC' } }),
    async starts(day = '2027-01-04') {
      const query = { dateFrom: day, dateTo: day, timezone: 'America/New_York' }
      const reply = await call(app.origin, 'listSlots', { params: { id: event.id }, query })
      return reply.success ? reply.data.map(({ startUtc }) => startUtc.slice(11, 16)) : [String(reply.status)]
    },
    /** What the server has as a booking's entry; null if nothing. */
    async entry(id: string): Promise<string | null> {
      const response = await server.ask('GET', await entryUrl(id)).catch(() => null)
      return response && (await response.text()).replaceAll(/\r?\n[ \t]/g, '')
    },
    /** Edits a booking's entry as the host would in a calendar program. */
    async edit(id: string, change: (text: string) => string) {
      const url = await entryUrl(id)
      const before = await (await server.ask('GET', url)).text()
      await putEntry(server, url, change(before.replaceAll(/\r?\n[ \t]/g, '')))
    },
    remove: async (id: string) => server.ask('DELETE', await entryUrl(id)),
    subjects: async () => (await caughtMail(app.origin, email)).map(({ subject }) => subject),
  }
}

export function connectCaldav(
  app: TestApp,
  token: string,
  server: CaldavServer,
): Promise<CalendarConnection> {
  const body = { provider: 'caldav', server: server.origin, username: USERNAME, password: server.password }
  return ok(app.origin, 'connectCalendars', { token, body })
}

export const putEntry = (server: CaldavServer, url: string, text: string) =>
  server.ask('PUT', url, text, { 'content-type': 'text/calendar; charset=utf-8' })

/** Adds entries by hand: the lines of one or several VEVENTs with the same UID, and of VTIMEZONEs. */
export async function addEntry(server: CaldavServer, name: string, ...components: string[][]): Promise<void> {
  const lines = components.flatMap((component) => {
    if (component[0]?.startsWith('BEGIN:')) return component
    return [
      'BEGIN:VEVENT',
      `UID:${name}@example.com`,
      'DTSTAMP:20270101T000000Z',
      `SUMMARY:${name}`,
      ...component,
      'END:VEVENT',
    ]
  })
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', ''].join(
    '\r\n',
  )
  await putEntry(server, `${server.calendar}${name}.ics`, text)
}
