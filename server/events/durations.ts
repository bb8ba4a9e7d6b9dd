import type { LinkRules } from '../../contract/events/one-off-links.ts'
import type { EventRow } from '../db/tables/events.ts'

/**
 * The durations (minutes, ascending) that people can choose. A link's own stay, even if the event no longer offers
 * them: otherwise the link would allow others than its host wanted.
 */
export function offeredDurations(
  event: Pick<EventRow, 'duration' | 'rules'>,
  linkRules?: Partial<LinkRules>,
): number[] {
  if (linkRules?.durations?.length) return linkRules.durations
  return [...new Set([event.duration, ...(event.rules.durations ?? [])])].toSorted((a, b) => a - b)
}

/** The duration of a new booking if nobody chooses one. */
export function defaultDuration(
  event: Pick<EventRow, 'duration' | 'rules'>,
  linkRules?: Partial<LinkRules>,
): number {
  const offered = offeredDurations(event, linkRules)
  return offered.includes(event.duration) ? event.duration : offered[0]!
}
