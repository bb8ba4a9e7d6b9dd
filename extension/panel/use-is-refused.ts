import { useEffect, useState } from 'react'
import { send } from '../messages.ts'

/**
 * Whether the browser keeps the extension from reaching a server, asked after each failure (null if there is none). The
 * background script asks, because Firefox doesn't tell pages in other sites' frames.
 */
export function useIsRefused(origin: string | null, failure: unknown): boolean {
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    if (origin === null || failure === null) return
    let isCurrent = true
    send({ kind: 'isAllowed', origin }).then(
      (isAllowed) => isCurrent && setRefused(isAllowed === false),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [origin, failure])
  return isRefused && failure !== null
}
