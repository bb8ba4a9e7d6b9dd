const FIRST_RETRY_DELAY_MS = 2000

/** Doubles with each attempt; half of it is random, so that jobs that failed together don't all come back together. */
export function retryDelayMs(attempts: number, maxRetryDelayMs: number): number {
  const longest = Math.min(FIRST_RETRY_DELAY_MS * 2 ** (attempts - 1), maxRetryDelayMs)
  return Math.round(longest * (0.5 + Math.random() / 2))
}
