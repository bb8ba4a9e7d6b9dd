import { Skeleton } from '../../../ui/skeleton.tsx'
import { lazyPart } from '../lazy-part.tsx'

/** The links in a file of their own, which is loaded when they are shown. */
export const EventLinks = lazyPart(
  async () => (await import('./event-links.tsx')).EventLinks,
  <Skeleton className="h-40" />,
)
