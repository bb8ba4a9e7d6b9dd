import { Check } from 'lucide-react'
import type { AccountStatus } from '../../../../contract/account/billing.schema.ts'
import {
  type BillingInterval,
  planNames,
  plans,
  type PlanName,
  priceText,
} from '../../../../contract/account/plans.ts'
import { planContents } from '../../../texts/plan-texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { canSwitchToYearly, isSubscribed } from './status-text.ts'

interface PlanCardsProps {
  status: AccountStatus
  interval: BillingInterval
  locale: string
  /** The plan whose payment page is being opened. */
  opening: string | null
  onSubscribe: (plan: PlanName) => void
  /** From monthly to yearly payments. */
  onSwitch: (plan: PlanName) => void
}

export function PlanCards({ status, interval, locale, opening, onSubscribe, onSwitch }: PlanCardsProps) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-3">
      {planNames.map((name) => {
        const isCurrent = status.plan === name
        const { name: title, prices, yearlyDiscount, badge, isAvailable } = plans[name]
        const titleId = `plan-${name}`
        return (
          <li
            key={name}
            className={`flex flex-col rounded-lg border bg-surface p-5 shadow-sm sm:p-6 ${
              isCurrent ? 'border-brand ring-1 ring-brand' : 'border-line'
            }`}
          >
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 id={titleId} className="text-base font-semibold">
                {title}
              </h3>
              {isCurrent ? (
                <Badge tone="success">Current plan</Badge>
              ) : (
                badge && <Badge tone="brand">{badge}</Badge>
              )}
            </div>
            <p className="mt-4 wrap-anywhere text-muted">
              <span className="text-3xl font-semibold text-ink tabular-nums">
                {priceText(prices[interval], undefined, locale)}
              </span>
              /{interval}
            </p>
            <p className="mt-1 text-muted">
              {interval === 'year' ? `${yearlyDiscount}% off` : `Save ${yearlyDiscount}% when you pay yearly`}
            </p>
            <ul className="my-5 grid flex-1 content-start gap-2 border-t border-line pt-5">
              {planContents[name].map((line) => (
                <li key={line} className="flex gap-2">
                  <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brand" />
                  {line}
                </li>
              ))}
            </ul>
            {isCurrent && interval === 'year' && canSwitchToYearly(status) ? (
              <Button variant="primary" aria-describedby={titleId} onClick={() => onSwitch(name)}>
                Switch to annual
              </Button>
            ) : (
              <Button
                variant={isAvailable && !isCurrent ? 'primary' : 'secondary'}
                disabled={!isAvailable || isSubscribed(status)}
                isBusy={opening === name}
                aria-describedby={titleId}
                onClick={() => onSubscribe(name)}
              >
                {isCurrent ? 'Current plan' : isAvailable ? 'Subscribe' : 'Not Available'}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
