import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AccountStatus } from '../../../../contract/account/billing.schema.ts'
import { CallFailed } from '../../../../contract/api/client.ts'
import { api, SessionExpired } from '../../data/api.ts'
import { queryClient } from '../../data/query-client.ts'
import { readSession } from '../../data/session-storage.ts'
import { toasts } from '../../data/toasts.ts'
import { cacheStatus, readCachedStatus, STATUS_KEY } from './status-cache.ts'

/** The account's status: first the cached one, then the server's. */
export const statusQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => asked(() => api.getSubscription({ query: {}, signal })),
  initialData: () => readCachedStatus()?.status,
  // Refetched however recent it is.
  initialDataUpdatedAt: 0,
  meta: { onFailure: toasts.subscriptionNotLoaded },
})

/** Shows the status that another tab loaded, such as the one of the payment page. */
export function useStatusOfOtherTabs() {
  useEffect(() => {
    const show = ({ key }: StorageEvent) => {
      const cached = key === STATUS_KEY ? readCachedStatus() : null
      if (cached) queryClient.setQueryData(statusQuery.queryKey, cached.status)
    }
    window.addEventListener('storage', show)
    return () => window.removeEventListener('storage', show)
  }, [])
}

/** Loads the status and caches it for the session that requested it. */
async function asked(ask: () => Promise<AccountStatus>): Promise<AccountStatus> {
  const sessionToken = readSession('sessionToken')
  const status = await ask()
  if (sessionToken !== null) cacheStatus({ sessionToken, status })
  return status
}

/** Refreshes the status from the payment provider. A failure shows a toast and is part of the query. */
export async function refreshStatus(): Promise<void> {
  // A running request doesn't refresh from the provider.
  await queryClient.cancelQueries(statusQuery)
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    asked(() => api.getSubscription({ query: { forceStripePull: 'true' }, signal }))
  await queryClient.fetchQuery({ ...statusQuery, queryFn, staleTime: 0 }).catch(() => null)
}

/** Null if it failed, after showing a toast. */
export const cancelSubscription = () => change(() => api.cancelSubscription(), toasts.subscriptionNotCanceled)
export const reactivateSubscription = () =>
  change(() => api.revokeCancellation(), toasts.subscriptionNotReactivated)

export const switchToYearly = () => change(() => api.switchToYearly(), toasts.notSwitchedToYearly)

async function change(
  ask: () => Promise<AccountStatus>,
  failed: (why: string | null) => void,
): Promise<AccountStatus | null> {
  const sessionToken = readSession('sessionToken')
  try {
    const status = await asked(ask)
    // A running request may return an older status.
    await queryClient.cancelQueries(statusQuery)
    if (readSession('sessionToken') === sessionToken) queryClient.setQueryData(statusQuery.queryKey, status)
    return status
  } catch (error) {
    if (!(error instanceof SessionExpired)) failed(error instanceof CallFailed ? error.message : null)
    return null
  }
}
