import { useState } from 'react'
import type { AccountStatus } from '../../../../contract/account/billing.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { shortDateText } from '../../../../contract/time/time-text.ts'
import { toasts } from '../../data/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { cancellationText } from './status-text.ts'
import { cancelSubscription } from './subscription-calls.ts'

interface CancelDialogProps {
  isOpen: boolean
  status: AccountStatus
  viewer: Viewer
  onClose: () => void
}

function periodEnd({ nextBillingDate }: AccountStatus, viewer: Viewer): string {
  return nextBillingDate === null ? 'the end of the billing period' : shortDateText(nextBillingDate, viewer)
}

export function CancelDialog({ isOpen, status, viewer, onClose }: CancelDialogProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function cancel() {
    setIsBusy(true)
    const canceled = await cancelSubscription()
    setIsBusy(false)
    if (!canceled) return
    onClose()
    toasts.subscriptionCanceled(canceled.isPaymentFailing ? null : periodEnd(canceled, viewer))
  }

  return (
    <Dialog
      role="alertdialog"
      title="Cancel your subscription?"
      isOpen={isOpen}
      onClose={() => {
        if (!isBusy) onClose()
      }}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Keep subscription
          </Button>
          <Button variant="danger" isBusy={isBusy} onClick={() => void cancel()}>
            Cancel subscription
          </Button>
        </>
      }
    >
      <p className="text-muted">{cancellationText(status, periodEnd(status, viewer))}</p>
    </Dialog>
  )
}
