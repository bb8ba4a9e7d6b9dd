import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { paths } from '../../../../contract/pages/pages.ts'

type List = (typeof paths)['events' | 'customFields' | 'availability']

/** Leaves an editor for a list, unless the host has already left it, for example while it was saving. */
export function useLeave(to: List) {
  const router = useRouter()
  /** Null once it is closed. */
  const opened = useRef<string | null>(null)
  useEffect(() => {
    opened.current = location.pathname
    return () => {
      opened.current = null
    }
  }, [])
  return async () => {
    // The URL is the next screen's while that one still loads and the editor is still there.
    if (opened.current === location.pathname) await router.navigate({ to, ignoreBlocker: true })
  }
}
