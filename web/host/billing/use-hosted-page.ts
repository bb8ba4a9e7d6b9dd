import { useEffect, useState } from 'react'
import { refreshStatus } from './subscription-calls.ts'

interface HostedPage {
  /** Ready, but the browser would not open it: somebody has to follow the link. */
  blockedUrl: string | null
  forgetBlocked: () => void
  /** To be called straight from a click, or the new tab is blocked. Passes on whatever `ask` throws. */
  open: (ask: () => Promise<{ session: { url: string } }>) => Promise<void>
}

/** Pages of the payment provider, in a tab of their own. Whenever this one is looked at again, the status is refreshed. */
export function useHostedPage(): HostedPage {
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null)
  const [isOpened, setIsOpened] = useState(false)

  useEffect(() => {
    if (!isOpened) return
    const refresh = () => void refreshStatus()
    window.addEventListener('focus', refresh)
    return () => window.removeEventListener('focus', refresh)
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

/** An empty tab that says what it waits for; null where the browser does not allow it. */
function openTab(): Window | null {
  const tab = window.open('about:blank', '_blank')
  if (!tab) return null
  tab.opener = null
  tab.document.title = 'One moment…'
  tab.document.body.textContent = 'Opening the payment page…'
  return tab
}
