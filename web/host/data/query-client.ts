import { QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailed } from '../../../contract/api/client.ts'
import { isGone, SessionExpired } from './api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Shows a toast for each failed load. One that repeats the last in the background shows none. */
      onFailure?: () => void
      /** Belongs to no account, so it stays when the host changes. */
      isPublic?: boolean
    }
  }
}

/** Whether a call failed for a reason that may pass. The server may have done it anyway. */
export const mayPass = (error: unknown) =>
  error instanceof CallFailed && (error.status === 0 || error.status >= 500)

/**
 * Deletes something, which may be gone already: another tab was faster. If the answer is lost, a second attempt tells
 * whether it is still there.
 */
export const deleteIfThere = (attempt: () => Promise<unknown>): Promise<unknown> =>
  attempt()
    .catch((error: unknown) => (mayPass(error) ? attempt() : Promise.reject(error)))
    .catch((error: unknown) => (isGone(error) ? null : Promise.reject(error)))

/** The queries whose last load failed. */
const failed = new WeakSet<object>()

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (_, query) => {
      failed.delete(query)
    },
    onError: (error, query) => {
      const isKnown = failed.has(query) && query.state.data !== undefined
      failed.add(query)
      if (!isKnown && !(error instanceof SessionExpired)) query.meta?.onFailure?.()
    },
  }),
  defaultOptions: {
    queries: {
      // A browser that considers itself offline would otherwise show a loading screen forever.
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < 1 && mayPass(error),
      retryDelay: 400,
    },
    mutations: { networkMode: 'always' },
  },
})

/** Removes everything that belongs to an account. */
export function clearAccountData(): void {
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.isPublic !== true })
  queryClient.getMutationCache().clear()
}
