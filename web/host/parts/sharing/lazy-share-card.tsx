import { lazy, Suspense } from 'react'
import type { Event, ListedEvent } from '../../../../contract/events/event.schema.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

const Loaded = lazy(async () => ({ default: (await import('./share-card.tsx')).ShareCard }))

/** The card in a file of its own, which is loaded when it is shown. */
export const ShareCard = ({ event }: { event: ListedEvent | Event }) => (
  <Suspense fallback={<Skeleton className="h-40" />}>
    <Loaded event={event} />
  </Suspense>
)
