import { dayText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { dayItem } from './entry-button.tsx'

interface DayHeadingProps {
  epochDay: number
  /** Of its entries. */
  count: number
  isToday: boolean
  viewer: Viewer
  tabStop: string
  /** Opens the menu for a free time; null without one. */
  onDay: (() => void) | null
}

const entriesText = (count: number) => `${count === 0 ? 'no' : count} ${count === 1 ? 'entry' : 'entries'}`

/** `Today, Monday, November 23, 2 entries` */
export const dayName = (epochDay: number, count: number, isToday: boolean, viewer: Viewer) =>
  [
    isToday && 'Today',
    dayText(epochDay, viewer, { weekday: 'long', month: 'long', day: 'numeric' }),
    entriesText(count),
  ]
    .filter(Boolean)
    .join(', ')

export function DayHeading({ epochDay, count, isToday, viewer, tabStop, onDay }: DayHeadingProps) {
  return (
    <button
      type="button"
      data-day={epochDay}
      data-item={dayItem(epochDay)}
      aria-current={isToday ? 'date' : undefined}
      tabIndex={tabStop === dayItem(epochDay) ? 0 : -1}
      aria-haspopup="menu"
      aria-disabled={onDay === null}
      onClick={() => onDay?.()}
      className="flex min-h-11 w-full flex-col items-center justify-center rounded-md py-1 text-xs hover:bg-sunken"
    >
      <span className="sr-only">{dayName(epochDay, count, isToday, viewer)}</span>
      <span aria-hidden="true" className="text-muted">
        {dayText(epochDay, viewer, { weekday: 'short' })}
      </span>
      <span
        aria-hidden="true"
        className={`grid min-w-7 place-items-center rounded-full px-1 text-base leading-7 font-semibold ${isToday ? 'bg-brand text-on-brand forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none' : ''}`}
      >
        {dayText(epochDay, viewer, { day: 'numeric' })}
      </span>
    </button>
  )
}
