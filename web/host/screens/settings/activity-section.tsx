import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { momentText } from '../../../../contract/time/time-text.ts'
import { activityQuery } from '../../data/account-calls.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { activityText } from './activity-text.ts'

const FIRST_SHOWN = 10

/** What happened in the account, so that its host notices what they didn't do. */
export function ActivitySection() {
  const { viewer } = useHostTime()
  const query = useInfiniteQuery(activityQuery)
  const [isOpen, setIsOpen] = useState(false)
  const firstNew = useRef<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const all = query.data?.pages.flatMap(({ activities }) => activities)
  const shown = isOpen ? all : all?.slice(0, FIRST_SHOWN)
  const hasMore = (all && shown && all.length > shown.length) || query.hasNextPage
  const length = shown?.length ?? 0

  // The button may be gone, and what it brought is what to read next.
  useEffect(() => {
    if (firstNew.current === null || length <= firstNew.current) return
    const item = list.current?.children[firstNew.current] as HTMLElement | undefined
    item?.focus()
    firstNew.current = null
  }, [length])

  function showMore() {
    firstNew.current = length
    if (isOpen || all?.length === length) void query.fetchNextPage()
    setIsOpen(true)
  }

  return (
    <SectionCard title="Activity" description="What happened in your account in the last 180 days.">
      {shown && (
        <ol ref={list} aria-label="Activity" className="grid gap-3">
          {shown.map((activity) => (
            <li key={activity.id} tabIndex={-1} className="outline-none">
              <p className="wrap-anywhere">{activityText(activity)}</p>
              <p className="text-xs text-muted">{momentText(activity.at, viewer)}</p>
            </li>
          ))}
        </ol>
      )}
      {!shown && query.isError && (
        <LoadError
          title="We couldn’t load your activity"
          isFetching={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {!shown && !query.isError && <Skeleton className="h-32 w-full" />}
      {hasMore && (
        <Button size="sm" className="mt-4" isBusy={query.isFetchingNextPage} onClick={showMore}>
          Show more
        </Button>
      )}
    </SectionCard>
  )
}
