import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { BrokenPicture } from './pictures.tsx'

interface LoadErrorProps {
  title: string
  /** Whether the text is singular. */
  isOne?: boolean
  /** What to do about it, instead of the usual advice. */
  advice?: string
  isFetching: boolean
  onRetry: () => void
}

/** Replaces content that failed to load. */
export function LoadError({ title, isOne = false, advice, isFetching, onRetry }: LoadErrorProps) {
  return (
    <EmptyState
      isError
      picture={<BrokenPicture />}
      title={title}
      action={
        <Button isBusy={isFetching} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {advice ??
        (isOne
          ? 'It’s safe; we just couldn’t load it. Check your connection and try again.'
          : 'They’re safe; we just couldn’t load them. Check your connection and try again.')}
    </EmptyState>
  )
}
