import { useBlocker } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface LeaveGuardProps {
  isDirty: boolean
  /** The host discards the unsaved changes. */
  onLeave: () => void
}

/** Asks before leaving unsaved changes: here for other screens, in the browser's own dialog for other pages. */
export function LeaveGuard({ isDirty, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  const stay = () => blocker.reset?.()
  return (
    <Dialog
      role="alertdialog"
      title="Leave without saving?"
      isOpen={blocker.status === 'blocked'}
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>Keep editing</Button>
          <Button
            variant="danger"
            onClick={() => {
              onLeave()
              blocker.proceed?.()
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
