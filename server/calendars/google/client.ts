import { calendar_v3 } from '@googleapis/calendar'
import { OAuth2Client } from 'google-auth-library'
import { googleScopes } from '../../../contract/user.schema.ts'
import type { Config } from '../../config.ts'
import type { BookingEntry, CalendarAccount, CalendarProvider, EntryListing } from '../provider.ts'
import { anonymousEvent, bookingEvent } from './booking-event.ts'
import { allowsMeet, changeOfCall } from './conference.ts'
import { calendarEntry } from './entry.ts'
import { calendarError, googleProblem, isCallRefused, isGone } from './problems.ts'

const calendarScopes = googleScopes.filter((scope) => scope.includes('/calendar'))

export const GOOGLE_WEBHOOK_PATH = '/api/hooks/google'

const MAX_CACHED_CLIENTS = 1000
/** Well below the time that a shutdown waits. */
const TIMEOUT_MS = 9000
const ENTRY_PAGE_SIZE = 2500
const CALENDAR_PAGE_SIZE = 250
/** Documented by Google, for when it doesn't say when a channel ends. */
const DEFAULT_CHANNEL_LIFETIME_MS = 7 * 86_400_000

export interface GoogleCalendar extends CalendarProvider {
  /** The official client of the Calendar API, acting for the account behind a refresh token. */
  api(refreshToken: string): Promise<calendar_v3.Calendar>
  /** Passed with every call of the client. */
  callOptions: { rootUrl: string; timeout: number }
}

interface GoogleCalendarOptions {
  /** Where refresh tokens are exchanged; undefined: Google's own. */
  tokenEndpoint: () => Promise<string | undefined>
  /** Epoch milliseconds. */
  now: () => number
}

export function createGoogleCalendar(
  { clientId, clientSecret, apiRoot }: Config['google'],
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
    api,
    callOptions,
    async openAccount(refreshToken) {
      try {
        return googleAccount(await api(refreshToken), callOptions, now)
      } catch (error) {
        throw calendarError(error)
      }
    },
  }
}

type CallOptions = GoogleCalendar['callOptions']

function googleAccount(
  api: calendar_v3.Calendar,
  callOptions: CallOptions,
  now: () => number,
): CalendarAccount {
  const account: CalendarAccount = {
    async listCalendars() {
      const found = await readPages(async (pageToken) => {
        const query = { minAccessRole: 'writer', maxResults: CALENDAR_PAGE_SIZE, ...pageToken }
        return (await api.calendarList.list(query, callOptions)).data
      })
      return found
        .flatMap(({ items }) => items ?? [])
        .flatMap(({ id, summary, summaryOverride, primary, conferenceProperties }) => {
          const name = summaryOverride ?? summary ?? id
          const hasVideoCalls = allowsMeet(conferenceProperties)
          return id && name ? [{ id, name, isPrimary: primary === true, hasVideoCalls }] : []
        })
    },
    listEntries: (calendarId, { start, end }) =>
      listEvents(api, callOptions, {
        calendarId,
        timeMin: new Date(start).toISOString(),
        timeMax: new Date(end).toISOString(),
      }),
    async listChanges(calendarId, syncToken) {
      try {
        return await listEvents(api, callOptions, { calendarId, syncToken })
      } catch (error) {
        if (googleProblem(error) === 'gone') return null
        throw error
      }
    },
    async writeEntry(calendarId, entry) {
      const { event, isCallRefused: isRefused } = await writeEvent(api, callOptions, calendarId, entry)
      const written = calendarEntry(event, entry.timeZone)!
      return { ...written, hasFailedConference: isRefused || written.hasFailedConference }
    },
    async anonymizeEntry(calendarId, eventId, texts) {
      const before = await findEvent(api, callOptions, { calendarId, eventId })
      // Writing to an event that the host removed would bring it back.
      if (before === null || before.status === 'cancelled') return
      const requestBody = anonymousEvent(texts, before)
      await api.events.patch({ calendarId, eventId, sendUpdates: 'none', requestBody }, callOptions)
    },
    async removeEntry(calendarId, eventId) {
      await api.events
        .delete({ calendarId, eventId, sendUpdates: 'none' }, callOptions)
        .catch((error: unknown) => {
          if (!isGone(error)) throw error
        })
    },
    async openChannel(calendarId, { id, token, address }) {
      const requestBody = { id, token, address, type: 'web_hook' }
      const { data } = await api.events.watch({ calendarId, requestBody }, callOptions)
      const expiresAt = Number(data.expiration) || now() + DEFAULT_CHANNEL_LIFETIME_MS
      return { resourceId: data.resourceId ?? null, expiresAt }
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

async function listEvents(
  api: calendar_v3.Calendar,
  callOptions: CallOptions,
  which: { calendarId: string; syncToken: string } | { calendarId: string; timeMin: string; timeMax: string },
): Promise<EntryListing> {
  const pages = await readPages(async (pageToken) => {
    const query = { singleEvents: true, maxResults: ENTRY_PAGE_SIZE, ...which, ...pageToken }
    return (await api.events.list(query, callOptions)).data
  })
  const timeZone = pages.findLast((page) => page.timeZone)?.timeZone ?? 'UTC'
  return {
    entries: pages
      .flatMap(({ items }) => items ?? [])
      .flatMap((event) => calendarEntry(event, timeZone) ?? []),
    timeZone,
    syncToken: pages.at(-1)?.nextSyncToken ?? null,
  }
}

async function readPages<Page extends { nextPageToken?: string | null }>(
  read: (pageToken: { pageToken?: string }) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = []
  let next: string | null | undefined
  do {
    const page = await read(next ? { pageToken: next } : {})
    pages.push(page)
    next = page.nextPageToken
  } while (next)
  return pages
}

/** Null if the host removed it for good. */
async function findEvent(
  api: calendar_v3.Calendar,
  callOptions: CallOptions,
  which: { calendarId: string; eventId: string },
): Promise<calendar_v3.Schema$Event | null> {
  try {
    return (await api.events.get(which, callOptions)).data
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

async function writeEvent(
  api: calendar_v3.Calendar,
  callOptions: CallOptions,
  calendarId: string,
  entry: BookingEntry,
): Promise<{ event: calendar_v3.Schema$Event; isCallRefused: boolean }> {
  const eventId = entry.id
  const before = entry.isNew ? null : await findEvent(api, callOptions, { calendarId, eventId })
  const { conferenceData, ...plain } = bookingEvent(entry, before)
  const { id: _, ...changes } = plain
  // Participants hear from us, not from Google.
  const options = { calendarId, sendUpdates: 'none', conferenceDataVersion: 1 }
  const write = async (isCallWanted: boolean) => {
    const newCall = isCallWanted && conferenceData ? { conferenceData } : {}
    const insert = async () =>
      (await api.events.insert({ ...options, requestBody: { ...plain, ...newCall } }, callOptions)).data
    const patch = async (call: calendar_v3.Schema$Event) =>
      (await api.events.patch({ ...options, eventId, requestBody: { ...changes, ...call } }, callOptions))
        .data
    try {
      return await (entry.isNew ? insert() : patch(isCallWanted ? changeOfCall(entry, before) : {}))
    } catch (error) {
      // An earlier insert arrived though its answer was lost.
      if (googleProblem(error) === 'duplicate') return patch(newCall)
      // The host removed the event for good.
      if (isGone(error)) return insert()
      throw error
    }
  }
  try {
    return { event: await write(true), isCallRefused: false }
  } catch (error) {
    if (!isCallRefused(error)) throw error
    return { event: await write(false), isCallRefused: true }
  }
}
