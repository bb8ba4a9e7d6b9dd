import { useMemo } from 'react'
import { civilDateOf } from '../../../../availability/civil-date.ts'
import { startOfDay } from '../../../../availability/wall-time.ts'
import { daysIn } from '../../../../contract/time/month.ts'
import { dayText } from '../../../../contract/time/time-text.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { dayName } from './day-heading.tsx'
import { entriesOn, startOnDay } from './entries.ts'
import { dayItem, EntryButton, entryItem, moreItem } from './entry-button.tsx'
import { countInMonth } from './tab-stop.ts'
import type { GridProps } from './week-grid.tsx'

interface MonthGridProps extends GridProps {
  /** A day of the month. */
  date: number
}

export function MonthGrid(props: MonthGridProps) {
  const { range, date, entries, viewer, today, tabStop, onOpen, onDay } = props
  const table = zoneTable(viewer.timeZone)
  const days = useMemo(
    () =>
      daysIn(range).map((epochDay) => {
        const day = { epochDay, start: startOfDay(table, epochDay), end: startOfDay(table, epochDay + 1) }
        const { wholeDay, timed } = entriesOn(entries, day)
        return { day, shown: [...wholeDay, ...timed] }
      }),
    [table, range, entries],
  )
  const { month } = civilDateOf(date)
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-sm">
      <div
        aria-hidden="true"
        className="grid grid-cols-7 border-b border-line text-center text-xs text-muted"
      >
        {daysIn(range)
          .slice(0, 7)
          .map((epochDay) => (
            <span key={epochDay} className="py-1.5">
              {dayText(epochDay, viewer, { weekday: 'short' })}
            </span>
          ))}
      </div>
      <div className="-me-px -mb-px grid grid-cols-7">
        {days.map(({ day, shown }) => {
          const { epochDay } = day
          const isOther = civilDateOf(epochDay).month !== month
          const count = countInMonth(shown.length)
          return (
            <div
              key={epochDay}
              role="group"
              aria-label={dayText(epochDay, viewer, { weekday: 'long', month: 'long', day: 'numeric' })}
              className={`flex min-h-28 min-w-0 flex-col gap-0.5 border-e border-b border-line px-0.5 pb-1 ${isOther ? 'bg-canvas' : 'bg-surface'}`}
            >
              <button
                type="button"
                data-day={epochDay}
                data-item={dayItem(epochDay)}
                aria-current={epochDay === today ? 'date' : undefined}
                tabIndex={tabStop === dayItem(epochDay) ? 0 : -1}
                onClick={() => onDay(epochDay)}
                className={`m-0.5 grid h-6 min-w-6 place-items-center self-start rounded-full px-1 text-xs font-medium tabular-nums pointer-coarse:size-11 ${
                  epochDay === today
                    ? 'bg-brand text-on-brand forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
                    : `hover:bg-sunken ${isOther ? 'text-muted' : ''}`
                }`}
              >
                <span className="sr-only">{dayName(epochDay, shown.length, epochDay === today, viewer)}</span>
                <span aria-hidden="true">{dayText(epochDay, viewer, { day: 'numeric' })}</span>
              </button>
              {shown.slice(0, count).map((entry) => (
                <EntryButton
                  key={entry.id}
                  entry={entry}
                  epochDay={epochDay}
                  viewer={viewer}
                  isTabStop={tabStop === entryItem(entry, epochDay)}
                  onOpen={onOpen}
                  className="shrink-0 truncate px-1 text-xs leading-5 pointer-coarse:min-h-8"
                >
                  <span className="tabular-nums">{startOnDay(entry, day, viewer)} </span>
                  <bdi>{entry.booking?.fullName ?? entry.title}</bdi>
                </EntryButton>
              ))}
              {shown.length > count && (
                <button
                  type="button"
                  data-day={epochDay}
                  data-item={moreItem(epochDay)}
                  tabIndex={tabStop === moreItem(epochDay) ? 0 : -1}
                  onClick={() => onDay(epochDay)}
                  className="truncate rounded-sm px-1 text-start text-xs leading-5 text-muted hover:bg-sunken"
                >
                  {shown.length - count} more
                </button>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
