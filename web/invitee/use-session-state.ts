import { useCallback, useEffect, useRef, useState } from 'react'
import { forget, isText, keep, readKept } from '../data/browser-storage.ts'

/**
 * Input stored for this tab, so that a reload loses nothing. `first` is the initial value, which isn't stored.
 * `first` and `isKept` must be stable.
 */
export function useSessionState<Kept>(key: string, first: Kept, isKept: (value: unknown) => value is Kept) {
  const [value, setValue] = useState(first)
  const latest = useRef(first)
  useEffect(() => {
    const kept = readKept('sessionStorage', key, isKept)
    if (kept === null) return
    latest.current = kept
    // oxlint-disable-next-line react/set-state-in-effect -- The stored value isn't known during hydration.
    setValue(kept)
  }, [key, isKept])
  const change = useCallback(
    (next: (current: Kept) => Kept) => {
      const changed = next(latest.current)
      latest.current = changed
      setValue(changed)
      if (changed === first) forget('sessionStorage', key)
      else keep('sessionStorage', key, changed)
    },
    [key, first],
  )
  /** Stops storing the value without changing it on the page. */
  const leave = useCallback(() => forget('sessionStorage', key), [key])
  return [value, change, leave] as const
}

/** The same for a text. */
export function useSessionText(key: string) {
  const [text, change, leave] = useSessionState(key, '', isText)
  const setText = useCallback((next: string) => change(() => next), [change])
  return [text, setText, leave] as const
}
