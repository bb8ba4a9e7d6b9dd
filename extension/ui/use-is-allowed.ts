import { useEffect, useState } from 'react'
import { permissionFor } from '../server-address.ts'

/** Whether the browser lets the extension reach a server. People can take that back in the browser's settings. */
export function useIsAllowed(origin: string): boolean {
  const [isAllowed, setAllowed] = useState(true)
  useEffect(() => {
    const { permissions } = chrome
    const check = () => void permissions.contains({ origins: [permissionFor(origin)] }).then(setAllowed)
    check()
    permissions.onAdded.addListener(check)
    permissions.onRemoved.addListener(check)
    return () => {
      permissions.onAdded.removeListener(check)
      permissions.onRemoved.removeListener(check)
    }
  }, [origin])
  return isAllowed
}
