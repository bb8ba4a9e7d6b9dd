import { useState } from 'react'
import type { CalendarConnection } from '../../../../contract/calendars/calendar-connections.schema.ts'
import { Button } from '../../../ui/button.tsx'
import { authorizeGoogle, connectAccount } from '../../data/connection-calls.ts'
import { rememberConnecting } from '../../data/session-storage.ts'
import { inGooglePopup } from '../session/google-popup.ts'
import { refreshUser } from '../session/session.ts'
import { signInMessages } from '../session/sign-in-messages.ts'

const { popupBlocked, canceled, denied } = signInMessages

/** What these mean when nobody is signing in. */
const messages = new Map<string, string>([
  [popupBlocked, 'Your browser blocked Google’s window. Allow popups for this site, then try again.'],
  [canceled, 'Google’s window was closed, so nothing was connected.'],
  [denied, 'You didn’t allow access on Google’s page, so nothing was connected.'],
])

const messageOf = (error: unknown) => {
  const text = error instanceof Error ? error.message : String(error)
  return messages.get(text) ?? text
}

/** Connects a Google account, or gets new access to one, through Google's popup. */
export function useConnectGoogle(onConnected: (account: CalendarConnection) => void) {
  const [isBusy, setIsBusy] = useState(false)
  /** Why the last attempt failed. */
  const [failure, setFailure] = useState<string | null>(null)

  async function attempt(run: () => Promise<void>) {
    setIsBusy(true)
    setFailure(null)
    try {
      await run()
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setIsBusy(false)
    }
  }

  /** Call it directly from a click. */
  const connect = () =>
    attempt(async () => {
      // The popup starts with a copy of what this tab remembers.
      rememberConnecting('popup')
      const running = inGooglePopup({
        start: authorizeGoogle,
        finish: (code, stateToken) => connectAccount({ provider: 'google', code, stateToken }),
      })
      rememberConnecting(null)
      const account = await running
      // It can be the one that the host signs in with.
      if (account.isSignIn) await refreshUser()
      onConnected(account)
    })

  /** In this tab, for browsers that block popups. Google's page comes back to the settings. */
  const connectHere = () =>
    attempt(async () => {
      const { stateToken, authorizationUrl } = await authorizeGoogle()
      rememberConnecting(stateToken)
      location.assign(authorizationUrl)
    })

  return { isBusy, failure, isBlocked: failure === messages.get(popupBlocked), connect, connectHere }
}

export const WithoutGooglePopup = ({
  isBlocked,
  connectHere,
}: Pick<ReturnType<typeof useConnectGoogle>, 'isBlocked' | 'connectHere'>) =>
  isBlocked && (
    <Button size="sm" onClick={() => void connectHere()}>
      Continue without a popup
    </Button>
  )
