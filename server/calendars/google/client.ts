import { calendar_v3 } from '@googleapis/calendar'
import { OAuth2Client } from 'google-auth-library'
import { DAY } from '../../../availability/units.ts'
import { googleScopes } from '../../../contract/account/user.schema.ts'
import type { GoogleConfig } from '../../adapters/google-oidc.ts'
import type { CalendarAccount, CalendarProvider } from '../../adapters/calendar-provider.ts'
import { calendarPage, channelWithId, eventPage } from './answers.ts'
import { calendarSummaries } from './calendar-list.ts'
import { calendarEntry } from './entry.ts'
import {
  anonymizeEvent,
  deleteEvent,
  type EventCalls,
  findEvent,
  listEvents,
  readPages,
  writeEvent,
} from './event-calls.ts'
import { calendarError, googleProblem } from './problems.ts'

const calendarScopes = googleScopes.filter((scope) => scope.includes('/calendar'))

export const GOOGLE_WEBHOOK_PATH = '/api/hooks/google'

const MAX_CACHED_CLIENTS = 1000

/** Well below the time that a shutdown waits. */
const TIMEOUT_MS = 9000
const CALENDAR_PAGE_SIZE = 250

/** Documented by Google, for when it doesn't say when a channel ends. */
const DEFAULT_CHANNEL_LIFETIME_MS = 7 * DAY

export interface GoogleCalendar extends CalendarProvider {
  /** The official client of the Calendar API, acting for the account behind a refresh token. */
  api(refreshToken: string): Promise<calendar_v3.Calendar>
  /** Passed with every call of the client. */
  callOptions: EventCalls['callOptions']
}

interface GoogleCalendarOptions {
  /** Where refresh tokens are exchanged; undefined: Google's own. */
  tokenEndpoint: () => Promise<string | undefined>
  /** Epoch milliseconds. */
  now: () => number
}

export function createGoogleCalendar(
  { clientId, clientSecret, apiRoot }: GoogleConfig,
  { tokenEndpoint, now }: GoogleCalendarOptions,
): GoogleCalendar {
  // As an option of the client, the root would lose its path; so it goes along with each call.
  const callOptions = { rootUrl: apiRoot, timeout: TIMEOUT_MS }
  // Clients hold the access tokens. The least recently used one is dropped first.
  const clients = new Map<string, calendar_v3.Calendar>()

  async function api(refreshToken: string): Promise<calendar_v3.Calendar> {
    const cached = clients.get(refreshToken)
    if (cached) {
      clients.delete(refreshToken)
      clients.set(refreshToken, cached)
      return cached
    }
    const oauth2TokenUrl = await tokenEndpoint()
    const auth = new OAuth2Client({
      clientId,
      clientSecret,
      transporterOptions: { timeout: TIMEOUT_MS },
      // A revoked grant first shows as a refused access token; only a refresh tells it from an expired one.
      forceRefreshOnFailure: true,
      ...(oauth2TokenUrl && { endpoints: { oauth2TokenUrl } }),
    })
    auth.setCredentials({ refresh_token: refreshToken })
    const client = new calendar_v3.Calendar({ auth, retry: false })
    clients.set(refreshToken, client)
    const oldest = clients.keys().next().value
    if (clients.size > MAX_CACHED_CLIENTS && oldest !== undefined) clients.delete(oldest)
    return client
  }

  return {
    hasRequiredScopes: (granted) => calendarScopes.every((scope) => granted.includes(scope)),
    webhookPath: GOOGLE_WEBHOOK_PATH,
    freshness: { pollMs: null, refreshAfterMs: 3000, bookingAfterMs: 0 },
    api,
    callOptions,
    async openAccount(refreshToken) {
      try {
        return googleAccount({ api: await api(refreshToken), callOptions }, now)
      } catch (error) {
        throw calendarError(error)
      }
    },
  }
}

function googleAccount({ api, callOptions }: EventCalls, now: () => number): CalendarAccount {
  const calls = { api, callOptions }
  const account: CalendarAccount = {
    async listCalendars() {
      const pages = await readPages(async (pageToken) => {
        const query = { minAccessRole: 'reader', maxResults: CALENDAR_PAGE_SIZE, ...pageToken }
        return calendarPage((await api.calendarList.list(query, callOptions)).data)
      })
      return calendarSummaries(pages.flatMap(({ items }) => items))
    },
    listEntries: (calendarId, { start, end }) =>
      listEvents(calls, {
        calendarId,
        timeMin: new Date(start).toISOString(),
        timeMax: new Date(end).toISOString(),
      }),
    async listChanges(calendarId, syncToken) {
      try {
        return await listEvents(calls, { calendarId, syncToken })
      } catch (error) {
        if (googleProblem(error) === 'gone') return null
        throw error
      }
    },
    async writeEntry(calendarId, entry) {
      const { event, isCallRefused } = await writeEvent(calls, calendarId, entry)
      const written = calendarEntry(event, entry.timeZone)
      return { ...written, hasFailedConference: isCallRefused || written.hasFailedConference }
    },
    anonymizeEntry: (calendarId, entry) => anonymizeEvent(calls, { calendarId, eventId: entry.id }, entry),
    async readEntry(calendarId, eventId) {
      const event = await findEvent(calls, { calendarId, eventId })
      // An entry of ours has times, so the calendar's zone doesn't matter.
      if (event !== null) return calendarEntry(event, 'UTC')
      // The calendar may be what is missing.
      eventPage((await api.events.list({ calendarId, maxResults: 1 }, callOptions)).data)
      return null
    },
    removeEntry: (calendarId, eventId) => deleteEvent(calls, { calendarId, eventId }),
    async openChannel(calendarId, { id, token, address }) {
      const requestBody = { id, token, address, type: 'web_hook' }
      const { data } = await api.events.watch({ calendarId, requestBody }, callOptions)
      const { resourceId, expiration } = channelWithId(data, id)
      const expiresAt = Number(expiration) || now() + DEFAULT_CHANNEL_LIFETIME_MS
      return { resourceId: resourceId ?? null, expiresAt }
    },
    async closeChannel(requestBody) {
      await api.channels.stop({ requestBody }, callOptions)
    },
  }
  return withCalendarErrors(account)
}

/** Callers see `CalendarError` alone, whatever Google's client throws. */
function withCalendarErrors(account: CalendarAccount): CalendarAccount {
  const methods = Object.entries(account).map(([name, method]: [string, (...args: never[]) => unknown]) => [
    name,
    async (...args: never[]) => {
      try {
        return await method(...args)
      } catch (error) {
        throw calendarError(error)
      }
    },
  ])
  return Object.fromEntries(methods) as CalendarAccount
}
