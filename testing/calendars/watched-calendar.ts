import { eq } from 'drizzle-orm'
import { vi } from 'vitest'
import { calendarChannels, calendarMirrors } from '../../server/db/tables/calendars.ts'
import { googleLog, ok, signIn, type TestApp } from '../server/test-app.ts'

/** The app's public address; requests to it are redirected to where the app listens. */
export const HTTPS_ORIGIN = 'https://boomtime.example'

/** Forwards Google's notifications to the app and records them. `vi.restoreAllMocks` ends it. */
export function leadToApp(app: TestApp): Headers[] {
  const messages: Headers[] = []
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
    if (typeof address !== 'string' || !address.startsWith(HTTPS_ORIGIN)) return real(address, init)
    messages.push(new Headers(init?.headers))
    return real(address.replace(HTTPS_ORIGIN, app.origin), init)
  })
  return messages
}

/** A new host with one event and a calendar. */
export async function hostWithCalendar(app: TestApp, email: string) {
  const { sessionToken: token, user } = await signIn(app.origin, email)
  const event = await ok(app.origin, 'createEvent', { token, body: { title: 'Talk', duration: 60 } })
  return {
    hostId: user.id,
    event,
    mirror: async () =>
      (await app.db.select().from(calendarMirrors).where(eq(calendarMirrors.hostId, user.id)))[0]!,
    channels: () => app.db.select().from(calendarChannels).where(eq(calendarChannels.hostId, user.id)),
    /** The statuses of the host's calls of one method. */
    asked: async (method: string) =>
      (await googleLog(app.origin))
        .filter((entry) => entry.method === method && entry.email === email)
        .map(({ status }) => status),
    /** Writes to the calendar as the host. */
    async addEntry(start: string, end: string) {
      const response = await fetch(`${app.origin}/sandbox/google/ui?email=${email}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ email, calendar: email, title: 'Busy', start, end }).toString(),
      })
      if (response.status !== 303) throw new Error(`${response.status} ${await response.text()}`)
    },
  }
}
