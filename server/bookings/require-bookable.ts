import { isOffered } from '../../availability/slots.ts'
import { assertInGoodStanding } from '../billing/assert-in-good-standing.ts'
import { refreshMirror } from '../calendars/mirror/freshness.ts'
import { mirrorHorizon } from '../calendars/mirror/mirror-key.ts'
import type { Deps } from '../deps.ts'
import { slotNotFound } from '../errors.ts'
import { assertAccepting } from '../events/find-public-event.ts'
import { type AskedSlots, reachOf, slotRules } from './slot-rules.ts'

const MAX_ROUNDS = 10

/** The event got another calendar than the one that was asked. */
export class CalendarChanged extends Error {}

/** Runs `round`, and again if it throws `CalendarChanged`. */
export async function untilCalendarStays<Result>(round: () => Promise<Result>): Promise<Result> {
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
    try {
      return await round()
    } catch (error) {
      if (!(error instanceof CalendarChanged)) throw error
    }
  }
  throw slotNotFound()
}

/**
 * Refuses what an event can't take at `start` (epoch milliseconds), then syncs the host's calendar. The provider is asked
 * only about times that are free as far as the database knows. Call it before the transaction that books, which checks
 * again.
 */
export async function requireBookable(deps: Deps, asked: AskedSlots, start: number): Promise<void> {
  const { event } = asked
  assertAccepting(event)
  await assertInGoodStanding(deps, event.hostId)
  const now = deps.now()
  const until = start + reachOf(asked).behind
  const rules = await slotRules(deps.db, asked, { start, end: start + 1 }, now)
  if (!isOffered(rules, start) || until > mirrorHorizon(now)) throw slotNotFound()
  await refreshMirror(deps, event, until)
}
