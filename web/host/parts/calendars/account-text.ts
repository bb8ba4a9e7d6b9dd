import { DAY, HOUR, MINUTE } from '../../../../availability/units.ts'
import {
  type CaldavPreset,
  caldavPresets,
  calendarTroubleTexts,
} from '../../../../contract/calendars/calendar-connections.ts'
import type {
  CalendarConnection,
  ConnectedCalendar,
  UnreadableEntries,
} from '../../../../contract/calendars/calendar-connections.schema.ts'
import { problemText } from '../../../../contract/calendars/calendar-problems.ts'
import { counted } from '../../../../contract/events/rules-text.ts'
import { dayText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'

type Account = Pick<CalendarConnection, 'provider' | 'server'>

/** The service that has an account, by its server's domain. */
export function presetOf(server: string | null): CaldavPreset | undefined {
  return caldavPresets.find((preset) => {
    const domain = preset.server && new URL(preset.server).hostname.split('.').slice(-2).join('.')
    return domain !== null && (server === domain || server?.endsWith(`.${domain}`))
  })
}

/** `iCloud`, `Google` */
export function serviceName({ provider, server }: Account): string {
  if (provider === 'google') return 'Google'
  if (provider === 'ics') return 'Calendar address'
  return presetOf(server)?.name ?? 'CalDAV'
}

/** `ada (cloud.example.com)`: accounts at different servers can have the same name. */
export const accountName = ({ name, server }: Pick<CalendarConnection, 'name' | 'server'>) =>
  server === null ? name : `${name} (${server})`

/** `CalDAV · cloud.example.com`, `Calendar address · example.com · Read every 5 minutes` */
export function accountLine({
  provider,
  server,
  isSignIn,
  pollSeconds,
}: Account & Pick<CalendarConnection, 'isSignIn' | 'pollSeconds'>): string {
  const minutes = pollSeconds === null ? null : Math.max(1, Math.round(pollSeconds / 60))
  const parts = [
    serviceName({ provider, server }),
    server,
    isSignIn && 'You sign in with this account',
    provider === 'ics' && minutes !== null && `Read every ${minutes === 1 ? 'minute' : `${minutes} minutes`}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** What is wrong with an account, and what to do; null if nothing is. */
export function accountProblem({
  provider,
  status,
  problem,
}: Pick<CalendarConnection, 'provider' | 'status' | 'problem'>): string | null {
  if (status === 'connected') return null
  if (status === 'missing_scopes') return problemText(provider, 'missing_scope')
  if (problem) return problemText(provider, problem)
  if (provider === 'google') return 'We’ve lost access to this account. Reconnect it.'
  return `We can’t open this account anymore. Enter its ${provider === 'ics' ? 'address' : 'app password'} again.`
}

/** Why a calendar can't be read. Without a known reason, there is nothing for the host to do. */
export const troubleText = (trouble: ConnectedCalendar['trouble']) =>
  trouble ? calendarTroubleTexts[trouble] : 'It isn’t answering. We’ll keep trying.'

const MAX_TITLE_LENGTH = 60

/** `1 entry can’t be read, so it may not block its times: “Dentist” (Mar 4, 2027).` */
export function unreadableEntriesText({ count, latest }: UnreadableEntries, viewer: Viewer): string {
  const named = latest.flatMap(({ title, date }) => {
    const day = date && dayText(Date.parse(date) / DAY, viewer, DAY_FORMAT)
    if (title !== '') return `“${shortened(title)}”${day ? ` (${day})` : ''}`
    return day ? `one on ${day}` : []
  })
  const others = count - named.length
  const parts = named.length > 0 && others > 0 ? [...named, `${others} more`] : named
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts[0]
  const said =
    count === 1
      ? '1 entry can’t be read, so it may not block its times'
      : `${count} entries can’t be read, so they may not block their times`
  return list ? `${said}: ${list}.` : `${said}.`
}

const DAY_FORMAT = { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' } as const

const shortened = (title: string) =>
  title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH).toWellFormed().trimEnd()}…` : title

/** `2 minutes ago`, `just now` */
export function agoText(instant: string, now: number): string {
  // A device's clock can be behind the server's.
  const age = Math.max(0, now - Date.parse(instant))
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${counted(Math.floor(age / MINUTE), 'minute')} ago`
  if (age < DAY) return `${counted(Math.floor(age / HOUR), 'hour')} ago`
  return `${counted(Math.floor(age / DAY), 'day')} ago`
}

type Read = Pick<ConnectedCalendar, 'lastReadAt' | 'isChecked' | 'events'>

/** `Read 2 minutes ago · 3 events add bookings here` */
export function readText({ lastReadAt, isChecked, events }: Read, now: number): string {
  const parts = [
    lastReadAt ? `Read ${agoText(lastReadAt, now)}` : isChecked && 'Not read yet',
    events > 0 && `${counted(events, 'event')} ${events === 1 ? 'adds' : 'add'} bookings here`,
  ]
  return parts.filter(Boolean).join(' · ')
}

export const kindLabels = {
  countsTentative: 'Tentative entries',
  countsAllDay: 'All-day entries',
  countsOutOfOffice: 'Out-of-office entries',
} as const
export type CountedKind = keyof typeof kindLabels
export const countedKinds = Object.keys(kindLabels) as CountedKind[]

/** `Counts: tentative, all-day, out-of-office entries` */
export function countsText(calendar: Pick<ConnectedCalendar, CountedKind>): string {
  const kinds = countedKinds
    .filter((kind) => calendar[kind])
    .map((kind) => kindLabels[kind].replace(' entries', '').toLowerCase())
  return kinds.length === 0 ? 'Counts: only ordinary entries' : `Counts: ${kinds.join(', ')} entries`
}
