import { useEffect, useState } from 'react'

/** Timers run for a few weeks at most, and pause while a computer sleeps. */
const MAX_TIMEOUT_MS = 600_000

/**
 * The time by the server's clock, in epoch milliseconds. It is updated when it reaches what `nextOf` returns for it, and
 * when the page becomes visible.
 */
export function useServerNow(serverNow: string, nextOf: (now: number) => number): number {
  const [ahead] = useState(() => Date.parse(serverNow) - Date.now())
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
    wait(Date.now() + ahead)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [next, ahead])
  return now
}
