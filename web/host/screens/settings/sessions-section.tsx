import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Session } from '../../../../contract/account/user.schema.ts'
import { shortDateText, shortMomentText } from '../../../../contract/time/time-text.ts'
import { endOtherSessions, endSession, sessionsQuery } from '../../data/account-calls.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** The devices where the host is signed in. Signing out applies immediately and isn't part of the form. */
export function SessionsSection() {
  const { data: sessions, isError, isFetching, refetch } = useQuery(sessionsQuery)
  const [isEnding, setIsEnding] = useState(false)
  const list = useRef<HTMLUListElement>(null)

  async function endOthers() {
    setIsEnding(true)
    const isDone = await endOtherSessions()
    setIsEnding(false)
    // The button disappears.
    if (isDone) list.current?.focus()
  }

  return (
    <SectionCard title="Where you’re signed in" description="Don’t recognize a device? Sign it out.">
      {sessions ? (
        <ul ref={list} tabIndex={-1} aria-label="Devices" className="divide-y divide-line outline-none">
          {sessions.map((session) => (
            <Row key={session.id} session={session} onEnded={() => list.current?.focus()} />
          ))}
        </ul>
      ) : isError ? (
        <LoadError
          title="We couldn’t load your devices"
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="h-12 w-full" />
      )}
      {sessions && sessions.length > 1 && (
        <Button size="sm" className="mt-4" isBusy={isEnding} onClick={() => void endOthers()}>
          Sign out all others
        </Button>
      )}
    </SectionCard>
  )
}

function Row({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { viewer } = useHostTime()
  const [isBusy, setIsBusy] = useState(false)
  const device = session.device ?? 'Unknown device'

  async function end() {
    setIsBusy(true)
    const isDone = await endSession(session.id)
    setIsBusy(false)
    if (isDone) onEnded()
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
          {device}
          {session.isCurrent && <Badge tone="success">This device</Badge>}
        </p>
        <p className="text-muted">
          Signed in {shortDateText(session.signedInAt, viewer)}
          {!session.isCurrent && `, last used ${shortMomentText(session.lastUsedAt, viewer)}`}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          size="sm"
          variant="quiet-danger"
          className="-ml-2.5 sm:ml-0"
          isBusy={isBusy}
          aria-label={`Sign out ${device}`}
          onClick={() => void end()}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
