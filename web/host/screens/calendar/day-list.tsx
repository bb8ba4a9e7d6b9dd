import { useMemo } from 'react'
import { startOfDay } from '../../../../availability/wall-time.ts'
import { dayText } from '../../../../contract/time/time-text.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { WeekPicture } from '../../../ui/pictures.tsx'
import { entriesOn, timesOnDay } from './entries.ts'
import { EntryButton } from './entry-button.tsx'
import { daysIn } from '../../../../contract/time/month.ts'
import type { GridProps } from './week-grid.tsx'

interface DayListProps extends Omit<GridProps, 'tabStop' | 'timeFormat' | 'now' | 'onDay'> {
  isLoading: boolean
}

/** The days that have entries, for screens that have no room for seven columns. */
export function DayList({ range, entries, viewer, today, isLoading, onOpen }: DayListProps) {
  const table = zoneTable(viewer.timeZone)
  const days = useMemo(
    () =>
      daysIn(range)
        .map((epochDay) => ({
          epochDay,
          start: startOfDay(table, epochDay),
          end: startOfDay(table, epochDay + 1),
        }))
        .map((day) => ({ day, ...entriesOn(entries, day) }))
        .filter(({ wholeDay, timed }) => wholeDay.length + timed.length > 0),
    [table, range, entries],
  )
  if (days.length === 0 && !isLoading) {
    return (
      <EmptyState picture={<WeekPicture className="w-40" />} title="Nothing on these days">
        Bookings and busy times of your calendars appear here.
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      {days.map(({ day, wholeDay, timed }) => (
        <section key={day.epochDay}>
          <h3 className="mb-1.5 flex items-center gap-2 font-semibold">
            {dayText(day.epochDay, viewer, { weekday: 'long', month: 'long', day: 'numeric' })}
            {day.epochDay === today && <Badge tone="brand">Today</Badge>}
          </h3>
          <ul className="flex flex-col gap-1.5">
            {[...wholeDay, ...timed].map((entry) => (
              <li key={entry.id}>
                <EntryButton
                  entry={entry}
                  epochDay={day.epochDay}
                  viewer={viewer}
                  isTabStop
                  onOpen={onOpen}
                  className="block min-h-11 w-full px-3 py-1.5"
                >
                  <span className="block text-xs tabular-nums">{timesOnDay(entry, day, viewer)}</span>
                  <span className="block font-medium wrap-anywhere">
                    <bdi>{entry.booking?.fullName ?? entry.title}</bdi>
                  </span>
                  <span className="block text-xs wrap-anywhere">
                    <bdi>{entry.booking?.title ?? entry.notes.join(', ')}</bdi>
                  </span>
                </EntryButton>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
