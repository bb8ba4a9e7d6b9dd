import { useBlocker } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface LeaveGuardProps {
  isDirty: boolean
  /** The host gives up what is unsaved. */
  onLeave: () => void
}

/** Asks before unsaved changes are left: here for another screen, the browser itself for another page. */
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
