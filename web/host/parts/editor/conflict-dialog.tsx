import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** A change made elsewhere, formatted. */
export interface Difference {
  field: string
  label: string
  there: string
  /** Null if the form didn't change it. */
  here: string | null
}

interface ConflictDialogProps {
  /** The kind of thing being edited. */
  noun: string
  /** Who or what may have saved it in the meantime. */
  from?: string
  /** Null while there is no conflict; the dialog is then closed. */
  differences: readonly Difference[] | null
  onKeepEditing: () => void
  onUseSaved: () => void
  onSaveThis: () => void
}

/** It was saved elsewhere while being edited here. Nothing is overwritten until the host chooses. */
export function ConflictDialog({
  noun,
  from = 'from another tab or device',
  differences,
  onKeepEditing,
  onUseSaved,
  onSaveThis,
}: ConflictDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title={`This ${noun} was changed elsewhere`}
      isOpen={differences !== null}
      onClose={onKeepEditing}
      actions={
        <>
          <Button variant="quiet" onClick={onKeepEditing}>
            Keep editing
          </Button>
          <Button onClick={onUseSaved}>Use saved version</Button>
          <Button variant="primary" onClick={onSaveThis}>
            Save this version
          </Button>
        </>
      }
    >
      <p className="text-muted">It was saved {from} after you opened it. Your changes aren’t saved yet.</p>
      {differences !== null && differences.length > 0 && (
        <ul
          aria-label="Changes made elsewhere"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolling area must be reachable by keyboard.
          tabIndex={0}
          className="grid max-h-[40vh] gap-2 overflow-y-auto"
        >
          {differences.map(({ field, label, there, here }) => (
            <li key={field} className="rounded-md bg-sunken px-3 py-2">
              <p className="font-medium wrap-anywhere">{label}</p>
              <p className="line-clamp-3 wrap-anywhere">
                <span className="text-muted">Saved: </span>
                {there}
              </p>
              <p className="line-clamp-3 wrap-anywhere">
                <span className="text-muted">Here: </span>
                {here ?? 'unchanged, so the saved version is kept'}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
