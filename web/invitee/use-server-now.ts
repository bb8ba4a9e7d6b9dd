import { useEffect, useState } from 'react'
import { isCopy } from './is-copy.ts'

/** Timers run for a few weeks at most, and pause while a computer sleeps. */
const MAX_TIMEOUT_MS = 600_000

/**
 * The time by the server's clock, or on a copy of a page by the device's, in epoch milliseconds. It is updated when it
 * reaches what `nextOf` returns for it, and when the page becomes visible.
 */
export function useServerNow(serverNow: string, nextOf: (now: number) => number): number {
  const [ahead] = useState(() => (isCopy ? 0 : Date.parse(serverNow) - Date.now()))
  const [now, setNow] = useState(() => Date.parse(serverNow))
  const next = nextOf(now)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = (at: number) => {
      if (next > at) timer = setTimeout(look, Math.min(next - at, MAX_TIMEOUT_MS))
    }
    function look() {
      clearTimeout(timer)
      const at = Date.now() + ahead
      setNow(at)
      wait(at)
    }
    if (isCopy) look()
    else wait(Date.now() + ahead)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [next, ahead])
  return now
}
