import { useSyncExternalStore } from 'react'
import { readSession } from '../../data/session-storage.ts'

/** The token that the extension of this browser left here when it was connected; null if it didn't. */
export const useExtensionToken = () => useSyncExternalStore(subscribe, () => readSession('authToken'))

/** Other tabs announce changes, and so does the extension. */
function subscribe(listener: () => void) {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
