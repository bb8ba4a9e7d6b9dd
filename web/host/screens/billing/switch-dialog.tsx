import { useRef, useState } from 'react'
import type { AccountStatus } from '../../../../contract/account/billing.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { type PlanName, plans, priceText } from '../../../../contract/account/plans.ts'
import { shortDateText } from '../../../../contract/time/time-text.ts'
import { toasts } from '../../data/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RestoreFocus } from '../../../ui/restore-focus.tsx'
import { switchToYearly } from './subscription-calls.ts'

interface SwitchDialogProps {
  /** The plan to pay yearly for; null if the dialog is closed. */
  plan: PlanName | null
  status: AccountStatus
  viewer: Viewer
  onClose: () => void
}

export function SwitchDialog({ plan, status, viewer, onClose }: SwitchDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  // The button that opened the dialog is gone after the switch.
  const main = useRef(document.getElementById('main'))
  const price = plan && priceText(plans[plan].prices.year, undefined, viewer.locale)

  async function change() {
    setIsBusy(true)
    const changed = await switchToYearly()
    setIsBusy(false)
    if (!changed) return
    onClose()
    toasts.switchedToYearly()
  }

  return (
    <Dialog
      role="alertdialog"
      title="Switch to annual payments?"
      isOpen={plan !== null}
      onClose={() => {
        if (!isBusy) onClose()
      }}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Keep monthly
          </Button>
          <Button variant="primary" isBusy={isBusy} onClick={() => void change()}>
            Switch to annual
          </Button>
        </>
      }
    >
      <RestoreFocus target={main} />
      <p className="text-muted">
        {status.trialEndsOn === null
          ? `We’ll charge your card ${price} today for the next 12 months, minus the unused part of this month.`
          : `We’ll charge your card ${price} for 12 months when your trial ends on ${shortDateText(status.trialEndsOn, viewer)}.`}
      </p>
    </Dialog>
  )
}
