import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messageFrom } from '../session/google-sign-in.ts'
import { pages, paths } from '../../../contract/pages.ts'
import { sentence } from '../../../contract/plain-text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { usePageTitle } from '../use-page-title.ts'

const CLOSE_MS = 1500

/** Runs in the popup that Google redirects to, and passes the result to the page that opened it. */
export function AuthCallbackScreen() {
  usePageTitle(pages.authCallback.title)
  // Read once, because the opener may close before this window does.
  const [opener] = useState(() => openerOf(window))
  const [message] = useState(() => messageFrom(new URLSearchParams(location.search)))

  useEffect(() => {
    if (opener === null) return undefined
    opener.postMessage(message, location.origin)
    const timer = setTimeout(() => window.close(), CLOSE_MS)
    return () => clearTimeout(timer)
  }, [opener, message])

  return (
    <main className="mx-auto flex max-w-sm flex-1 flex-col items-center justify-center gap-4 p-6 text-center">
      <LogoMark className="size-12" />
      {opener === null ? (
        <>
          <h1 className="text-xl font-semibold">This sign-in window has expired</h1>
          <p className="text-muted">The window you started from was closed. Please sign in again.</p>
          <Link to={paths.signIn} reloadDocument className={buttonClass({ variant: 'primary' })}>
            Go to sign-in
          </Link>
        </>
      ) : message.type === 'OAUTH_SUCCESS' ? (
        <>
          <h1 className="text-xl font-semibold">Almost there</h1>
          <p className="text-muted">This window will close automatically.</p>
        </>
      ) : (
        <>
          <h1 className="text-xl font-semibold">You’re not signed in</h1>
          <p className="text-muted">{sentence(message.error)} This window will close automatically.</p>
        </>
      )}
    </main>
  )
}

function openerOf({ opener }: Window): Window | null {
  const window = opener as Window | null
  return window === null || window.closed ? null : window
}
