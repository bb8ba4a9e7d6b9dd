import { useEffect, useState } from 'react'

/** Timers run for a few weeks at most, and pause while a computer sleeps. */
const MAX_TIMEOUT_MS = 600_000

/** Whether something hasn't started yet by the server's clock; updates when it starts. */
export function useIsUpcoming(startUtc: string, serverNow: string): boolean {
  const start = Date.parse(startUtc)
  const [ahead] = useState(() => Date.parse(serverNow) - Date.now())
  const [now, setNow] = useState(() => Date.parse(serverNow))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = (at: number) => {
      if (start > at) timer = setTimeout(look, Math.min(start - at, MAX_TIMEOUT_MS))
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
  }, [start, ahead])
  return start > now
}
