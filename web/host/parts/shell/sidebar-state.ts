import { useCallback, useEffect, useState } from 'react'
import { useMedia } from '../../../ui/use-media.ts'

const COOKIE = 'sidebar_state'
const SEVEN_DAYS_S = 7 * 24 * 60 * 60

const SMALL = '(width < 48rem)'

const wasCollapsed = () => document.cookie.split('; ').includes(`${COOKIE}=false`)

function storeState(isExpanded: boolean) {
  document.cookie = `${COOKIE}=${isExpanded}; path=/; max-age=${SEVEN_DAYS_S}; samesite=lax`
}

/**
 * On wide screens the sidebar is expanded or collapsed, and the browser remembers it. On small screens it is a
 * drawer.
 */
export function useSidebar() {
  const isSmall = useMedia(SMALL)
  const [isExpanded, setIsExpanded] = useState(() => !wasCollapsed())
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)

  const toggle = useCallback(() => {
    if (isSmall) return setIsDrawerOpen((isOpen) => !isOpen)
    setIsExpanded((isOpen) => {
      storeState(!isOpen)
      return !isOpen
    })
  }, [isSmall])

  useEffect(() => {
    function onKeyDown(key: KeyboardEvent) {
      if (key.key.toLowerCase() !== 'b' || !(key.ctrlKey || key.metaKey) || key.shiftKey || key.altKey) return
      key.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [toggle])

  const closeDrawer = useCallback(() => setIsDrawerOpen(false), [])
  return { isExpanded, isDrawerOpen: isSmall && isDrawerOpen, toggle, closeDrawer }
}
