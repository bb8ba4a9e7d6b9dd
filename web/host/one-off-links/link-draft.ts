import { localDateTimeToInstant } from '../../../availability/wall-time.ts'
import { eventLinkLimits, eventLinkMessages } from '../../../contract/event-links.ts'
import type { EventLinkInput } from '../../../contract/event-links.schema.ts'
import { type EventRules, noRules, ruleMessages } from '../../../contract/event-rules.ts'
import { isDate, ruleErrors, type RuleErrors } from '../../../contract/rule-errors.ts'
import { zoneTable } from '../../../contract/time-zones.ts'

export interface LinkDraft {
  name: string
  /** Null: any number. */
  maxUses: number | null
  /** The last day on which it can be used, `YYYY-MM-DD`; null: no end. */
  lastDay: string | null
  rules: EventRules
}

export type LinkErrors = Partial<Record<'maxUses' | 'lastDay', string>> & { rules: RuleErrors }

/** One booking, without an end. */
export const newLink: LinkDraft = { name: '', maxUses: 1, lastDay: null, rules: noRules }

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
      (!isDate(lastDay)
        ? { lastDay: ruleMessages.date }
        : endOf(lastDay, timezone) <= now && { lastDay: eventLinkMessages.past })),
    rules: ruleErrors(rules),
  }
}

export const hasErrors = ({ rules, ...own }: LinkErrors) =>
  Object.keys(own).length + Object.keys(rules).length > 0

/** What a draft without errors is sent as: only the rules that it sets. */
export function linkInput({ name, maxUses, lastDay, rules }: LinkDraft, timezone: string): EventLinkInput {
  const { bufferBefore, bufferAfter, minimumNotice, bookingWindow, limits, durations } = rules
  const narrowing = { bufferBefore, bufferAfter, minimumNotice, bookingWindow, limits, durations }
  const set = Object.entries(narrowing).filter(
    ([rule, value]) => JSON.stringify(value) !== JSON.stringify(noRules[rule as keyof EventRules]),
  )
  return {
    name: name.trim(),
    maxUses,
    expiresAt: lastDay === null ? null : new Date(endOf(lastDay, timezone)).toISOString(),
    rules: Object.fromEntries(set),
  }
}

const endOf = (day: string, timezone: string) =>
  localDateTimeToInstant(day, '23:59', zoneTable(timezone), 'start')
