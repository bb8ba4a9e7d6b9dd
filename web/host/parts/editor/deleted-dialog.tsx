import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Deletion } from './use-editor.ts'

interface DeletedDialogProps {
  /** The kind of thing being edited. */
  noun: string
  /** Why the server no longer has it. */
  reason?: string
  /** Null while it isn't deleted; the dialog is then closed. */
  deletion: Deletion | null
  onKeepEditing: () => void
  onSaveAsNew: () => void
  onRestore: () => void
}

/** It was deleted elsewhere while being edited here. */
export function DeletedDialog({
  noun,
  reason = 'It was deleted after you opened it.',
  deletion,
  onKeepEditing,
  onSaveAsNew,
  onRestore,
}: DeletedDialogProps) {
  const canRestore = deletion === 'restorable'
  return (
    <Dialog
      role="alertdialog"
      title={`This ${noun} was deleted elsewhere`}
      isOpen={deletion !== null}
      onClose={onKeepEditing}
      actions={
        <>
          <Button variant="quiet" onClick={onKeepEditing}>
            Keep editing
          </Button>
          <Button variant={canRestore ? 'secondary' : 'primary'} onClick={onSaveAsNew}>
            Save as new
          </Button>
          {canRestore && (
            <Button variant="primary" onClick={onRestore}>
              Restore and save
            </Button>
          )}
        </>
      }
    >
      <p className="text-muted">{reason} Your changes aren’t saved yet, but nothing you entered is lost.</p>
    </Dialog>
  )
}
