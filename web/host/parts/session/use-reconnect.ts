import { useState } from 'react'
import type { User } from '../../../../contract/account/user.schema.ts'
import { signInWithGoogle } from './google-sign-in.ts'
import { beginSession } from './session.ts'
import { toasts } from '../../data/toasts.ts'

/** Connects the host's calendar through Google's popup; `failure` says why the last attempt failed. */
export function useReconnect(user: User) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  /** Call it directly from a click. */
  async function reconnect() {
    setIsBusy(true)
    setFailure(null)
    try {
      const { sessionToken, user: reconnected } = await signInWithGoogle()
      beginSession(sessionToken, reconnected)
      if (reconnected.id !== user.id) toasts.signedIn()
      else if (reconnected.calendarConnection === 'connected') toasts.calendarReconnected()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setIsBusy(false)
    }
  }

  const { calendarConnection: state } = user
  const label = state === 'connected' || state === 'broken' ? 'Reconnect' : 'Connect'
  return { isBusy, label, failure, setFailure, reconnect }
}
