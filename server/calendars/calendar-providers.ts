import type { CalendarProvider, CalendarProviders } from '../adapters/calendar-provider.ts'
import type { OutgoingFetch } from '../adapters/outgoing/outgoing-fetch.ts'
import { createCaldav } from './caldav/client.ts'
import { createFeeds } from './ics-feeds/feeds.ts'

interface CalendarProvidersOptions {
  /** Made by the caller, because it uses the endpoints of the sign-in. */
  google: CalendarProvider
  /** For the servers that hosts name. */
  fetch: OutgoingFetch
  /** Epoch milliseconds. */
  now: () => number
}

/** Where hosts' calendars come from. To add one, name it in the contract, add its folder and list it here. */
export const createCalendarProviders = ({
  google,
  fetch,
  now,
}: CalendarProvidersOptions): CalendarProviders => ({
  google,
  caldav: createCaldav({ fetch, now }),
  ics: createFeeds(fetch),
})
