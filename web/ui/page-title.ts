import { useEffect } from 'react'

/** Names the tab: the screen first, since tabs are narrow. */
export function usePageTitle(screen: string, product: string) {
  useEffect(() => {
    document.title = `${screen} · ${product}`
  }, [screen, product])
}
