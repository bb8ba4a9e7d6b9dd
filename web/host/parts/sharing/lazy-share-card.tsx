import { Skeleton } from '../../../ui/skeleton.tsx'
import { lazyPart } from '../lazy-part.tsx'

/** The card in a file of its own, which is loaded when it is shown. */
export const ShareCard = lazyPart(
  async () => (await import('./share-card.tsx')).ShareCard,
  <Skeleton className="h-40" />,
)
