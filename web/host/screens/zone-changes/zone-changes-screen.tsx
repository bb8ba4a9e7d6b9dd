import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { pages, paths } from '../../../../contract/pages/pages.ts'
import type { Kept, ZoneChange } from '../../../../contract/bookings/zone-changes.schema.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { DonePicture } from '../../../ui/pictures.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { decideZoneChanges, type Obstacle, zoneChangesQuery } from '../../data/zone-change-calls.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { usePageTitle } from '../../parts/use-page-title.ts'
import { AllDialog } from './all-dialog.tsx'
import { ZoneChangeCard } from './zone-change-card.tsx'

/** Where the host moves or leaves bookings whose local time isn't what was agreed after a rule change. */
export function ZoneChangesScreen() {
  usePageTitle(pages.zoneChanges.title)
  const { data: changes, isError, isFetching, refetch } = useQuery(zoneChangesQuery)
  return (
    <>
      <PageHeader
        title="Time zone changes"
        description={
          changes?.length
            ? 'Time zone rules changed after these bookings were made, so at least one person’s local time isn’t what was agreed. Nothing moves until you decide.'
            : 'Bookings appear here if time zone rules change after they were made.'
        }
      />
      {changes ? (
        <Decisions changes={changes} />
      ) : isError ? (
        <LoadError
          title="We couldn’t load your bookings"
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" className="grid gap-3">
          <span className="sr-only">Loading bookings...</span>
          <Skeleton className="h-44 w-full" />
          <Skeleton className="h-44 w-full" />
        </div>
      )}
    </>
  )
}

function Decisions({ changes }: { changes: readonly ZoneChange[] }) {
  const { viewer } = useHostTime()
  const [obstacles, setObstacles] = useState<ReadonlyMap<string, Obstacle>>(new Map())
  const [asking, setAsking] = useState<Kept | null>(null)
  const list = useRef<HTMLDivElement>(null)

  async function decide(keep: Kept, ids: string[]) {
    const found = await decideZoneChanges(keep, ids)
    if (found === null) return
    setObstacles((known) => new Map([...[...known].filter(([id]) => !ids.includes(id)), ...found]))
    // What was pressed is gone.
    if (ids.some((id) => !found.has(id))) list.current?.focus({ preventScroll: true })
  }

  return (
    <div
      ref={list}
      tabIndex={-1}
      role="group"
      aria-label="Bookings that need a decision"
      className="outline-none"
    >
      <p role="status" className={changes.length === 0 ? 'sr-only' : 'mb-3 text-muted'}>
        {changes.length === 0
          ? 'Nothing left to decide'
          : changes.length === 1
            ? '1 booking needs a decision'
            : `${changes.length} bookings need a decision`}
      </p>
      {changes.length === 0 && <NothingLeft />}
      {changes.length > 1 && (
        <div className="mb-4 flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => setAsking('wallTime')}>
            Move all to agreed times
          </Button>
          <Button onClick={() => setAsking('instant')}>Leave all</Button>
        </div>
      )}
      <ul className="grid gap-3">
        {changes.map((change) => (
          <ZoneChangeCard
            key={change.id}
            change={change}
            clock={viewer}
            obstacle={obstacles.get(change.id) ?? null}
            onDecide={(keep) => decide(keep, [change.id])}
          />
        ))}
      </ul>
      {asking && (
        <AllDialog
          keep={asking}
          count={changes.length}
          orElse={list}
          onClose={() => setAsking(null)}
          onConfirm={() =>
            decide(
              asking,
              changes.map(({ id }) => id),
            )
          }
        />
      )}
    </div>
  )
}

function NothingLeft() {
  return (
    <Card>
      <EmptyState
        picture={<DonePicture />}
        title="Nothing left to decide"
        action={
          <Link to={paths.bookings} className={buttonClass()}>
            View bookings
          </Link>
        }
      >
        If a rule change affects your bookings, we’ll email you and list them here.
      </EmptyState>
    </Card>
  )
}
