import type { RetentionMonths } from '../../../../contract/account/settings-options.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { retentionText } from '../../parts/retention-text.ts'

interface RetentionDialogProps {
  months: RetentionMonths
  /** How many bookings go. */
  count: number
  onClose: () => void
  onConfirm: () => void
}

/** Asks before another time deletes bookings. */
export function RetentionDialog({ months, count, onClose, onConfirm }: RetentionDialogProps) {
  const bookings = count === 1 ? '1 booking' : `${count} bookings`
  return (
    <Dialog
      role="alertdialog"
      title={`Delete ${bookings}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep bookings</Button>
          <Button variant="danger" onClick={onConfirm}>
            Save and delete
          </Button>
        </>
      }
    >
      <p className="text-muted">
        {bookings} ended more than {retentionText(months)} ago. If you save,{' '}
        {count === 1 ? 'it’s' : 'they’re'} deleted for good within an hour, with all answers and notes. To
        keep a copy, export your data first.
      </p>
    </Dialog>
  )
}
