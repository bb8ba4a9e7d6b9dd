import { type RefObject, useEffect } from 'react'

/** Inside a dialog: where the focus goes if what has opened the dialog is gone when it closes. */
export function RestoreFocus({ target }: { target: RefObject<HTMLElement | null> }) {
  useEffect(
    () => () => {
      const focus = () => {
        if (document.activeElement === document.body) target.current?.focus({ preventScroll: true })
      }
      // One frame after the dialog has tried to give the focus back.
      requestAnimationFrame(() => requestAnimationFrame(focus))
    },
    [target],
  )
  return null
}
