import { useEffect, useState } from 'react'

/** The host books for somebody on this page. */
export interface ForSomebody {
  /** The host's session in this browser; null if they aren't signed in. */
  token: string | null
}

/** Null for everybody else, and during hydration. The page is opened by `bookForPath`. */
export function useForSomebody(): ForSomebody | null {
  const [somebody, setSomebody] = useState<ForSomebody | null>(null)
  useEffect(() => {
    if (new URLSearchParams(location.search).get('for') !== 'somebody') return
    // oxlint-disable-next-line react/set-state-in-effect -- The address isn't known during hydration.
    setSomebody({ token: sessionToken() })
  }, [])
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
