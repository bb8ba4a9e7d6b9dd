import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { BrokenPicture } from './pictures.tsx'

interface NotLoadedProps {
  title: string
  /** It, not they. */
  isOne?: boolean
  isFetching: boolean
  onRetry: () => void
}

/** In place of what the server did not hand out. */
export function NotLoaded({ title, isOne = false, isFetching, onRetry }: NotLoadedProps) {
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
      {isOne
        ? 'It’s safe; we just couldn’t load it. Check your connection and try again.'
        : 'They’re safe; we just couldn’t load them. Check your connection and try again.'}
    </EmptyState>
  )
}
