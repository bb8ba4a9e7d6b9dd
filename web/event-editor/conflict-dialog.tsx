import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Difference } from './edit-conflict.ts'

interface ConflictDialogProps {
  /** Null as long as nobody else has changed the event: the dialog is closed then. */
  differences: readonly Difference[] | null
  onKeepEditing: () => void
  onUseTheirs: () => void
  onSaveMine: () => void
}

/** The event was saved in another tab while it was edited in this one: nothing is overwritten before the host has chosen. */
export function ConflictDialog({ differences, onKeepEditing, onUseTheirs, onSaveMine }: ConflictDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title="This event was changed elsewhere"
      isOpen={differences !== null}
      onClose={onKeepEditing}
      actions={
        <>
          <Button variant="quiet" onClick={onKeepEditing}>
            Keep editing
          </Button>
          <Button onClick={onUseTheirs}>Use theirs</Button>
          <Button variant="primary" onClick={onSaveMine}>
            Save mine
          </Button>
        </>
      }
    >
      <p className="text-muted">
        Since you opened it, it was saved from another tab or device. Your changes are not saved yet.
      </p>
      {differences !== null && differences.length > 0 && (
        <ul aria-label="What was changed elsewhere" className="grid max-h-[40vh] gap-2 overflow-y-auto">
          {differences.map(({ field, label, there, here }) => (
            <li key={field} className="rounded-md bg-sunken px-3 py-2">
              <p className="font-medium">{label}</p>
              <p className="line-clamp-3 wrap-anywhere">
                <span className="text-muted">Saved: </span>
                {there}
              </p>
              <p className="line-clamp-3 wrap-anywhere">
                <span className="text-muted">Yours: </span>
                {here ?? 'not changed, so the saved one stays'}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
