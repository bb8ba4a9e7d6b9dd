import { dayOf, startOfDay } from '../../../../availability/wall-time.ts'
import { type LinkState, linkState } from '../../../../contract/events/one-off-links.ts'
import type { EventLink } from '../../../../contract/events/one-off-links.schema.ts'
import { noRules } from '../../../../contract/events/event-rules.ts'
import { counted } from '../../../../contract/events/rules-text.ts'
import { shortDateText, timeText } from '../../../../contract/time/time-text.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { rulesLine } from '../rules/rule-fields.ts'
import type { LinkDraft } from './link-draft.ts'

/** `number`: its place among the links of its event, oldest first. */
export const linkName = ({ name }: EventLink, number: number) => name || `Link ${number}`

export const stateOf = ({ expiresAt, maxUses, uses }: EventLink, now: number): LinkState =>
  linkState({ expiresAt: expiresAt === null ? null : Date.parse(expiresAt), maxUses, uses }, now)

/** How often a link can still be used, until when, and its rules: `1 booking left · expires Jan 5, 2027, 9:00 AM`. */
export function linkText(link: EventLink, viewer: Viewer, now: number): string {
  const { expiresAt, maxUses, uses, rules } = link
  const state = stateOf(link, now)
  const made = counted(uses, 'booking')
  const left =
    state === 'used-up'
      ? `Used up (${made})`
      : maxUses === null
        ? `Any number of bookings (${uses} so far)`
        : `${counted(maxUses - uses, 'booking')} left${uses > 0 ? ` of ${maxUses}` : ''}`
  const expiry =
    expiresAt === null || state === 'used-up'
      ? []
      : [`${state === 'expired' ? 'expired' : 'expires'} ${expiryText(Date.parse(expiresAt), viewer)}`]
  const week = rules.weeklyAvailabilitySlots ?? null
  const line = linkRulesLine({ week, rules: { ...noRules, ...rules } })
  return [left, ...expiry, ...(line === '' ? [] : [line])].join(' · ')
}

/** `Jan 5, 2027, 9:00 AM`, or `at the end of Jan 5, 2027`, because midnight could mean the start or the end of a day. */
function expiryText(at: number, viewer: Viewer): string {
  const zone = zoneTable(viewer.timeZone)
  return at === startOfDay(zone, dayOf(zone, at))
    ? `at the end of ${shortDateText(at - 1, viewer)}`
    : `${shortDateText(at, viewer)}, ${timeText(at, viewer)}`
}

/** What a link narrows: `fewer hours · 1 hour’s notice`. Empty for nothing. */
export function linkRulesLine({ week, rules }: Pick<LinkDraft, 'week' | 'rules'>): string {
  const line = rulesLine(rules, 'only')
  const others = line === '' ? [] : [line.charAt(0).toLowerCase() + line.slice(1)]
  return [...(week ? ['fewer hours'] : []), ...others].join(' · ')
}
