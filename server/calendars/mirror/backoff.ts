import { CalendarError } from '../provider.ts'

/** Short, so that one failed call doesn't keep anyone from booking for long. */
const FIRST_DELAY_MS = 2000
/** Google counts calls by the minute. */
const FIRST_RATE_LIMIT_DELAY_MS = 15_000
const MAX_DELAY_MS = 10 * 60_000
/** However long the provider asks us to wait, we try again after this. */
const MAX_RETRY_AFTER_MS = 3_600_000

/**
 * How long nobody calls the provider for a mirror after its `failures`th failed sync in a row, in milliseconds: twice as long
 * each time, and half of it random (`random` in [0, 1)), but at least as long as the provider asked.
 */
export function backoffMs(failures: number, error: unknown, random = Math.random()): number {
  const { reason, retryAfterMs = 0 } = error instanceof CalendarError ? error : {}
  const first = reason === 'rate_limited' ? FIRST_RATE_LIMIT_DELAY_MS : FIRST_DELAY_MS
  const longest = Math.min(first * 2 ** (failures - 1), MAX_DELAY_MS)
  return Math.round(Math.max(longest * (0.5 + random / 2), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)))
}
