import { DAY, MINUTE } from '../../../availability/units.ts'
import { emailError } from '../../../contract/email.ts'
import { mailtoValue } from '../icalendar/ical-lines.ts'
import type { OutgoingFetch } from '../../adapters/outgoing/outgoing-fetch.ts'
import type { CalendarAccount, CalendarOwner, PasswordProvider } from '../../adapters/calendar-provider.ts'
import { listCalendars } from './calendar-list.ts'
import { readCollection } from './collection.ts'
import { type CaldavCredential, emailsOf, parseCredential } from './credential.ts'
import { createDavClient, type DavClient } from './dav-client.ts'
import { connect } from './discovery.ts'
import { listChanges, listEntries } from './listing.ts'
import { brokenAnswer } from './multistatus.ts'
import { parseEntries, removedEntry } from './read-entries.ts'
import { type DnsResolver, systemResolver } from './server-address.ts'
import { anonymizeEntry, findEntry, removeEntry, writeEntry } from './write-entry.ts'

const READ_AHEAD_MS = 400 * DAY

interface CaldavOptions {
  /** Sends requests to addresses that hosts type. */
  fetch: OutgoingFetch
  /** Epoch milliseconds. */
  now: () => number
  resolver?: DnsResolver
}

/** Accounts at CalDAV servers (RFC 4791). */
export function createCaldav({ fetch, now, resolver = systemResolver() }: CaldavOptions): PasswordProvider {
  return {
    hasRequiredScopes: () => true,
    webhookPath: null,
    freshness: { pollMs: MINUTE, refreshAfterMs: 10_000, bookingAfterMs: 0 },
    connect: (input) => connect(fetch, resolver, input),
    addressOf: (credential) => parseCredential(credential).principal,
    async openAccount(text, owner) {
      const credential = parseCredential(text)
      return caldavAccount(createDavClient(fetch, credential), credential, owner, now)
    },
  }
}

function caldavAccount(
  client: DavClient,
  { homes, addresses, username }: CaldavCredential,
  { timeZone, self }: CalendarOwner,
  now: () => number,
): CalendarAccount {
  const emails = [...emailsOf(addresses), ...[username, ...self].filter((each) => emailError(each) === null)]
  const owner = { timeZone, self: emails }
  const calendar = (id: string) => ({ client, url: new URL(id, homes[0]), owner })
  const writing = () => ({ addresses: [...addresses, ...emails.map(mailtoValue)], now: now() })
  /** What the text of an entry of ours says. */
  const read = async (id: string, entryText: string) => {
    const range = { start: now() - DAY, end: now() + READ_AHEAD_MS }
    const { entries } = await parseEntries([{ id, text: entryText }], { range, timeZone, self: emails })
    if (entries.length === 0) throw brokenAnswer('a readable entry')
    return entries[0]!
  }
  return {
    listCalendars: () =>
      listCalendars(
        client,
        homes.map((home) => new URL(home)),
      ),
    listEntries: (calendarId, range) => listEntries(calendar(calendarId), range),
    listChanges: (calendarId, syncToken, range) => listChanges(calendar(calendarId), syncToken, range),
    async writeEntry(calendarId, entry) {
      const written = await read(entry.id, await writeEntry(calendar(calendarId), entry, writing()))
      const { isWanted, url } = entry.conference
      return { ...written, hasFailedConference: isWanted && url === null }
    },
    anonymizeEntry: (calendarId, entry) => anonymizeEntry(calendar(calendarId), entry, writing()),
    async readEntry(calendarId, entryId) {
      const found = await findEntry(calendar(calendarId), entryId)
      if (found !== null) return read(entryId, found.text)
      // The calendar may be what is missing.
      await readCollection(client, calendar(calendarId).url)
      return removedEntry(entryId)
    },
    removeEntry: (calendarId, entryId) => removeEntry(calendar(calendarId), entryId),
  }
}
