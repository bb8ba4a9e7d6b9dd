import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page reacts to clicks, which the server's HTML doesn't before hydration. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
