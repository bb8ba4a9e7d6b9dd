import type { ScheduleEffect } from '../../../contract/schedule.schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { effectText } from './effect-text.ts'

interface EffectDialogProps {
  /** Null while there is nothing to ask; `unknown` if it couldn't be calculated. */
  effect: ScheduleEffect | 'unknown' | null
  onSave: () => void
  onKeepEditing: () => void
}

/** What saving a schedule does to its events. */
export function EffectDialog({ effect, onSave, onKeepEditing }: EffectDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title="Save these hours?"
      isOpen={effect !== null}
      onClose={onKeepEditing}
      actions={
        <>
          <Button onClick={onKeepEditing}>Keep editing</Button>
          <Button variant="primary" onClick={onSave}>
            Save
          </Button>
        </>
      }
    >
      {effect !== null && (
        <p>
          {effect === 'unknown'
            ? 'We couldn’t calculate what this changes. You can save anyway.'
            : effectText(effect)}
        </p>
      )}
      <p className="text-muted">Nothing is canceled: people keep the times they booked.</p>
    </Dialog>
  )
}
