import { Button } from '../../../ui/button.tsx'
import { rememberPage } from '../../data/session-storage.ts'
import { signInOnThisPage } from './google-sign-in.ts'
import { signInMessages } from './sign-in-messages.ts'

interface WithoutPopupProps {
  failure: string | null
  onFail: (reason: string) => void
}

/** The way out for a browser that blocks popups: Google's page in this tab, and then back here. */
export function WithoutPopup({ failure, onFail }: WithoutPopupProps) {
  if (failure !== signInMessages.popupBlocked) return null
  async function leave() {
    if (location.pathname !== '/signin') rememberPage(location.href)
    try {
      await signInOnThisPage()
    } catch (error) {
      onFail(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Button size="sm" onClick={() => void leave()}>
      Continue without a popup
    </Button>
  )
}
