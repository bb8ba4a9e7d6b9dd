import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { AccountStatus } from '../../../../contract/account/billing.schema.ts'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { BrokenPicture } from '../../../ui/pictures.tsx'
import { LoadingLine } from '../../../ui/spinner.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { intervalSearch } from './interval-search.ts'
import { PaidPicture, UnpaidPicture } from './pictures.tsx'
import { intentOf } from './status-text.ts'
import { refreshStatus, statusQuery } from './subscription-calls.ts'

export function SubscriptionSuccessScreen() {
  usePageTitle(pages.subscriptionSuccess.title)
  const { status, isLoading, isAsking, askAgain } = useStatusOnArrival()
  const isActive = status?.subscriptionStatus === 'active'
  if (!isLoading && !status) return <NotAsked isBusy={isAsking} onRetry={() => void askAgain()} />
  return (
    <Message
      title={isActive || isLoading ? 'Thank you!' : 'Not confirmed yet'}
      picture={isActive || isLoading ? <PaidPicture /> : <UnpaidPicture />}
      actions={
        <>
          {!isActive && !isLoading && (
            <Button isBusy={isAsking} onClick={() => void askAgain()}>
              Check again
            </Button>
          )}
          <Link to={paths.subscription} className={buttonClass()}>
            View subscription
          </Link>
          <ToDashboard />
        </>
      }
    >
      {isActive
        ? status.note || 'Your subscription is active. You can close this tab or keep going here.'
        : isLoading
          ? 'Checking your subscription...'
          : 'Just paid? It can take a minute for your payment to be confirmed.'}
    </Message>
  )
}

export function SubscriptionIntentScreen() {
  usePageTitle(pages.subscriptionIntent.title)
  const { status, isLoading, isAsking, askAgain } = useStatusOnArrival()
  const now = useNow()
  if (isLoading) {
    return (
      <Card className="grid min-h-72 place-items-center">
        <h1 className="sr-only">Subscription status</h1>
        <LoadingLine>Loading subscription status...</LoadingLine>
      </Card>
    )
  }
  if (!status) return <NotAsked isBusy={isAsking} onRetry={() => void askAgain()} />
  const intent = intentOf(status, now)
  const { title, text } = intents[intent](status)
  return (
    <Message
      title={title}
      picture={intent === 'warning' ? <UnpaidPicture /> : <PaidPicture />}
      actions={
        <>
          {intent === 'warning' && (
            <Button isBusy={isAsking} onClick={() => void askAgain()}>
              Check again
            </Button>
          )}
          <Link to={paths.subscription} className={buttonClass()}>
            View subscription
          </Link>
          <ToDashboard />
        </>
      }
    >
      {text}
    </Message>
  )
}

function NotAsked({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <Message
      isError
      title="Unable to load"
      picture={<BrokenPicture />}
      actions={
        <Button isBusy={isBusy} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      We couldn’t check your subscription. Check your connection and try again.
    </Message>
  )
}

const intents: Record<
  ReturnType<typeof intentOf>,
  (status: AccountStatus) => { title: string; text: string }
> = {
  // A new subscription can already be canceled, or its payment can have failed.
  success: ({ note }) => ({
    title: 'Subscription successful',
    text: note || 'Thank you! Your subscription is active.',
  }),
  info: ({ note }) => ({
    title: 'Your subscription is active',
    text: note || 'You’re all set. There’s nothing left to do.',
  }),
  warning: ({ subscriptionStatus, note }) => ({
    title: 'No active subscription',
    text:
      subscriptionStatus === 'trial'
        ? 'You’re still on the free trial. Just paid? Confirmation can take a minute.'
        : note || 'Just paid? Confirmation can take a minute.',
  }),
}

const leftCheckout = getRouteApi('/shell/subscription/cancel')

export function SubscriptionCancelScreen() {
  usePageTitle(pages.subscriptionCancel.title)
  const search = intervalSearch(leftCheckout.useSearch())
  return (
    <Message
      title="Subscription Cancelled"
      picture={<UnpaidPicture />}
      actions={
        <>
          <Link to={paths.subscription} search={search} className={buttonClass()}>
            Try Again
          </Link>
          <ToDashboard />
        </>
      }
    >
      You left checkout before paying. You haven’t been charged.
    </Message>
  )
}

/** The refreshed status from the payment provider; none while it loads the first time. */
function useStatusOnArrival() {
  const { data } = useQuery({ ...statusQuery, enabled: false })
  const [isLoading, setIsLoading] = useState(true)
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    void refreshStatus().then(() => setIsLoading(false))
  }, [])
  const askAgain = async () => {
    setIsAsking(true)
    await refreshStatus()
    setIsAsking(false)
  }
  return { status: isLoading ? undefined : data, isLoading, isAsking, askAgain }
}

interface MessageProps {
  title: string
  picture: ReactNode
  actions: ReactNode
  isError?: boolean
  children: ReactNode
}

function Message({ title, picture, actions, isError = false, children }: MessageProps) {
  return (
    <Card className="mx-auto grid min-h-80 max-w-2xl grid-cols-[minmax(0,1fr)] place-items-center">
      <EmptyState
        isPage
        isError={isError}
        picture={picture}
        title={title}
        action={<div className="flex w-full flex-wrap justify-center gap-2 max-sm:flex-col">{actions}</div>}
      >
        <p aria-live="polite">{children}</p>
      </EmptyState>
    </Card>
  )
}

function ToDashboard() {
  return (
    <Link to={paths.dashboard} className={buttonClass({ variant: 'primary' })}>
      Go to Dashboard
    </Link>
  )
}
