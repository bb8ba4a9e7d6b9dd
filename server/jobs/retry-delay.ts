import { HOUR, MINUTE } from '../../availability/units.ts'
import type { JobPool } from './job.ts'

const FIRST_RETRY_DELAY_MS = 2000
const MAX_RETRY_DELAY_MS: Readonly<Record<JobPool, number>> = { mail: 15 * MINUTE, provider: HOUR }

/** Between tries that may each have done the job. */
const UNCERTAIN_RETRY_DELAYS_MS = [10 * MINUTE, HOUR, 6 * HOUR]

/** How long to wait after this many tries with an unknown outcome; null: the job fails. */
export const uncertainRetryDelayMs = (tries: number): number | null =>
  UNCERTAIN_RETRY_DELAYS_MS[tries - 1] ?? null

/** Doubles with each attempt; half of it is random, so that jobs that failed together don't all come back together. */
export function retryDelayMs(attempts: number, pool: JobPool): number {
  const longest = Math.min(FIRST_RETRY_DELAY_MS * 2 ** (attempts - 1), MAX_RETRY_DELAY_MS[pool])
  return Math.round(longest * (0.5 + Math.random() / 2))
}
