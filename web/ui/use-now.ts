import { useSyncExternalStore } from 'react'

const STEP_MS = 10_000

function subscribe(listener: () => void) {
  const timer = setInterval(listener, STEP_MS)
  return () => clearInterval(timer)
}

/** The current instant (epoch milliseconds), updated every ten seconds. */
export const useNow = () => useSyncExternalStore(subscribe, () => Math.floor(Date.now() / STEP_MS) * STEP_MS)
