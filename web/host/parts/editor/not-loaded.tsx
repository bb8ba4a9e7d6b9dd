import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isGone } from '../../data/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { BrokenPicture } from '../../../ui/pictures.tsx'

interface NotLoadedProps {
  title: string
  what: 'event' | 'schedule'
  error: Error
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>
  /** A link to the list. */
  back: ReactNode
}

/** Replaces an editor whose content couldn't be loaded. */
export function NotLoaded({ title, what, error, query, back }: NotLoadedProps) {
  const isMissing = isGone(error)
  return (
    <Card>
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        isError
        picture={<BrokenPicture />}
        title={isMissing ? `We couldn’t find this ${what}` : `We couldn’t open this ${what}`}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {!isMissing && (
              <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
                Try again
              </Button>
            )}
            {back}
          </div>
        }
      >
        {isMissing ? 'It may have been deleted, or it may belong to another account.' : error.message}
      </EmptyState>
    </Card>
  )
}
