import { useState } from 'react'
import type { Viewer } from '../../../contract/viewer.ts'
import { shortDateText } from '../../../contract/time-text.ts'
import { toasts } from '../toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { cancelSubscription } from './subscription-calls.ts'

interface CancelDialogProps {
  isOpen: boolean
  /** The end of the paid period, formatted. */
  until: string | null
  viewer: Viewer
  onClose: () => void
}

const PERIOD_END = 'the end of the billing period'

export function CancelDialog({ isOpen, until, viewer, onClose }: CancelDialogProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function cancel() {
    setIsBusy(true)
    const status = await cancelSubscription()
    setIsBusy(false)
    if (!status) return
    onClose()
    const { nextBillingDate: end } = status
    toasts.subscriptionCanceled(end === null ? PERIOD_END : shortDateText(end, viewer))
  }

  return (
    <Dialog
      role="alertdialog"
      title="Cancel your subscription?"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep subscription</Button>
          <Button variant="danger" isBusy={isBusy} onClick={() => void cancel()}>
            Cancel subscription
          </Button>
        </>
      }
    >
      <p className="text-muted">
        You’ll keep full access until <strong className="font-medium text-ink">{until ?? PERIOD_END}</strong>,
        and you won’t be charged again. You can reactivate any time before then.
      </p>
    </Dialog>
  )
}
