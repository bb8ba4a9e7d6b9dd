import type { CalendarConnection } from '../../contract/calendars/calendar-connections.schema.ts'
import { consent, ok } from '../server/api.ts'
import type { TestApp } from '../server/test-app.ts'

/** Connects another Google account; `form` has what the person leaves unchecked. */
export async function connectGoogle(
  app: TestApp,
  token: string,
  email: string,
  form: Record<string, string> = {},
): Promise<CalendarConnection> {
  const { stateToken, authorizationUrl } = await ok(app.origin, 'authorizeConnection', { token })
  const callback = await consent(authorizationUrl, { email, ...form })
  const body = { provider: 'google', code: callback.searchParams.get('code'), stateToken }
  return ok(app.origin, 'connectCalendars', { token, body })
}

/** Adds an entry to somebody's calendar in the sandbox, as they would: wall times in New York. */
export async function addSandboxEntry(
  app: TestApp,
  email: string,
  entry: Record<string, string>,
): Promise<void> {
  const form = { email, calendar: email, title: 'Busy', ...entry }
  const response = await fetch(`${app.origin}/sandbox/google/ui?email=${email}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  if (response.status !== 303) throw new Error(`${response.status} ${await response.text()}`)
}
