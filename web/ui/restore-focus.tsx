import { type RefObject, useEffect } from 'react'

interface RestoreFocusProps {
  target: RefObject<HTMLElement | null>
  /** Whether what has the focus by then is about to disappear, too. */
  isDoomed?: RefObject<boolean>
}

/** Rendered beside what may take the focus along when it disappears, such as a dialog whose button is gone. */
export function RestoreFocus({ target, isDoomed }: RestoreFocusProps) {
  useEffect(
    () => () => {
      const focus = () => {
        if (isDoomed?.current || document.activeElement === document.body)
          target.current?.focus({ preventScroll: true })
      }
      // One frame after the dialog tries to restore the focus.
      requestAnimationFrame(() => requestAnimationFrame(focus))
    },
    [target, isDoomed],
  )
  return null
}
