import { calendarTroubleTexts } from '../../../../contract/calendars/calendar-connections.ts'
import type {
  DisconnectedAccount,
  UnreadableCalendar,
} from '../../../../contract/calendars/calendar-health.schema.ts'
import { problemText } from '../../../../contract/calendars/calendar-problems.ts'
import { shortMomentText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { accountName } from '../calendars/account-text.ts'

/** `2 events can’t be booked` */
const closedText = (events: number) => `${events === 1 ? '1 event' : `${events} events`} can’t be booked`

export const disconnectedTitle = (account: Pick<DisconnectedAccount, 'name' | 'server'>) =>
  `Your calendar account ${accountName(account)} isn’t connected`

/** Why, since when, and what it closes. */
export function disconnectedText(
  { provider, problem, since, closedEvents }: Omit<DisconnectedAccount, 'id' | 'name' | 'server'>,
  viewer: Viewer,
): string {
  const parts = [
    problem ? problemText(provider, problem) : 'We’ve lost access to it.',
    since && `Since ${shortMomentText(since, viewer)}.`,
    closedEvents > 0 ? `${closedText(closedEvents)} until you connect it again.` : 'Your events stay open.',
  ]
  return parts.filter(Boolean).join(' ')
}

type Unreadable = Pick<UnreadableCalendar, 'name' | 'account' | 'since' | 'trouble' | 'closedEvents'>

/** One account's calendars usually fail together, so they share a banner. */
export const unreadableTitle = (calendars: readonly Unreadable[]) =>
  calendars.length === 1
    ? `We can’t read your calendar “${calendars[0]!.name}” right now`
    : `We can’t read ${calendars.length} calendars of ${accountName(calendars[0]!.account)} right now`

/** Since when, why, and what it closes. */
export function unreadableText(calendars: readonly Unreadable[], viewer: Viewer): string {
  const since = calendars.map((calendar) => calendar.since).toSorted()[0]!
  const troubles = new Set(calendars.map(({ trouble }) => trouble))
  const [trouble] = troubles
  // An event that checks two of them is closed by both.
  const closed = Math.max(...calendars.map(({ closedEvents }) => closedEvents))
  const names = calendars.map(({ name }) => `“${name}”`)
  const [{ name, account }] = calendars as readonly [Unreadable]
  const parts = [
    // The main calendar of a Google account has the account's name.
    calendars.length === 1 && name !== accountName(account) && `Account: ${accountName(account)}.`,
    calendars.length > 1 && `${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`,
    `Since ${shortMomentText(since, viewer)}.`,
    troubles.size === 1 && trouble ? calendarTroubleTexts[trouble] : 'We’ll keep trying.',
    closed > 0
      ? `${calendars.length > 1 ? 'At least ' : ''}${closedText(closed)} until we can read ${calendars.length > 1 ? 'them' : 'it'} again.`
      : 'Your events stay open for now.',
  ]
  return parts.filter(Boolean).join(' ')
}
