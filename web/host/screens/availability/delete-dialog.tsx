import type { RefObject } from 'react'
import type { Schedule } from '../../../../contract/schedules/schedule.schema.ts'
import { counted } from '../../../../contract/events/rules-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'

interface DeleteDialogProps {
  /** Null while the dialog is closed. */
  schedule: Schedule | null
  isBusy: boolean
  /** Gets the focus if the element that opened the dialog is gone when it closes. */
  orElse: RefObject<HTMLElement | null>
  onCancel: () => void
  onDelete: (schedule: Schedule) => void
}

export function DeleteDialog({ schedule, isBusy, orElse, onCancel, onDelete }: DeleteDialogProps) {
  const isUsed = schedule !== null && schedule.events.length > 0
  return (
    <Dialog
      role="alertdialog"
      title={isUsed ? 'Events use this schedule' : 'Delete this schedule?'}
      isOpen={schedule !== null}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{isUsed ? 'Close' : 'Cancel'}</Button>
          {schedule && !isUsed && (
            <Button variant="danger" isBusy={isBusy} onClick={() => onDelete(schedule)}>
              Delete
            </Button>
          )}
        </>
      }
    >
      <RestoreFocus target={orElse} />
      {schedule && (
        <div className="grid gap-2 text-muted">
          <p className="wrap-anywhere">
            <strong className="font-medium text-ink">{schedule.name}</strong>{' '}
            {isUsed
              ? `is used by ${counted(schedule.events.length, 'event')}. Choose other hours for them first.`
              : 'will be deleted. This can’t be undone.'}
          </p>
          {isUsed && (
            <ul className="max-h-40 list-disc overflow-y-auto ps-5">
              {schedule.events.map(({ id, title }) => (
                <li key={id} className="wrap-anywhere">
                  {title}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Dialog>
  )
}
