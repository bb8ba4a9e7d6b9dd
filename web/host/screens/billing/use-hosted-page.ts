import { useEffect, useState } from 'react'
import { refreshStatus } from './subscription-calls.ts'

interface HostedPage {
  /** The page is ready, but the browser blocked its tab, so it needs a link. */
  blockedUrl: string | null
  forgetBlocked: () => void
  /** Call it directly from a click, or the browser blocks the new tab. Rethrows errors of `ask`. */
  open: (ask: () => Promise<{ session: { url: string } }>) => Promise<void>
}

/**
 * Opens the payment provider's pages in a new tab. The status is refreshed whenever this tab becomes visible again.
 */
export function useHostedPage(): HostedPage {
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null)
  const [isOpened, setIsOpened] = useState(false)

  useEffect(() => {
    if (!isOpened) return
    const refresh = () => {
      if (document.visibilityState === 'visible') void refreshStatus()
    }
    // A phone only reports the visibility, and a second window only the focus.
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [isOpened])

  async function open(ask: () => Promise<{ session: { url: string } }>) {
    setBlockedUrl(null)
    const tab = openTab()
    try {
      const { session } = await ask()
      if (tab && !tab.closed) tab.location.href = session.url
      else setBlockedUrl(session.url)
      setIsOpened(true)
    } catch (error) {
      tab?.close()
      throw error
    }
  }

  return { blockedUrl, forgetBlocked: () => setBlockedUrl(null), open }
}

/** Opens an empty tab with a waiting text; null if the browser blocks it. */
function openTab(): Window | null {
  const tab = window.open('about:blank', '_blank')
  if (!tab) return null
  tab.opener = null
  tab.document.title = 'One moment…'
  tab.document.body.textContent = 'Opening the payment page…'
  return tab
}
