import { lazy, Suspense } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { EventLinksProps } from './event-links.tsx'

const Loaded = lazy(async () => ({ default: (await import('./event-links.tsx')).EventLinks }))

/** The links in a file of their own, which is loaded when they are shown. */
export const EventLinks = (props: EventLinksProps) => (
  <Suspense fallback={<Skeleton className="h-40" />}>
    <Loaded {...props} />
  </Suspense>
)
