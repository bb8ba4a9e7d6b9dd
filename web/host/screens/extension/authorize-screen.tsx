import { useRouter } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { product } from '../../../../contract/product.ts'
import {
  type AuthorizationRequest,
  authorizationParameters,
  authorizationProblem,
  requestedScopes,
} from '../../../../contract/account/oauth.ts'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import { scopeTexts } from '../../../../contract/scopes.ts'
import { api, SessionExpired } from '../../data/api.ts'
import { removeSession } from '../../data/session-storage.ts'
import { useSession } from '../../parts/session/session.ts'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { LogoMark } from '../../../ui/logo.tsx'
import { BrokenPicture } from '../../../ui/pictures.tsx'

/** The extension opens this page to ask its host for a token (RFC 6749, section 4.1.1). */
export function AuthorizeScreen() {
  usePageTitle(pages.authorize.title)
  const [request] = useState(() => requestFrom(new URLSearchParams(location.search)))
  const problem = authorizationProblem(request, location.origin)
  return (
    <Card className="mx-auto max-w-lg">
      {problem === null ? (
        <Question request={request as AuthorizationRequest} />
      ) : (
        <Problem>{problem}</Problem>
      )}
    </Card>
  )
}

const requestFrom = (query: URLSearchParams): Partial<AuthorizationRequest> =>
  Object.fromEntries(authorizationParameters.map((name) => [name, query.get(name) ?? undefined]))

function Question({ request }: { request: AuthorizationRequest }) {
  const session = useSession()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const email = session.status === 'signedIn' ? session.user.email : ''

  async function connect() {
    setIsBusy(true)
    setFailure(null)
    try {
      const { redirectUrl } = await api.authorizeClient({ body: request })
      // The extension may leave its new token before the next page is drawn, which takes any token for that one.
      removeSession('authToken')
      location.replace(redirectUrl)
    } catch (error) {
      setIsBusy(false)
      if (!(error instanceof SessionExpired))
        setFailure(error instanceof Error ? error.message : String(error))
    }
  }

  function refuse() {
    const answer = new URLSearchParams({
      error: 'access_denied',
      error_description: 'The host did not connect the extension',
      state: request.state,
      iss: location.origin,
    })
    location.replace(`${request.redirect_uri}?${answer.toString()}`)
  }

  return (
    <div className="px-5 py-8 sm:px-10">
      <LogoMark className="mx-auto size-12" />
      <h1 className="mt-5 text-center text-2xl font-semibold text-balance">
        Connect the {product.name} extension?
      </h1>
      <p className="mt-2 text-center text-muted text-pretty wrap-anywhere">
        It will act for <span className="font-medium text-ink">{email}</span> in this browser.
      </p>
      <h2 className="mt-6 font-semibold">It can</h2>
      <ul className="mt-2 grid gap-2">
        {requestedScopes(request.scope)!.map((scope) => (
          <li key={scope} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
            {scopeTexts[scope]}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-muted text-pretty">
        It can’t change your events, settings or subscription. You can disconnect it in Settings at any time.
      </p>
      {failure !== null && (
        <div role="alert" className="mt-4">
          <FieldError>{failure}</FieldError>
        </div>
      )}
      <div className="mt-6 flex gap-2 max-sm:flex-col-reverse sm:*:flex-1">
        <Button onClick={refuse}>Cancel</Button>
        <Button variant="primary" isBusy={isBusy} onClick={() => void connect()}>
          {isBusy ? 'Connecting...' : 'Connect'}
        </Button>
      </div>
      <p className="mt-4 text-center text-xs text-muted text-pretty">
        If you didn’t start this in the extension, choose Cancel.
      </p>
    </div>
  )
}

function Problem({ children }: { children: string }) {
  const router = useRouter()
  return (
    <div className="grid min-h-80 place-items-center">
      <EmptyState
        isPage
        picture={<BrokenPicture />}
        title="The extension can’t be connected"
        action={
          <Button variant="primary" onClick={() => void router.navigate({ to: paths.dashboard })}>
            Go to Dashboard
          </Button>
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}
