import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { paths } from '../../../../contract/pages/pages.ts'

type List = (typeof paths)['events' | 'customFields' | 'availability']

/** Leaves an editor for a list, unless the host has already left it, for example while it was saving. */
export function useLeave(to: List) {
  const router = useRouter()
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return async () => {
    if (isOpen.current) await router.navigate({ to, ignoreBlocker: true })
  }
}
