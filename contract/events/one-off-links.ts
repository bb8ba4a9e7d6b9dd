import type { EventRules } from './event-rules.ts'
import type { WeeklyAvailability } from '../hours/weekly-availability.ts'

/** The values, limits and messages of one-off links. Free of schemas because the browser imports them. */

/** The rules of an event that its links can narrow as they are. */
export const narrowingRuleNames = [
  'bufferBefore',
  'bufferAfter',
  'minimumNotice',
  'bookingWindow',
  'limits',
  'durations',
  'overrides',
  'bookingsPerPerson',
] as const satisfies (keyof EventRules)[]

/**
 * The rules of a link. They apply in addition to the event's: a time is offered if the event offers it and the link's
 * rules allow it. Its hours and dates are read in the zone of the event's hours.
 */
export interface LinkRules extends Pick<EventRules, (typeof narrowingRuleNames)[number]> {
  /** Bookings must lie within these hours too; null: there are none. */
  weeklyAvailabilitySlots: WeeklyAvailability | null
  /**
   * The minutes of the hour at which bookings can start; null: every minute. An interval isn't possible, because what
   * it counts from is the event's to say.
   */
  startTimes: { at: readonly number[] } | null
}

export const eventLinkLimits = {
  /** Characters. */
  name: 100,
  uses: 1000,
} as const

export const eventLinkMessages = {
  uses: `Use a whole number of bookings from 1 to ${eventLinkLimits.uses}`,
  past: 'Choose a time in the future',
  startTimes: 'Use {"at": [minutes of the hour]}',
} as const

/** What a link can no longer be used for. */
export type LinkState = 'open' | 'expired' | 'used-up'

interface LinkUse {
  expiresAt: number | null
  maxUses: number | null
  uses: number
}

/** Instants are epoch milliseconds. */
export function linkState({ expiresAt, maxUses, uses }: LinkUse, now: number): LinkState {
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return maxUses !== null && uses >= maxUses ? 'used-up' : 'open'
}
