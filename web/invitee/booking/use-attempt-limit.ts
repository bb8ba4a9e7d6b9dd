import { useCallback, useEffect, useState } from 'react'
import { HOUR } from '../../../availability/units.ts'
import { MAX_ATTEMPTS_PER_HOUR } from '../../../contract/bookings/rate-limits.ts'
import { keep, readKept } from '../../data/browser-storage.ts'
import { call } from '../call.ts'

const ASSUMED_ATTEMPTS_LEFT = 10

interface Attempts {
  count: number
  /** The start of the hour, in epoch milliseconds. */
  lastReset: number
}

/**
 * How many bookings this browser may still attempt this hour from its address. It saves people useless attempts; the
 * server enforces the real limit.
 */
export function useAttemptLimit() {
  const [key, setKey] = useState<string | null>(null)
  const [left, setLeft] = useState(ASSUMED_ATTEMPTS_LEFT)

  useEffect(() => {
    const request = new AbortController()
    void call('getClientAddress', {}, { signal: request.signal })
      .then(
        ({ ip }) => ip,
        () => 'unknown',
      )
      .then((ip) => {
        if (request.signal.aborted) return
        const found = `bookingRateLimit:${ip}`
        setKey(found)
        setLeft(MAX_ATTEMPTS_PER_HOUR - readAttempts(found).count)
      })
    return () => request.abort()
  }, [])

  // The limit resets without a reload when the hour is over.
  useEffect(() => {
    if (key === null || left === MAX_ATTEMPTS_PER_HOUR) return
    const wait = readAttempts(key).lastReset + HOUR - Date.now()
    const timer = setTimeout(
      () => setLeft(MAX_ATTEMPTS_PER_HOUR - readAttempts(key).count),
      Math.max(0, wait),
    )
    return () => clearTimeout(timer)
  }, [key, left])

  /** Counts an attempt. Null if one was left, otherwise the time of the reset in epoch milliseconds. */
  const count = useCallback(() => {
    if (key === null) return null
    const attempts = readAttempts(key)
    const isLeft = attempts.count < MAX_ATTEMPTS_PER_HOUR
    const counted = { ...attempts, count: Math.min(attempts.count + 1, MAX_ATTEMPTS_PER_HOUR) }
    // If it can't be stored, the server still counts.
    keep('localStorage', key, counted)
    setLeft(MAX_ATTEMPTS_PER_HOUR - counted.count)
    return isLeft ? null : attempts.lastReset + HOUR
  }, [key])

  return { left, count }
}

/** What this browser counted under a name, for this hour. */
export function readAttempts(key: string): Attempts {
  const kept = readKept('localStorage', key, isAttempts)
  const now = Date.now()
  // An hour in the future was counted with a wrong clock.
  const isNow = kept && kept.lastReset > now - HOUR && kept.lastReset <= now
  if (!isNow) return { count: 0, lastReset: now }
  // Any stored number counts, even if something else wrote it.
  return { ...kept, count: Math.min(Math.max(kept.count, 0), MAX_ATTEMPTS_PER_HOUR) }
}

function isAttempts(value: unknown): value is Attempts {
  const { count, lastReset } = (value ?? {}) as Partial<Record<keyof Attempts, unknown>>
  return typeof count === 'number' && typeof lastReset === 'number'
}
