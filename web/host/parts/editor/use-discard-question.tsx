import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'

interface DiscardQuestion {
  /** Closes the dialog, or asks first. */
  close: () => void
  /** Replaces the dialog's buttons while it asks; null while it doesn't. */
  question: ReactNode
}

/** Asks in a dialog before closing it discards what was entered. */
export function useDiscardQuestion(isDirty: boolean, onClose: () => void): DiscardQuestion {
  const [isAsking, setIsAsking] = useState(false)
  // What was entered has been saved since.
  if (isAsking && !isDirty) setIsAsking(false)
  const keep = useRef<HTMLButtonElement>(null)
  const focusedBefore = useRef<Element | null>(null)
  // The buttons of a long dialog can be out of sight.
  useEffect(() => keep.current?.focus(), [isAsking])

  function close() {
    if (!isDirty) return onClose()
    if (!isAsking) focusedBefore.current = document.activeElement
    setIsAsking(true)
  }

  function keepEditing() {
    setIsAsking(false)
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus()
  }

  const question = isAsking && (
    // Without the key, "Keep editing" would become the dialog's submit button while it is being clicked, and submit the
    // form.
    <Fragment key="question">
      <p role="alert" className="mr-auto self-center">
        Discard your changes?
      </p>
      <Button ref={keep} onClick={keepEditing}>
        Keep editing
      </Button>
      <Button
        variant="danger"
        onClick={() => {
          setIsAsking(false)
          onClose()
        }}
      >
        Discard
      </Button>
    </Fragment>
  )
  return { close, question: question || null }
}
