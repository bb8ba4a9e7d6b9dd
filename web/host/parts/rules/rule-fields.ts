import { type EventRules, noRules } from '../../../../contract/events/event-rules.ts'
import { ruleErrors, type RuleErrors } from '../../../../contract/events/rule-errors.ts'
import { rulesSummary } from '../../../../contract/events/rules-text.ts'

/** What the fields of rules have in common. */
export interface RuleFieldProps {
  rules: EventRules
  errors: RuleErrors
  change: (part: Partial<EventRules>) => void
  /** The id of a rule's control, which an error summary links to. */
  idOf: (rule: keyof EventRules) => string
}

/** The value of a number field that is empty although a number is needed. */
export const EMPTY_NUMBER = Number.NaN

/** The rules in one line, without the invalid ones; empty for none. */
export function rulesLine(rules: EventRules, durations?: 'also' | 'only'): string {
  const invalid = Object.keys(ruleErrors(rules)) as (keyof EventRules)[]
  const sound = { ...rules, ...Object.fromEntries(invalid.map((rule) => [rule, noRules[rule]])) }
  const line = rulesSummary(sound, durations).join(' · ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}
