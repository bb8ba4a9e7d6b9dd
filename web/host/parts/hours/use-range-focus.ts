import { useEffect, useRef } from 'react'

/** Focuses, after the next rendering, the range at an index: the new one, or the neighbor of a removed one. */
export function useRangeFocus(idOf: (index: number) => string): (index: number) => void {
  const goTo = useRef<number | null>(null)
  useEffect(() => {
    if (goTo.current === null) return
    document.getElementById(idOf(goTo.current))?.focus()
    goTo.current = null
  })
  return (index) => {
    goTo.current = index
  }
}
