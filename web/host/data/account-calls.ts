import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { DELETE_CONFIRMATION } from '../../../contract/account/account.ts'
import { CallFailed } from '../../../contract/api/client.ts'
import { api, SessionExpired } from './api.ts'
import { download } from './download.ts'
import { queryClient } from './query-client.ts'
import { toasts } from './toasts.ts'

/** Downloads everything in the account. `date` names the file. */
export async function exportAccount(date: string): Promise<void> {
  try {
    download(await api.exportAccount(), `boomtime-${date}.zip`)
    await queryClient.invalidateQueries({ queryKey: ['activity'] })
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.accountNotExported()
  }
}

/** Closes the account. Returns when it will be removed (ISO), null if that failed. */
export async function deleteAccount(): Promise<string | null> {
  try {
    return (await api.deleteAccount({ body: { confirmation: DELETE_CONFIRMATION } })).removedOn
  } catch (error) {
    // Without an answer, the account may be closed.
    if (error instanceof CallFailed && error.status === 0) toasts.accountMaybeDeleted()
    else if (!(error instanceof SessionExpired)) toasts.accountNotDeleted()
    return null
  }
}

/** Where the host is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.listSessions({ signal }),
})

/** What happened in the account, newest first. */
export const activityQuery = infiniteQueryOptions({
  queryKey: ['activity'],
  queryFn: ({ pageParam, signal }) =>
    api.listActivity({ query: pageParam === null ? {} : { before: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

const reloadSessions = () =>
  Promise.all([queryClient.invalidateQueries(sessionsQuery), queryClient.invalidateQueries(activityQuery)])

/** Signs out one session, or finds that it ended already. False if that failed. */
export async function endSession(id: string): Promise<boolean> {
  try {
    await api.endSession({ params: { id } })
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 404) {
      if (!(error instanceof SessionExpired)) toasts.sessionNotEnded()
      return false
    }
  }
  await reloadSessions()
  return true
}

/** False if that failed. */
export async function endOtherSessions(): Promise<boolean> {
  try {
    const { ended } = await api.endOtherSessions()
    toasts.otherSessionsEnded(ended)
  } catch (error) {
    if (!(error instanceof SessionExpired)) toasts.sessionsNotEnded()
    return false
  }
  await reloadSessions()
  return true
}
