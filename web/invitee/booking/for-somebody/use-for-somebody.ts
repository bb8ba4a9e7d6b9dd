import { useEffect, useState } from 'react'
import { CallFailed } from '../../../../contract/api/client.ts'
import { call } from '../../call.ts'

/** The host books for somebody on this page. */
export interface ForSomebody {
  /** The host's session in this browser; null if they can't book for somebody with one. */
  token: string | null
  /** Whether the session is another host's. */
  isOthers: boolean
}

/** Null for everybody else, and during hydration. The page is opened by `bookForPath`. */
export function useForSomebody(eventId: string | null): ForSomebody | null {
  const [somebody, setSomebody] = useState<ForSomebody | null>(null)
  useEffect(() => {
    if (new URLSearchParams(location.search).get('for') !== 'somebody') return
    const token = sessionToken()
    // oxlint-disable-next-line react/set-state-in-effect -- The address isn't known during hydration.
    setSomebody({ token, isOthers: false })
    if (token === null || eventId === null) return
    const request = new AbortController()
    const { signal } = request
    // Any other failure says nothing about the session.
    call('getEvent', { params: { id: eventId } }, { headers: withToken(token), signal }).catch(
      (error: unknown) => {
        if (signal.aborted || !(error instanceof CallFailed)) return
        const { status, code } = error
        if (status === 403 || status === 404) setSomebody({ token: null, isOthers: code !== 'invalid_token' })
      },
    )
    return () => request.abort()
  }, [eventId])
  return somebody
}

/** The host's session in this browser; null if they aren't signed in. */
export function sessionToken(): string | null {
  try {
    return localStorage.getItem('sessionToken')
  } catch {
    return null
  }
}

export const withToken = (token: string) => ({ authorization: `Bearer ${token}` })
