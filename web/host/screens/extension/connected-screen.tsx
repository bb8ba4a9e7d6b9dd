import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import { extensionHereQuery } from '../../data/token-calls.ts'
import { useExtensionToken } from '../../parts/session/extension-token.ts'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { BrokenPicture, DonePicture } from '../../../ui/pictures.tsx'
import { LoadingLine } from '../../../ui/spinner.tsx'

/** The extension answers within a second. After this long, something is in its way. */
const PATIENCE_MS = 8000

/** Where the extension takes its code from the address (RFC 6749, section 4.1.2), and then leaves its token. */
export function ExtensionConnectedScreen() {
  usePageTitle(pages.extensionConnected.title)
  const [{ isExpected, error }] = useState(() => answerIn(new URLSearchParams(location.search)))
  const token = useExtensionToken()
  // Until we know better, a token counts.
  const { data: isHere = token !== null } = useQuery(extensionHereQuery(token))
  const [isLate, setIsLate] = useState(false)
  const isConnected = error === null && isHere

  useEffect(() => {
    // The code is worthless by now, and a reload shouldn't wait for another answer.
    if (isConnected) history.replaceState(history.state, '', paths.extensionConnected)
  }, [isConnected])
  useEffect(() => {
    if (!isExpected || isConnected) return
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isExpected, isConnected])

  if (isConnected)
    return (
      <Message picture={<DonePicture />} title="Extension connected">
        Open Google Calendar, or reload it if it’s open already, and choose one of your bookings. You can
        close this tab.
      </Message>
    )
  if (isExpected && !isLate)
    return (
      <Card className="mx-auto grid min-h-72 max-w-lg place-items-center">
        <LoadingLine>Connecting the extension...</LoadingLine>
      </Card>
    )
  return (
    <Message picture={<BrokenPicture />} title="The extension isn’t connected">
      {error === 'access_denied'
        ? 'You chose not to connect it. You can change your mind in the extension.'
        : error !== null
          ? 'Something went wrong. Start again in the extension.'
          : isExpected
            ? 'It didn’t respond. Make sure it’s turned on, then connect again from its button in the toolbar.'
            : 'Connect it from its button in the toolbar of this browser.'}
    </Message>
  )
}

const answerIn = (query: URLSearchParams) => ({
  isExpected: query.has('code'),
  /** An OAuth error code, such as `access_denied`; null if there is none. */
  error: query.get('error'),
})

function Message({
  picture,
  title,
  children,
}: {
  picture: React.ReactNode
  title: string
  children: string
}) {
  return (
    <Card className="mx-auto grid min-h-72 max-w-lg place-items-center">
      <EmptyState
        isPage
        picture={picture}
        title={title}
        action={
          <Link to={paths.dashboard} className={buttonClass()}>
            Go to Dashboard
          </Link>
        }
      >
        <p aria-live="polite">{children}</p>
      </EmptyState>
    </Card>
  )
}
