import {
  type BillingInterval,
  EXTRA_SEATS_YEARLY_DISCOUNT,
  extraSeats,
  plans,
  priceText,
} from '../../../../contract/account/plans.ts'
import { Badge } from '../../../ui/badge.tsx'
import { SectionCard } from '../../../ui/card.tsx'

export function ExtraSeatsCard({ interval, locale }: { interval: BillingInterval; locale: string }) {
  return (
    <SectionCard
      title="Additional seats"
      description="Add people beyond the seats included in your plan. These prices apply to a running subscription; seats you buy together with a plan cost what the pricing page shows."
      action={
        interval === 'year' ? <Badge tone="success">{EXTRA_SEATS_YEARLY_DISCOUNT}% off</Badge> : undefined
      }
    >
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
        {(['team', 'enterprise'] as const).map((name) => (
          <div key={name} className="rounded-md bg-sunken px-4 py-3">
            <dt className="text-muted">
              {plans[name].name}, {plans[name].seats} seats included
            </dt>
            <dd className="mt-0.5 text-muted">
              <span className="text-lg font-semibold text-ink tabular-nums">
                {priceText(extraSeats.subscription[name][interval], undefined, locale)}
              </span>
              /{interval} per seat
            </dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  )
}
