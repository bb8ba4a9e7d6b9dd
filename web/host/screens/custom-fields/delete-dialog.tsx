import type { RefObject } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'

interface DeleteDialogProps {
  isOpen: boolean
  name: string
  isBusy?: boolean
  /** Gets the focus if the element that opened the dialog is gone when it closes. */
  orElse?: RefObject<HTMLElement | null>
  onCancel: () => void
  onDelete: () => void
}

export function DeleteDialog({
  isOpen,
  name,
  isBusy = false,
  orElse,
  onCancel,
  onDelete,
}: DeleteDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title="Delete this collection?"
      isOpen={isOpen}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="danger" isBusy={isBusy} onClick={onDelete}>
            Delete
          </Button>
        </>
      }
    >
      {orElse && <RestoreFocus target={orElse} />}
      <p className="text-muted wrap-anywhere">
        <strong className="font-medium text-ink">{name}</strong> will be removed from your library, from every
        event that uses it, and for everyone it’s shared with. You can restore it within 24 hours (Status:
        Deleted), and existing answers are kept.
      </p>
    </Dialog>
  )
}
