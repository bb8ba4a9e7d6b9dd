import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page answers to clicks yet: not while it is the server's HTML alone. */
export const useIsAlive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
