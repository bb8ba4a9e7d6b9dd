import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { guardChanges } from './unsaved-changes.ts'

interface LeaveGuardProps {
  isDirty: boolean
  /** The host discards the unsaved changes. */
  onLeave: () => void
}

type Answer = (isLeaving: boolean) => void

/** Asks before leaving unsaved changes for another screen or signing out. */
export function LeaveGuard({ isDirty, onLeave }: LeaveGuardProps) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    if (!isDirty) return undefined
    return guardChanges(
      () =>
        new Promise((resolve) =>
          setAnswer((earlier: Answer | null) => {
            earlier?.(false)
            return resolve
          }),
        ),
    )
  }, [isDirty])
  const reply = (isLeaving: boolean) => {
    answer?.(isLeaving)
    setAnswer(null)
  }
  return (
    <Dialog
      role="alertdialog"
      title="Leave without saving?"
      isOpen={answer !== null}
      onClose={() => reply(false)}
      actions={
        <>
          <Button onClick={() => reply(false)}>Keep editing</Button>
          <Button
            variant="danger"
            onClick={() => {
              onLeave()
              reply(true)
            }}
          >
            Leave
          </Button>
        </>
      }
    >
      <p className="text-muted">Your unsaved changes will be lost.</p>
    </Dialog>
  )
}
