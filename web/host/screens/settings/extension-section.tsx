import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { extensionLink } from '../../../../contract/pages/pages.ts'
import { product } from '../../../../contract/product.ts'
import { shortDateText, shortMomentText } from '../../../../contract/time/time-text.ts'
import type { ConnectedToken } from '../../../../contract/account/token.schema.ts'
import { extensionHereQuery, revokeToken, tokensQuery } from '../../data/token-calls.ts'
import { useExtensionToken } from '../../parts/session/extension-token.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** The browsers whose extension may act for the host. Disconnecting applies immediately and isn't part of the form. */
export function ExtensionSection() {
  const { data: tokens, isError, isFetching, refetch } = useQuery(tokensQuery)
  const { data: isHere } = useQuery(extensionHereQuery(useExtensionToken()))
  const list = useRef<HTMLDivElement>(null)
  return (
    <SectionCard
      title="Browser extension"
      description="Shows answers and private notes of a booking in Google Calendar."
      {...(isHere && { action: <Badge tone="success">Extension connected</Badge> })}
    >
      <div ref={list} tabIndex={-1} className="outline-none">
        {tokens ? (
          tokens.length > 0 ? (
            <ul aria-label="Browsers with the extension" className="divide-y divide-line">
              {tokens.map((token) => (
                <Row key={token.id} token={token} onRevoked={() => list.current?.focus()} />
              ))}
            </ul>
          ) : (
            <p className="text-muted">
              No browser is connected.{' '}
              <a
                href={extensionLink}
                target="_blank"
                rel="noopener"
                className="text-brand underline underline-offset-2"
              >
                Install the extension
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
              , then choose its button in the toolbar to connect it to {product.name}.
            </p>
          )
        ) : isError ? (
          <LoadError
            title="We couldn’t load your connected browsers"
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton className="h-12 w-full" />
        )}
      </div>
    </SectionCard>
  )
}

function Row({ token, onRevoked }: { token: ConnectedToken; onRevoked: () => void }) {
  const { viewer } = useHostTime()
  const [isBusy, setIsBusy] = useState(false)
  const device = token.device ?? 'Unknown browser'

  async function revoke() {
    setIsBusy(true)
    const isDone = await revokeToken(token.id)
    setIsBusy(false)
    if (isDone) onRevoked()
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{device}</p>
        <p className="text-muted">
          Connected {shortDateText(token.connectedAt, viewer)}, last used{' '}
          {shortMomentText(token.lastUsedAt, viewer)}
        </p>
      </div>
      <Button
        size="sm"
        variant="quiet-danger"
        className="-ml-2.5 sm:ml-0"
        isBusy={isBusy}
        aria-label={`Disconnect ${device}`}
        onClick={() => void revoke()}
      >
        Disconnect
      </Button>
    </li>
  )
}
