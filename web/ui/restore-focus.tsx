import { type RefObject, useEffect } from 'react'

/** Rendered beside what may take the focus along when it disappears, such as a dialog whose button is gone. */
export function RestoreFocus({ target }: { target: RefObject<HTMLElement | null> }) {
  useEffect(
    () => () => {
      const focus = () => {
        if (document.activeElement === document.body) target.current?.focus({ preventScroll: true })
      }
      // One frame after the dialog tries to restore the focus.
      requestAnimationFrame(() => requestAnimationFrame(focus))
    },
    [target],
  )
  return null
}
