import { queryOptions } from '@tanstack/react-query'
import { buildRequest, CallFailed, readAnswer } from '../../../contract/api/client.ts'
import { routes } from '../../../contract/api/routes.ts'
import { readSession, removeSession } from './session-storage.ts'
import { toasts } from './toasts.ts'
import { activityQuery } from './account-calls.ts'
import { api, SessionExpired } from './api.ts'
import { queryClient } from './query-client.ts'

/** The programs that may act for the host. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => api.listTokens({ signal }),
})

/** Disconnects a program, or finds that it is disconnected already. False if that failed. */
export async function revokeToken(id: string): Promise<boolean> {
  try {
    await api.revokeToken({ params: { id } })
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 404) {
      if (!(error instanceof SessionExpired)) toasts.extensionNotDisconnected()
      return false
    }
  }
  await Promise.all([
    queryClient.invalidateQueries(tokensQuery),
    queryClient.invalidateQueries(activityQuery),
    queryClient.invalidateQueries({ queryKey: ['extensionHere'] }),
  ])
  return true
}

/** Whether the extension of this browser is still connected. `token`: the one it left here. */
export const extensionHereQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['extensionHere', token],
    queryFn: ({ signal }) => token !== null && isAccepted(token, signal),
  })

/** Asks with the extension's own token. One that is refused for good is forgotten. */
async function isAccepted(token: string, signal: AbortSignal): Promise<boolean> {
  const { url, ...init } = buildRequest(routes.getUser, {}, { authorization: `Bearer ${token}` })
  try {
    await readAnswer<'getUser'>(await fetch(url, { ...init, signal }))
    return true
  } catch (error) {
    if (!(error instanceof CallFailed) || error.code !== 'invalid_token') throw error
    if (readSession('authToken') === token) removeSession('authToken')
    return false
  }
}
