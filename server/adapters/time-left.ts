import { MINUTE } from '../../availability/units.ts'

/** By how much the clocks of the machines may differ. */
export const MAX_CLOCK_SKEW_MS = MINUTE

/**
 * Milliseconds until `instant` (both in epoch milliseconds); 0 if it has passed. One that is further away than
 * `longestMs`, which nobody sets, is from a clock that ran ahead and was corrected since: nothing waits for it.
 */
export function timeLeft(instant: number, now: number, longestMs: number): number {
  const leftMs = instant - now
  return leftMs > longestMs + MAX_CLOCK_SKEW_MS ? 0 : Math.max(0, leftMs)
}
