import { queryOptions } from '@tanstack/react-query'
import type { AccountStatus } from '../../../contract/billing.schema.ts'
import { api, SessionExpired } from '../data/api.ts'
import { queryClient } from '../data/query-client.ts'
import { readSession } from '../drafts/session-storage.ts'
import { toasts } from '../toasts.ts'
import { cacheStatus, readCachedStatus } from './status-cache.ts'

/** How the account stands: at once as this browser was last told, then as the server knows it. */
export const statusQuery = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => asked(() => api.getSubscription({ query: {}, signal })),
  initialData: () => readCachedStatus()?.status,
  // However late that was: it is asked for anew.
  initialDataUpdatedAt: 0,
  meta: { onFailure: toasts.subscriptionNotLoaded },
})

/** Asks, and keeps the answer for the session that has asked. */
async function asked(ask: () => Promise<AccountStatus>): Promise<AccountStatus> {
  const sessionToken = readSession('sessionToken')
  const status = await ask()
  if (sessionToken !== null) cacheStatus({ sessionToken, status })
  return status
}

/** Has the server ask the payment provider first. A failure is told, and shows in the query. */
export async function refreshStatus(): Promise<void> {
  // One that is under way has not asked the provider.
  await queryClient.cancelQueries(statusQuery)
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    asked(() => api.getSubscription({ query: { forceStripePull: 'true' }, signal }))
  await queryClient.fetchQuery({ ...statusQuery, queryFn, staleTime: 0 }).catch(() => null)
}

/** Null where it failed: the host has been told. */
export const cancelSubscription = () => change(() => api.cancelSubscription(), toasts.subscriptionNotCanceled)
export const reactivateSubscription = () =>
  change(() => api.revokeCancellation(), toasts.subscriptionNotReactivated)

async function change(ask: () => Promise<AccountStatus>, failed: () => void): Promise<AccountStatus | null> {
  const sessionToken = readSession('sessionToken')
  try {
    const status = await asked(ask)
    // An answer that is under way may be older than this one.
    await queryClient.cancelQueries(statusQuery)
    if (readSession('sessionToken') === sessionToken) queryClient.setQueryData(statusQuery.queryKey, status)
    return status
  } catch (error) {
    if (!(error instanceof SessionExpired)) failed()
    return null
  }
}
