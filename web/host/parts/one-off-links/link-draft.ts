import { END_OF_DAY, localDateTimeToInstant } from '../../../../availability/wall-time.ts'
import {
  eventLinkLimits,
  eventLinkMessages,
  narrowingRuleNames,
} from '../../../../contract/events/one-off-links.ts'
import type { EventLinkInput } from '../../../../contract/events/one-off-links.schema.ts'
import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import { type EventRules, noRules, ruleMessages } from '../../../../contract/events/event-rules.ts'
import { isSlotDate, ruleErrors, type RuleErrors } from '../../../../contract/events/rule-errors.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import type { WeeklyAvailability } from '../../../../contract/hours/weekly-availability.ts'

/** What a link's options depend on. */
export type LinkedEvent = Pick<ListedEvent, 'id' | 'title' | 'duration' | 'rules' | 'hours'>

export interface LinkDraft {
  name: string
  /** Null: any number. */
  maxUses: number | null
  /** The last day on which it can be used, `YYYY-MM-DD`; null: no end. */
  lastDay: string | null
  /** The hours it leaves; null: all of the event's. */
  week: WeeklyAvailability | null
  rules: EventRules
}

export type LinkErrors = Partial<Record<'maxUses' | 'lastDay', string>> & { rules: RuleErrors }

/** One booking, without an end. */
export const newLink: LinkDraft = { name: '', maxUses: 1, lastDay: null, week: null, rules: noRules }

export function linkErrors(
  { maxUses, lastDay, rules }: LinkDraft,
  timezone: string,
  now: number,
): LinkErrors {
  const isCount =
    maxUses === null || (Number.isInteger(maxUses) && maxUses >= 1 && maxUses <= eventLinkLimits.uses)
  return {
    ...(!isCount && { maxUses: eventLinkMessages.uses }),
    ...(lastDay !== null &&
      (!isSlotDate(lastDay)
        ? { lastDay: ruleMessages.date }
        : endOf(lastDay, timezone) <= now && { lastDay: eventLinkMessages.past })),
    rules: ruleErrors(rules),
  }
}

export const hasErrors = ({ rules, ...own }: LinkErrors) =>
  Object.keys(own).length + Object.keys(rules).length > 0

/** What a draft without errors is sent as: only the rules that it sets. */
export function linkInput(
  { name, maxUses, lastDay, week, rules }: LinkDraft,
  timezone: string,
): EventLinkInput {
  const set = [...narrowingRuleNames, 'startTimes' as const].filter(
    (rule) => JSON.stringify(rules[rule]) !== JSON.stringify(noRules[rule]),
  )
  return {
    name: name.trim(),
    maxUses,
    expiresAt: lastDay === null ? null : new Date(endOf(lastDay, timezone)).toISOString(),
    rules: {
      ...Object.fromEntries(set.map((rule) => [rule, rules[rule]])),
      ...(week && { weeklyAvailabilitySlots: week }),
    },
  }
}

/** ISO times end with the year 9999. */
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

const endOf = (day: string, timezone: string) =>
  Math.min(localDateTimeToInstant(day, END_OF_DAY, zoneTable(timezone), 'end'), LAST_INSTANT)
