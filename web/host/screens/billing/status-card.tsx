import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import type { AccountStatus } from '../../../../contract/account/billing.schema.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { plans } from '../../../../contract/account/plans.ts'
import { shortDateText } from '../../../../contract/time/time-text.ts'
import { toasts } from '../../data/toasts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { daysLeft, isSubscribed, recurringPrice, stateOf } from './status-text.ts'
import { reactivateSubscription } from './subscription-calls.ts'

interface StatusCardProps {
  status: AccountStatus
  viewer: Viewer
  isOpeningPortal: boolean
  /** Must be called directly from a click. */
  onManagePayment: () => void
}

export function StatusCard({ status, viewer, isOpeningPortal, onManagePayment }: StatusCardProps) {
  const state = stateOf(status)
  return (
    <SectionCard
      title="Current status"
      action={
        <div role="status">
          <Badge tone={state.tone} hasDot>
            {state.text}
          </Badge>
        </div>
      }
    >
      {status.isPaymentFailing && (
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-md bg-danger-tint px-4 py-3">
          <p className="min-w-0 grow basis-48 font-medium text-danger">{status.note}</p>
          <Button variant="danger" isBusy={isOpeningPortal} onClick={onManagePayment}>
            Manage payment
          </Button>
        </div>
      )}
      <Facts status={status} viewer={viewer} />
      {status.note && !status.isPaymentFailing && <p className="text-muted not-first:mt-4">{status.note}</p>}
      {isSubscribed(status) && (
        <div className="mt-5 flex flex-wrap gap-2 border-t border-line pt-5">
          {!status.isPaymentFailing && (
            <Button isBusy={isOpeningPortal} onClick={onManagePayment}>
              <CreditCard aria-hidden="true" />
              Manage payment
            </Button>
          )}
          <EndOrGoOn status={status} viewer={viewer} />
        </div>
      )}
    </SectionCard>
  )
}

interface Fact {
  label: string
  value: string
  more?: string | undefined
}

function Facts({ status, viewer }: Pick<StatusCardProps, 'status' | 'viewer'>) {
  const now = useNow()
  const { plan, nextBillingDate, trialEndsOn, isPendingCancellation, subscriptionStatus } = status
  if (!status.isBillingAvailable) return null
  const isOver = subscriptionStatus === 'inactive'
  const isOnTrial = subscriptionStatus === 'trial'
  const planText = plan
    ? plans[plan].name
    : isOnTrial
      ? 'Free trial'
      : isSubscribed(status)
        ? 'Other'
        : 'None'
  const price = recurringPrice(status, viewer.locale)
  const trialEnd = trialEndsOn && shortDateText(trialEndsOn, viewer)
  const facts: (Fact | false)[] = [
    { label: 'Plan', value: planText },
    price !== null && { label: 'Price', value: price },
    nextBillingDate !== null && {
      label: !isPendingCancellation
        ? 'Next billing date'
        : status.isPaymentFailing
          ? 'Ends by'
          : 'Access until',
      value: shortDateText(nextBillingDate, viewer),
    },
    trialEnd !== null && {
      label: isOver ? 'Trial ended' : 'Trial ends',
      value: trialEnd,
      more: isOver ? undefined : daysLeft(trialEndsOn!, now),
    },
  ]
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-4 wrap-anywhere sm:gap-x-12">
      {facts
        .filter((fact) => fact !== false)
        .map(({ label, value, more }) => (
          <div key={label} className="max-sm:basis-[calc(50%-0.75rem)]">
            <dt className="text-muted">{label}</dt>
            <dd className="mt-0.5 text-base font-semibold tabular-nums">
              {value}
              {more && <span className="block text-sm font-normal text-muted">{more}</span>}
            </dd>
          </div>
        ))}
    </dl>
  )
}

function EndOrGoOn({ status, viewer }: Pick<StatusCardProps, 'status' | 'viewer'>) {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function reactivate() {
    setIsBusy(true)
    if (await reactivateSubscription()) toasts.subscriptionReactivated()
    setIsBusy(false)
  }

  // A single button for both states, so that it keeps the focus when they change.
  return (
    <>
      <Button
        variant={status.isPendingCancellation ? 'primary' : 'quiet-danger'}
        isBusy={isBusy}
        className={status.isPendingCancellation ? '' : 'first:-ml-4'}
        onClick={() => (status.isPendingCancellation ? void reactivate() : setIsAsking(true))}
      >
        {status.isPendingCancellation ? 'Reactivate' : 'Cancel subscription'}
      </Button>
      <CancelDialog isOpen={isAsking} status={status} viewer={viewer} onClose={() => setIsAsking(false)} />
    </>
  )
}
