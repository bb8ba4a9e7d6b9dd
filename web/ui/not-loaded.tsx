import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { BrokenPicture } from './pictures.tsx'

export interface NotLoadedProps {
  /** Of what is to be shown; without data as yet. */
  query: { isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> }
  /** Says that it is not here. */
  title: string
  /** In its place: they, or it. */
  isOne?: boolean
  /** Shown while it is on its way. */
  children?: ReactNode
}

/** What stands in the place of a list until it is there, or cannot be had. */
export function NotLoaded({ query, title, isOne = false, children }: NotLoadedProps) {
  if (!query.isError) return children
  return (
    <EmptyState
      isError
      picture={<BrokenPicture />}
      title={title}
      action={
        <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {isOne
        ? 'It is safe on the server, which did not hand it out just now.'
        : 'They are safe on the server, which did not hand them out just now.'}
    </EmptyState>
  )
}
