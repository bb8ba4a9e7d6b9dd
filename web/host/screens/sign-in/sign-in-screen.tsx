import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { product } from '../../../../contract/product.ts'
import { signInWithGoogle } from '../../parts/session/google-sign-in.ts'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import { hasExpired, rememberExpired, takeRememberedPage } from '../../data/session-storage.ts'
import { beginSession, useSession } from '../../parts/session/session.ts'
import { toasts } from '../../data/toasts.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { WithoutPopup } from '../../parts/session/without-popup.tsx'
import { LoadingPage } from '../../../ui/spinner.tsx'
import { GoogleMark } from './google-mark.tsx'
import { SidePicture } from './side-picture.tsx'

export function SignInScreen() {
  usePageTitle(pages.signIn.title)
  const session = useSession()
  const router = useRouter()
  const [isBusy, setIsBusy] = useState(false)
  const [reason, setReason] = useState<string | null>(null)

  async function signIn() {
    setIsBusy(true)
    setReason(null)
    try {
      const { sessionToken, user, isRestored } = await signInWithGoogle()
      beginSession(sessionToken, user)
      if (isRestored) toasts.accountRestored()
      else toasts.signedIn()
    } catch (error) {
      toasts.signInFailed()
      setReason(error instanceof Error ? error.message : String(error))
      setIsBusy(false)
    }
  }

  const isSignedOut = session.status === 'signedOut'
  useEffect(() => {
    if (isSignedOut && hasExpired()) toasts.sessionExpired(() => rememberExpired(false))
  }, [isSignedOut])

  // In this tab or another.
  const isSignedIn = session.status === 'signedIn'
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!isSignedIn || isLeaving.current) return
    isLeaving.current = true
    const remembered = takeRememberedPage()
    if (remembered === null) void router.navigate({ to: paths.dashboard, replace: true })
    else router.history.replace(remembered)
  }, [isSignedIn, router])

  if (session.status === 'loading' || (isSignedIn && !isBusy)) return <LoadingPage />

  return (
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
      <div className="flex flex-col">
        <header className="flex items-center justify-between px-5 py-4 sm:px-8">
          <a href={paths.landing} className="rounded-md">
            <Logo name={product.name} />
          </a>
          <a href={paths.pricing} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
            Pricing
          </a>
        </header>
        <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center px-5 pt-8 pb-24">
          <h1 className="mb-6 text-center text-3xl font-semibold">Welcome back</h1>
          <Card className="flex flex-col gap-5 p-6 sm:p-8">
            <div className="text-center">
              <h2 className="text-xl font-semibold">Sign In</h2>
              <p className="mt-1 text-muted text-balance">
                Connect your Google account to access your calendar
              </p>
            </div>
            <Button variant="primary" size="lg" isBusy={isBusy} onClick={() => void signIn()}>
              {isBusy ? (
                'Signing in...'
              ) : (
                <>
                  <GoogleMark />
                  Continue with Google
                </>
              )}
            </Button>
            <div role="alert" className="grid justify-items-center text-balance empty:hidden">
              {reason !== null && <FieldError>{reason}</FieldError>}
            </div>
            <WithoutPopup failure={reason} onFail={setReason} />
            <p className="text-center text-xs text-muted text-balance">
              New here? Signing in with Google creates an account if none exists yet. By signing in, you
              accept the{' '}
              <a href={paths.terms} className="underline underline-offset-2">
                terms
              </a>{' '}
              and the{' '}
              <a href={paths.privacy} className="underline underline-offset-2">
                privacy policy
              </a>
              .
            </p>
          </Card>
        </main>
      </div>
      <SidePicture />
    </div>
  )
}
