import { useCallback, useEffect, useState } from 'react'

/** Text that is being typed, kept for this tab, so that a reload loses nothing. */
export function useKeptText(key: string) {
  const [text, setText] = useState('')
  useEffect(() => {
    const kept = sessionStorage.getItem(key)
    // oxlint-disable-next-line react/set-state-in-effect -- What the tab has kept is not known while the server's page is taken over.
    if (kept) setText(kept)
  }, [key])
  const change = useCallback(
    (next: string) => {
      setText(next)
      if (next) sessionStorage.setItem(key, next)
      else sessionStorage.removeItem(key)
    },
    [key],
  )
  return [text, change] as const
}
