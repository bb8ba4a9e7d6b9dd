import { createHash } from 'node:crypto'
import { MINUTE } from '../../../availability/units.ts'
import type { Interval } from '../../../availability/interval.ts'
import { product } from '../../../contract/product.ts'
import type { OutgoingAnswer, OutgoingFetch } from '../../adapters/outgoing/outgoing-fetch.ts'
import { readEntries } from '../icalendar/read-entries.ts'
import {
  type CalendarOwner,
  CalendarError,
  type CalendarSummary,
  type EntryListing,
  type FeedInput,
  type TypedProvider,
} from '../../adapters/calendar-provider.ts'
import { problemOf } from './answers.ts'
import { conditionsOf, createSyncToken, parseSyncToken, type SyncToken, validatorsOf } from './sync-token.ts'

const FEED_ID = 'feed'
const POLL_MS = 5 * MINUTE
const NO_TIME: Interval = { start: 0, end: 0 }
const ACCEPT = 'text/calendar, text/plain;q=0.5, */*;q=0.1'
/** Since 2025, Outlook answers 500 with many organizations' calendars to whatever doesn't call itself a browser. */
const OUTLOOK = /^https:\/\/outlook\.(?:office365|office|live)\.com[:/]/i
const LIKE_A_BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 ' +
  `${product.name}/${product.version}`

/** Published iCalendar files, such as calendars of Outlook, holidays and teams. They can only be read. */
export function createFeeds(send: OutgoingFetch): TypedProvider<FeedInput> {
  /** Null if the feed is still the one that `known` describes. */
  async function download(url: string, known: SyncToken | null): Promise<OutgoingAnswer | null> {
    const answer = await send(httpsUrl(url), {
      headers: {
        accept: ACCEPT,
        ...(OUTLOOK.test(httpsUrl(url)) && { 'user-agent': LIKE_A_BROWSER }),
        ...(known && conditionsOf(known)),
      },
    })
    const problem = problemOf(answer)
    if (problem) throw problem
    if (answer.status === 200) return answer
    if (known) return null
    throw new CalendarError('unreachable', 'An unexpected 304', { trouble: 'server_error' })
  }

  async function readName(url: string): Promise<string> {
    const text = (await download(url, null))!.text()
    const options = { range: NO_TIME, timeZone: 'UTC', self: [] }
    const { name } = await readEntries([{ id: null, text }], options)
    return name ?? hostName(url)
  }

  async function list(
    url: string,
    { timeZone, self }: CalendarOwner,
    range: Interval,
    known: SyncToken | null,
  ): Promise<EntryListing> {
    const answer = await download(url, known)
    if (known && !answer) return unchanged(known, timeZone)
    const text = answer!.text()
    const seen = {
      account: accountOf(url),
      text: digest(withoutStamps(text)),
      ...validatorsOf(answer!.headers),
    }
    if (known?.text === seen.text) return unchanged({ ...known, ...seen }, timeZone)
    const {
      entries,
      unreadable,
      timeZone: named,
      zones,
    } = await readEntries([{ id: null, text }], { range, timeZone, self })
    const syncToken = createSyncToken({ ...seen, timeZone: named, zones })
    return { entries, unreadable, isFull: true, timeZone: named ?? timeZone, syncToken }
  }

  return {
    hasRequiredScopes: () => true,
    webhookPath: null,
    freshness: { pollMs: POLL_MS, refreshAfterMs: POLL_MS, bookingAfterMs: Number.POSITIVE_INFINITY },
    async connect({ url, name }) {
      const found = await readName(url)
      const calendar = calendarNamed(name.trim() || found)
      return {
        account: accountOf(url),
        name: calendar.name,
        server: hostName(url),
        address: null,
        credential: httpsUrl(url),
        calendars: [calendar],
      }
    },
    async openAccount(url, owner) {
      return {
        listCalendars: async () => [calendarNamed(await readName(url))],
        listEntries: async (_calendarId, range) => list(url, owner, range, null),
        async listChanges(_calendarId, syncToken, range) {
          const known = parseSyncToken(syncToken, accountOf(url))
          return known && list(url, owner, range, known)
        },
        writeEntry: refuse,
        anonymizeEntry: refuse,
        readEntry: async () => null,
        removeEntry: refuse,
      }
    },
  }
}

const unchanged = (known: SyncToken, ownersZone: string): EntryListing => ({
  entries: [],
  timeZone: known.timeZone ?? ownersZone,
  syncToken: createSyncToken(known),
})

const calendarNamed = (name: string): CalendarSummary => ({
  id: FEED_ID,
  name,
  isPrimary: true,
  isWritable: false,
  hasVideoCalls: false,
})

async function refuse(): Promise<never> {
  throw new CalendarError('rejected', 'Feeds can only be read')
}

/** Many services show their addresses with a scheme that opens calendar programs. */
const httpsUrl = (url: string) => url.trim().replace(/^webcals?:\/\//i, 'https://')

const hostName = (url: string) => new URL(httpsUrl(url)).hostname

const accountOf = (url: string) => digest(httpsUrl(url))

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Some servers write the time of the request into every event. */
const withoutStamps = (text: string) => text.replaceAll(/^DTSTAMP[^\n]*/gim, '')
