import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

interface StatusLoadErrorProps {
  /** Whether the last known status is shown next to it. */
  isKnown: boolean
  isBusy: boolean
  onRetry: () => Promise<void>
}

export function StatusLoadError({ isKnown, isBusy, onRetry }: StatusLoadErrorProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-danger-tint p-4 sm:px-6"
    >
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-danger" />
      <div className="min-w-0 grow basis-48">
        <p className="font-semibold text-danger">Failed to load subscription status.</p>
        <p className="text-muted">
          {isKnown
            ? 'This is the last status we have.'
            : 'Your plan hasn’t changed; we just couldn’t load it.'}
        </p>
      </div>
      <Button isBusy={isBusy} onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  )
}
