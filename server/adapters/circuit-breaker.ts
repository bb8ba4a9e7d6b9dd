import { MINUTE } from '../../availability/units.ts'
import { CalendarError, CallPostponed } from './calendar-provider.ts'
import { timeLeft } from './time-left.ts'

/** So many hosts in a row fail before all calls stop; one host's broken calendar never counts twice. */
const MAX_FAILED_HOSTS = 5
const FIRST_PAUSE_MS = 5000
const MAX_PAUSE_MS = MINUTE
/** However long the provider asks us to wait, we try again after this: no pause is longer. */
const MAX_RETRY_AFTER_MS = 5 * MINUTE

/** Stops the calls to a provider that answers nobody, so that it can recover and nobody waits for it. */
export interface CircuitBreaker {
  /** Makes the call, or throws `CallPostponed` while calls are stopped. */
  run<T>(hostId: string, call: () => Promise<T>): Promise<T>
  /** How long no call is let through (milliseconds); 0 if one may be made. */
  pausedForMs(): number
  isOpen(): boolean
}

/**
 * A circuit breaker for the calls of one OAuth client. It opens once calls for five different hosts in a row found the
 * provider unreachable or its quota used up, then lets through a single call after each pause, and closes on the first
 * good answer. A refusal that concerns one calendar or grant is a good answer.
 *
 * Its state lives in this process: it needs no query per call and works when the database is slow too. Another process
 * notices the outage by five failed calls of its own.
 */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  const failedHosts = new Set<string>()
  let pauseMs = 0
  let pausedUntil = 0
  let isProbing = false

  const isOpen = () => pauseMs > 0
  const pausedForMs = () => {
    if (!isOpen()) return 0
    return isProbing ? FIRST_PAUSE_MS : timeLeft(pausedUntil, now(), MAX_RETRY_AFTER_MS)
  }

  function close(): void {
    failedHosts.clear()
    pauseMs = 0
  }

  function pause({ retryAfterMs = 0 }: CalendarError): void {
    pauseMs = Math.min(Math.max(FIRST_PAUSE_MS, 2 * pauseMs), MAX_PAUSE_MS)
    pausedUntil = now() + Math.max(pauseMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS))
  }

  function countFailure(hostId: string, error: unknown, isProbe: boolean): void {
    // Anything else says nothing about the provider.
    if (!(error instanceof CalendarError)) return
    if (error.reason !== 'unreachable' && error.reason !== 'rate_limited') return close()
    failedHosts.add(hostId)
    // Calls that began before it opened don't make the pause longer.
    if (isProbe || (!isOpen() && failedHosts.size >= MAX_FAILED_HOSTS)) pause(error)
  }

  return {
    isOpen,
    pausedForMs,
    async run(hostId, call) {
      const waitMs = pausedForMs()
      if (waitMs > 0) throw new CallPostponed(waitMs)
      const isProbe = isOpen()
      isProbing = isProbe
      try {
        const answer = await call()
        close()
        return answer
      } catch (error) {
        countFailure(hostId, error, isProbe)
        throw error
      } finally {
        if (isProbe) isProbing = false
      }
    },
  }
}
