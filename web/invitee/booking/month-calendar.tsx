import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import {
  addMonths,
  daysIn,
  daysOfMonth,
  isBefore,
  monthOfDay,
  weeksIn,
  weeksOfMonth,
  type Month,
} from '../../../contract/time/month.ts'
import type { Viewer } from '../../../contract/time/viewer.ts'
import { dayText } from '../../../contract/time/time-text.ts'
import { dayAtKey } from '../../ui/day-at-key.ts'

interface MonthCalendarProps {
  month: Month
  /** 1 (Monday) to 7 (Sunday). */
  weekStart: number
  /** The first selectable day (days since 1970-01-01). */
  today: number
  selected: number | null
  /** The number of slots per day. */
  slotCounts: ReadonlyMap<number, number>
  /** How many of them are free for both; null if the invitee's calendar isn't known. */
  freeCounts: ReadonlyMap<number, number> | null
  busy: boolean
  viewer: Viewer
  onSelect: (day: number) => void
  onMonth: (month: Month) => void
}

/**
 * A month of days to select by mouse or with the keys of the ARIA grid pattern: arrows, Home and End for the week,
 * Page Up and Page Down for the month.
 */
export function MonthCalendar(props: MonthCalendarProps) {
  const { month, weekStart, today, selected, slotCounts, freeCounts, busy, viewer, onSelect, onMonth } = props
  const weeks = weeksOfMonth(month, weekStart)
  const monthDays = daysOfMonth(month)
  const { first: firstOfMonth, last: lastOfMonth } = monthDays
  const inMonth = (day: number) => day >= firstOfMonth && day <= lastOfMonth
  const currentMonth = monthOfDay(today)
  const isEarliest = !isBefore(currentMonth, month)

  const [focused, setFocused] = useState<number | null>(null)
  const moved = useRef(false)
  const grid = useRef<HTMLTableElement>(null)
  const firstOffered = daysIn(monthDays).find((day) => slotCounts.has(day))
  const tabStop =
    [focused, selected, firstOffered].find((day) => typeof day === 'number' && inMonth(day)) ?? firstOfMonth

  // Before the next key, which an effect after the paint could miss.
  useLayoutEffect(() => {
    if (!moved.current) return
    moved.current = false
    grid.current?.querySelector<HTMLButtonElement>(`[data-day="${focused}"]`)?.focus()
  }, [focused, month])

  const moveTo = (day: number) => {
    const target = Math.max(day, daysOfMonth(currentMonth).first)
    moved.current = true
    setFocused(target)
    if (!inMonth(target)) onMonth(monthOfDay(target))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, day: number) => {
    const target = dayAtKey(event.key, day, weeks.first)
    if (target === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    moveTo(target)
  }

  const title = dayText(firstOfMonth, viewer, { month: 'long', year: 'numeric' })
  return (
    <section className="calendar notranslate" aria-label="Choose a date" aria-busy={busy}>
      <header className="calendar-header">
        <h2 aria-live="polite">{title}</h2>
        <button
          type="button"
          className="icon-button needs-script"
          aria-label="Previous month"
          // A disabled button would lose the focus.
          aria-disabled={isEarliest || undefined}
          onClick={() => {
            if (!isEarliest) onMonth(addMonths(month, -1))
          }}
        >
          <Chevron to="left" />
        </button>
        <button
          type="button"
          className="icon-button needs-script"
          aria-label="Next month"
          onClick={() => onMonth(addMonths(month, 1))}
        >
          <Chevron to="right" />
        </button>
      </header>
      <table role="grid" aria-label={title} ref={grid}>
        <thead>
          <tr>
            {weeksIn(weeks)[0]!.map((day) => (
              <th key={day} scope="col" abbr={dayText(day, viewer, { weekday: 'long' })}>
                {dayText(day, viewer, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksIn(weeks).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={day === selected}>
                  {inMonth(day) && (
                    <button
                      type="button"
                      data-day={day}
                      className="day"
                      data-offered={slotCounts.has(day) || undefined}
                      data-clashing={freeCounts?.get(day) === 0 || undefined}
                      data-today={day === today || undefined}
                      aria-pressed={day === selected}
                      aria-disabled={!slotCounts.has(day)}
                      aria-current={day === today ? 'date' : undefined}
                      aria-label={labelOf(day, slotCounts.get(day), freeCounts?.get(day), viewer)}
                      tabIndex={day === tabStop ? 0 : -1}
                      onKeyDown={(event) => onKeyDown(event, day)}
                      onClick={() => slotCounts.has(day) && onSelect(day)}
                    >
                      {dayText(day, viewer, { day: 'numeric' })}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function labelOf(day: number, count: number | undefined, free: number | undefined, viewer: Viewer): string {
  const date = dayText(day, viewer, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
  if (count === undefined) return `${date}, no times available`
  const times = `${date}, ${count} ${count === 1 ? 'time' : 'times'} available`
  return free === undefined ? times : `${times}, ${free || 'none'} free for both`
}

function Chevron({ to }: { to: 'left' | 'right' }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
      <path d={to === 'left' ? 'm15 5-7 7 7 7' : 'm9 5 7 7-7 7'} />
    </svg>
  )
}
