import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { BrokenPicture } from '../../../ui/pictures.tsx'

interface UnreachableProps {
  isBusy?: boolean
  onRetry: () => void
  children: ReactNode
}

/** Replaces what can't be shown without an answer from the server. */
export function Unreachable({ isBusy = false, onRetry, children }: UnreachableProps) {
  return (
    <EmptyState
      isPage
      isError
      picture={<BrokenPicture />}
      title="We can’t reach Boomtime"
      action={
        <Button isBusy={isBusy} onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
