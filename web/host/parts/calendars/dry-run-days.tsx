import type { UseQueryResult } from '@tanstack/react-query'
import type { DryRun } from '../../../../contract/calendars/calendar-connections.schema.ts'
import { dayText } from '../../../../contract/time/time-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useHostTime } from '../time/use-host-time.ts'
import { entriesByDay } from './dry-run-week.ts'

interface DryRunDaysProps {
  run: UseQueryResult<DryRun>
  /** Of the chosen calendars. */
  entries: DryRun['entries']
  week: { first: number; last: number }
  /** Null if there is only one calendar to name. */
  nameOf: ((calendarId: string) => string) | null
  hasChoice: boolean
}

/** What a week has, by day. */
export function DryRunDays({ run, entries, week, nameOf, hasChoice }: DryRunDaysProps) {
  const { viewer } = useHostTime()
  if (run.data === undefined) {
    if (!run.isError)
      return (
        <div role="status" className="grid min-h-40 content-start gap-3">
          <span className="sr-only">Reading the calendars...</span>
          <Skeleton className="h-5 w-28" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      )
    return (
      <div role="alert" className="grid min-h-40 place-content-center justify-items-center gap-3 text-center">
        <p>We couldn’t load this week. {run.error.message}</p>
        <Button size="sm" isBusy={run.isFetching} onClick={() => void run.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  const days = entriesByDay(entries, week, viewer)
  if (days.length === 0) {
    return (
      <p role="status" className="grid min-h-40 place-items-center text-center text-muted">
        {hasChoice ? 'Nothing this week' : 'Choose a calendar to see what it would block.'}
      </p>
    )
  }
  return (
    <div
      role="region"
      aria-label="What would be blocked"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls by keyboard, too.
      tabIndex={0}
      className="-mx-2 grid max-h-80 min-h-40 content-start gap-4 overflow-y-auto rounded-md px-2"
    >
      {days.map(({ day, entries: found }) => (
        <section key={day}>
          <h4 className="mb-1 text-xs font-semibold text-muted">
            {dayText(day, viewer, { weekday: 'long', month: 'short', day: 'numeric' })}
          </h4>
          <ul className="grid gap-1">
            {found.map(({ entry, when }) => (
              <li
                key={`${entry.calendarId} ${entry.startUtc} ${entry.title}`}
                className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 rounded-md border border-line bg-surface px-3 py-2"
              >
                <span className="w-36 shrink-0 text-muted tabular-nums">{when}</span>
                <span className="min-w-32 flex-1 wrap-anywhere">
                  {entry.title || '(No title)'}
                  {nameOf && <span className="block text-xs text-muted">{nameOf(entry.calendarId)}</span>}
                </span>
                {entry.isTentative && <Badge>Tentative</Badge>}
                {entry.isOutOfOffice && <Badge>Out of office</Badge>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
