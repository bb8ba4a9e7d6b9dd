import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../../data/api.ts'
import { finishSignIn } from '../../parts/session/google-sign-in.ts'
import { messageFrom, sendResult, type SignInMessage } from '../../parts/session/sign-in-messages.ts'
import { beginSession } from '../../parts/session/session.ts'
import {
  isSignInHere,
  readConnecting,
  rememberConnecting,
  rememberRestored,
  readSession,
  rememberSignInHere,
  takeRememberedPage,
} from '../../data/session-storage.ts'
import { calendarsPath, pages, paths } from '../../../../contract/pages/pages.ts'
import { sentence } from '../../../../contract/plain-text.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { LogoMark } from '../../../ui/logo.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'

const CLOSE_MS = 1500

type Outcome =
  /** A page waits for the result, so this window can go. */
  { kind: 'handedOver' } | { kind: 'expired' } | { kind: 'failed'; reason: string }

/** Google redirects here. In a popup, the page that opened it gets the result; without one, the sign-in ends here. */
export function AuthCallbackScreen() {
  usePageTitle(pages.authCallback.title)
  // Read once, because the opener may close before this window does.
  const [opener] = useState(() => openerOf(window))
  const [message] = useState(() => messageFrom(new URLSearchParams(location.search)))
  const [isConnecting] = useState(() => readConnecting() !== null)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'handedOver' })
  const [isLeftOpen, setIsLeftOpen] = useState(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const close = () => {
      window.close()
      setIsLeftOpen(true)
    }
    void deliver(message, opener).then((delivered) => {
      setOutcome(delivered)
      if (delivered.kind === 'handedOver') timer = setTimeout(close, CLOSE_MS)
    })
    return () => clearTimeout(timer)
  }, [opener, message])

  const failed = isConnecting ? 'Nothing was connected' : 'You’re not signed in'
  const way = isConnecting ? <ToCalendars /> : <ToSignIn />
  const closing = isLeftOpen ? 'You can close this window.' : 'This window will close automatically.'
  return (
    <main className="mx-auto flex max-w-sm flex-1 flex-col items-center justify-center gap-4 p-6 text-center">
      <LogoMark className="size-12" />
      {outcome.kind === 'expired' ? (
        <>
          <h1 className="text-xl font-semibold">
            {isConnecting ? 'This window has expired' : 'This sign-in window has expired'}
          </h1>
          <p className="text-muted">
            The page you started from was closed or reloaded. Please{' '}
            {isConnecting ? 'connect your calendar' : 'sign in'} again.
          </p>
          {way}
        </>
      ) : outcome.kind === 'failed' ? (
        <>
          <h1 className="text-xl font-semibold">{failed}</h1>
          <p className="text-muted">{sentence(outcome.reason)}</p>
          {way}
        </>
      ) : message.type === 'OAUTH_SUCCESS' ? (
        <>
          <h1 className="text-xl font-semibold">Almost there</h1>
          <p className="text-muted">{closing}</p>
        </>
      ) : (
        <>
          <h1 className="text-xl font-semibold">{failed}</h1>
          <p className="text-muted">
            {sentence(message.error)} {closing}
          </p>
        </>
      )}
    </main>
  )
}

const ToSignIn = () => (
  <Link to={paths.signIn} reloadDocument className={buttonClass({ variant: 'primary' })}>
    Go to sign-in
  </Link>
)

const ToCalendars = () => (
  <a href={calendarsPath} className={buttonClass({ variant: 'primary' })}>
    Back to your calendars
  </a>
)

/** Only a state that this browser started counts here, or a stranger's link could sign people in as somebody else. */
async function deliver(message: SignInMessage, opener: Window | null): Promise<Outcome> {
  const connecting = readConnecting()
  rememberConnecting(null)
  if (connecting !== null && connecting !== 'popup') return connectHere(message, connecting)
  const started = readSession('oauthStateToken')
  const isOurs = message.state !== undefined && message.state === started
  // A page that started another sign-in since then still waits for its own.
  const isOther = message.state !== undefined && started !== null && !isOurs
  const isHere = isSignInHere()
  rememberSignInHere(false)
  // What nobody takes is finished here, or is said to be lost.
  const needsReceipt = isOurs || connecting === 'popup'
  if (!isHere && (await sendResult(message, isOther ? null : opener, { needsReceipt }))) {
    return { kind: 'handedOver' }
  }
  if (!isOurs) return { kind: 'expired' }
  if (message.type === 'OAUTH_ERROR') return { kind: 'failed', reason: message.error }
  try {
    const { sessionToken, user, isRestored } = await finishSignIn(message.code, message.state!)
    beginSession(sessionToken, user)
    if (isRestored) rememberRestored()
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
  // Closes a popup whose page stopped waiting. Any other window goes on to where the person wanted to be.
  if (!isHere) window.close()
  location.replace(takeRememberedPage() ?? paths.dashboard)
  return { kind: 'handedOver' }
}

/** Connects another calendar account in the tab that asked for it. */
async function connectHere(message: SignInMessage, stateToken: string): Promise<Outcome> {
  if (message.state !== stateToken) return { kind: 'expired' }
  if (message.type === 'OAUTH_ERROR') return { kind: 'failed', reason: message.error }
  try {
    await api.connectCalendars({ body: { provider: 'google', code: message.code, stateToken } })
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
  location.replace(calendarsPath)
  return { kind: 'handedOver' }
}

function openerOf({ opener }: Window): Window | null {
  const window = opener as Window | null
  return window === null || window.closed ? null : window
}
