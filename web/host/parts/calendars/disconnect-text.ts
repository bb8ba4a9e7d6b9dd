import type { CalendarProviderName } from '../../../../contract/calendars/calendar-connections.ts'
import { counted } from '../../../../contract/events/rules-text.ts'

interface Users {
  provider: CalendarProviderName
  /** Of the events that add bookings to the account, as far as they are loaded. */
  titles: readonly string[]
  /** How many there are. */
  events: number
  /** How many upcoming bookings are in it. */
  bookings: number
}

const NAMED = 3

/** `“Intro call”, “Demo” and 2 more events` */
function eventsText(titles: readonly string[], count: number): string {
  const named = titles.slice(0, NAMED).map((title) => `“${title}”`)
  const rest = count - named.length
  if (named.length === 0) return counted(count, 'event')
  if (rest > 0) return `${named.join(', ')} and ${rest} more ${rest === 1 ? 'event' : 'events'}`
  return named.length === 1 ? named[0]! : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}

/** What disconnecting an account does, in sentences. */
export function disconnectText({ provider, titles, events, bookings }: Users): string[] {
  const access = { google: 'access', caldav: 'password', ics: 'address' }[provider]
  return [
    events > 0 && `${eventsText(titles, events)} ${events === 1 ? 'adds its' : 'add their'} bookings here.`,
    bookings > 0 &&
      `${bookings === 1 ? '1 upcoming booking is' : `${bookings} upcoming bookings are`} in this account and will be added to the calendar you choose.`,
    'Its entries no longer block your times.',
    provider !== 'ics' &&
      (bookings > 0
        ? 'Entries we’ve added stay in the old calendar. Delete them there if you don’t want them twice.'
        : 'Entries we’ve added stay in the calendar.'),
    `We delete the saved ${access}.`,
  ].filter((line) => line !== false)
}
