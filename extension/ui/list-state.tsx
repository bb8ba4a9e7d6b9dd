import { Button } from '../../web/ui/button.tsx'
import { Skeleton } from '../../web/ui/skeleton.tsx'

interface ListStateProps {
  isFailed: boolean
  isLoading: boolean
  failedText: string
  onRetry: () => void
}

/** What is shown instead of a list that isn't there yet. */
export function ListState({ isFailed, isLoading, failedText, onRetry }: ListStateProps) {
  if (isFailed)
    return (
      <div role="alert" className="grid justify-items-center gap-3 px-4 py-10 text-center">
        <p className="text-muted">{failedText}</p>
        <Button isBusy={isLoading} onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  return (
    <div role="status" className="grid gap-4 p-4">
      <span className="sr-only">Loading...</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="h-5 w-14" />
          <Skeleton className="h-5 flex-1" />
        </div>
      ))}
    </div>
  )
}
