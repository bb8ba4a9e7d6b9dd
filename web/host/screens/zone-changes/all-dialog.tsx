import { type RefObject, useState } from 'react'
import type { Kept } from '../../../../contract/bookings/zone-changes.schema.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'

interface AllDialogProps {
  keep: Kept
  count: number
  /** Gets the focus once the buttons are gone. */
  orElse: RefObject<HTMLElement | null>
  onClose: () => void
  onConfirm: () => Promise<void>
}

/** Asks before all bookings are moved or left. */
export function AllDialog({ keep, count, orElse, onClose, onConfirm }: AllDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const isMove = keep === 'wallTime'

  async function confirm() {
    setIsBusy(true)
    await onConfirm()
    onClose()
  }

  return (
    <Dialog
      role="alertdialog"
      title={isMove ? `Move all ${count} bookings?` : `Leave all ${count} bookings where they are?`}
      isOpen
      onClose={() => {
        if (!isBusy) onClose()
      }}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Not now
          </Button>
          <Button variant="primary" isBusy={isBusy} onClick={() => void confirm()}>
            {isMove ? 'Move all' : 'Leave all'}
          </Button>
        </>
      }
    >
      <RestoreFocus target={orElse} />
      <p className="text-muted">
        {isMove
          ? 'Each booking moves to the agreed time in the zone whose rules changed. If both zones changed, the event’s zone counts. Local times in the other zone may change. Everyone in these meetings gets an email.'
          : 'Nothing moves, and nobody gets an email. If people may expect the agreed local time, let them know.'}
      </p>
    </Dialog>
  )
}
