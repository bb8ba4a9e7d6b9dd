import { HOUR, MINUTE } from '../../../availability/units.ts'
import { CalendarError } from '../../adapters/calendar-provider.ts'
import { timeLeft } from '../../adapters/time-left.ts'

/** Short, so that one failed call doesn't keep anyone from booking for long. */
const FIRST_DELAY_MS = 2000
/** Google counts calls by the minute. */
const FIRST_RATE_LIMIT_DELAY_MS = 15_000
/** A page that somebody opens works again this soon after an outage, however long it was. */
const MAX_CALL_DELAY_MS = MINUTE
const MAX_POLL_DELAY_MS = 10 * MINUTE
/** However long the provider asks us to wait, we try again after this: no backoff is longer. */
export const MAX_BACKOFF_MS = HOUR

interface Backoff {
  /** How long nobody calls the provider for the mirror, in milliseconds. */
  callMs: number
  /** How long it isn't polled if nobody asks for it, in milliseconds. */
  pollMs: number
}

/**
 * How long to wait after the `failures`th failed sync of a mirror in a row: twice as long each time, and half of it
 * random (`random` in [0, 1)), but at least as long as the provider asked.
 */
export function backoffAfter(failures: number, error: unknown, random = Math.random()): Backoff {
  const { reason, retryAfterMs = 0 } = error instanceof CalendarError ? error : {}
  const first = reason === 'rate_limited' ? FIRST_RATE_LIMIT_DELAY_MS : FIRST_DELAY_MS
  const waitMs = (maxDelayMs: number) => {
    const longest = Math.min(first * 2 ** (failures - 1), maxDelayMs)
    return Math.round(Math.max(longest * (0.5 + random / 2), Math.min(retryAfterMs, MAX_BACKOFF_MS)))
  }
  return { callMs: waitMs(MAX_CALL_DELAY_MS), pollMs: waitMs(MAX_POLL_DELAY_MS) }
}

/** How long nobody calls the provider for a mirror from `now` on, in milliseconds; 0 if it may be called. */
export const backoffLeft = (notBefore: number | null, now: number) =>
  timeLeft(notBefore ?? 0, now, MAX_BACKOFF_MS)
