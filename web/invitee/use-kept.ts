import { useCallback, useEffect, useRef, useState } from 'react'
import { forget, isText, keep, readKept } from '../data/browser-storage.ts'

/**
 * What is being typed, kept for this tab, so that a reload loses nothing. `first` is what there is to begin with; while it
 * is that, nothing is kept. `first` and `isKept` have to keep their identity.
 */
export function useKept<Kept>(key: string, first: Kept, isKept: (value: unknown) => value is Kept) {
  const [value, setValue] = useState(first)
  const latest = useRef(first)
  useEffect(() => {
    const kept = readKept('sessionStorage', key, isKept)
    if (kept === null) return
    latest.current = kept
    // oxlint-disable-next-line react/set-state-in-effect -- What the tab has kept is not known while the server's page is taken over.
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
  /** Keeps it no longer, and lets it stand on the page. */
  const leave = useCallback(() => forget('sessionStorage', key), [key])
  return [value, change, leave] as const
}

/** The same for a text. */
export function useKeptText(key: string) {
  const [text, change] = useKept(key, '', isText)
  const setText = useCallback((next: string) => change(() => next), [change])
  return [text, setText] as const
}
