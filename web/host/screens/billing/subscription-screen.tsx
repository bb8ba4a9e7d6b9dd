import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { pages } from '../../../../contract/pages/pages.ts'
import type { AccountStatus } from '../../../../contract/account/billing.schema.ts'
import type { BillingInterval, PlanName } from '../../../../contract/account/plans.ts'
import { billingQuestions } from '../../../texts/plan-texts.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { ExtraSeatsCard } from './extra-seats-card.tsx'
import { IntervalSwitch } from './interval-switch.tsx'
import { PlanCards } from './plan-cards.tsx'
import { intervalSearch } from './interval-search.ts'
import { StatusCard } from './status-card.tsx'
import { StatusLoadError } from './status-load-error.tsx'
import { SwitchDialog } from './switch-dialog.tsx'
import { refreshStatus, statusQuery, useStatusOfOtherTabs } from './subscription-calls.ts'
import { usePaymentPages } from './use-payment-pages.ts'

const route = getRouteApi('/shell/subscription')

export function SubscriptionScreen() {
  usePageTitle(pages.subscription.title)
  useStatusOfOtherTabs()
  const { data: status, isError } = useQuery(statusQuery)
  const { isRefreshing, refresh } = useRefresh()
  return (
    <>
      <PageHeader
        title="Subscription"
        description="Your plan, billing and available upgrades."
        action={
          // Without billing there is nothing to refresh.
          status?.isBillingAvailable !== false && (
            <Button isBusy={isRefreshing} onClick={() => void refresh()}>
              {!isRefreshing && <RefreshCw aria-hidden="true" />}
              Refresh status
            </Button>
          )
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {isError && (
          <StatusLoadError isKnown={status !== undefined} isBusy={isRefreshing} onRetry={refresh} />
        )}
        {status ? <Known status={status} /> : !isError && <Loading />}
      </div>
    </>
  )
}

function useRefresh() {
  const [isRefreshing, setIsRefreshing] = useState(false)
  async function refresh() {
    setIsRefreshing(true)
    await refreshStatus()
    setIsRefreshing(false)
  }
  return { isRefreshing, refresh }
}

function Known({ status }: { status: AccountStatus }) {
  const { viewer } = useHostTime()
  const { interval: wanted } = intervalSearch(route.useSearch())
  const [chosen, setChosen] = useState<BillingInterval | null>(wanted ?? null)
  const [switching, setSwitching] = useState<PlanName | null>(null)
  const { opening, blockedUrl, forgetBlocked, checkOut, managePayment } = usePaymentPages()
  if (!status.isBillingAvailable) {
    return <StatusCard status={status} viewer={viewer} isOpeningPortal={false} onManagePayment={() => {}} />
  }
  const interval = chosen ?? status.recurringInterval ?? 'month'
  return (
    <>
      <StatusCard
        status={status}
        viewer={viewer}
        isOpeningPortal={opening === 'portal'}
        onManagePayment={() => void managePayment()}
      />
      <div aria-live="polite" className="contents">
        {blockedUrl !== null && <BlockedTab url={blockedUrl} onFollow={forgetBlocked} />}
      </div>
      <section aria-labelledby="plans" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id="plans" className="text-lg font-semibold">
            Plans
          </h2>
          <IntervalSwitch interval={interval} onChange={setChosen} />
        </div>
        <PlanCards
          status={status}
          interval={interval}
          locale={viewer.locale}
          opening={opening}
          onSubscribe={(plan) => void checkOut(plan, interval)}
          onSwitch={setSwitching}
        />
        <SwitchDialog plan={switching} status={status} viewer={viewer} onClose={() => setSwitching(null)} />
      </section>
      <ExtraSeatsCard interval={interval} locale={viewer.locale} />
      <section aria-labelledby="questions" className="grid gap-4">
        <h2 id="questions" className="text-lg font-semibold">
          Frequently asked questions
        </h2>
        <Card className="divide-y divide-line">
          {billingQuestions.map(({ title, text }) => (
            <Disclosure key={title} title={title} heading="h3">
              <p>{text}</p>
            </Disclosure>
          ))}
        </Card>
      </section>
    </>
  )
}

/** Shown if the browser blocked the payment page's tab. */
function BlockedTab({ url, onFollow }: { url: string; onFollow: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-warning-tint p-4 sm:px-6">
      <p className="min-w-0 grow basis-56 text-warning">
        Your browser blocked the payment page. Open it from here instead.
      </p>
      <a
        href={url}
        target="_blank"
        rel="noopener"
        onClick={onFollow}
        className={buttonClass({ variant: 'primary' })}
      >
        Open payment page
      </a>
    </div>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading subscription status...</span>
      <Card className="p-6">
        <Skeleton className="mb-6 h-5 w-32" />
        <Skeleton className="h-24 w-full" />
      </Card>
      <div className="grid gap-4 lg:grid-cols-3">
        {[0, 1, 2].map((index) => (
          <Card key={index} className="p-6">
            <Skeleton className="mb-6 h-5 w-32" />
            <Skeleton className="h-56 w-full" />
          </Card>
        ))}
      </div>
    </div>
  )
}
