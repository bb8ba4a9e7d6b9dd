import { type RefObject, useEffect } from 'react'

/** For dialogs: where the focus goes if the element that opened the dialog is gone when it closes. */
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
