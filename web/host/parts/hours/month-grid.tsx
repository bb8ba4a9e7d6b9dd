import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { dayOf, formatDate, parseDate } from '../../../../availability/wall-time.ts'
import { type WeekStart } from '../../../../contract/events/event-rules.ts'
import { addMonths, daysOfMonth, monthOfDay, weeksIn, weeksOfMonth } from '../../../../contract/time/month.ts'
import { dayText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { weekdays } from '../../../../contract/hours/weekly-availability.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { Button } from '../../../ui/button.tsx'
import { dayAtKey } from '../../../ui/day-at-key.ts'
import { useNow } from '../../../ui/use-now.ts'
import type { Dates } from './override-dates.ts'

/** What a date shows besides its number. */
export interface DayMark {
  kind: 'closed' | 'hours' | 'holiday'
  /** For screen readers and as a tooltip. */
  text: string
}

interface MonthGridProps {
  timezone: string
  viewer: Viewer
  weekStart: WeekStart
  selected: Dates | null
  markOn: (date: string) => DayMark | null
  onSelect: (dates: Dates) => void
}

/** Days since 1970-01-01. */
interface Span {
  anchor: number
  head: number
}

const looks: Record<DayMark['kind'], string> = {
  closed: 'bg-sunken text-muted line-through decoration-2',
  hours: 'underline decoration-brand decoration-2 underline-offset-4',
  holiday: 'text-muted line-through',
}

/**
 * A month in which a date or a range is selected: click or drag; or arrows, Shift+arrows and Enter. Dates before today
 * can't be selected.
 */
export function MonthGrid({ timezone, viewer, weekStart, selected, markOn, onSelect }: MonthGridProps) {
  const today = dayOf(zoneTable(timezone), useNow())
  const [month, setMonth] = useState(() => monthOfDay(selected ? parseDate(selected.from) : today))
  const [focused, setFocused] = useState<number | null>(null)
  /** While a range is being dragged, or extended by keyboard. */
  const [span, setSpan] = useState<Span | null>(null)
  const isDragging = useRef(false)
  const hasMoved = useRef(false)
  const grid = useRef<HTMLTableElement>(null)

  const shownWeeks = weeksOfMonth(month, weekdays.indexOf(weekStart) + 1)
  const { first: firstOfMonth, last: lastOfMonth } = daysOfMonth(month)
  const isFirstMonth = firstOfMonth <= today
  const isShown = (day: number) => day >= firstOfMonth && day <= lastOfMonth
  const shownSpan = span
    ? inOrder(span)
    : selected && { from: parseDate(selected.from), to: parseDate(selected.to) }
  const isSelected = (day: number) => shownSpan !== null && shownSpan.from <= day && day <= shownSpan.to
  const tabStop =
    [focused, shownSpan?.from, today].find((day) => typeof day === 'number' && isShown(day)) ?? firstOfMonth

  useEffect(() => {
    if (!hasMoved.current) return
    hasMoved.current = false
    grid.current?.querySelector<HTMLButtonElement>(`[data-day="${focused}"]`)?.focus()
  }, [focused, month])

  function finish(chosen: Span) {
    const { from, to } = inOrder(chosen)
    setSpan(null)
    onSelect({ from: formatDate(from), to: formatDate(to) })
  }

  function moveTo(day: number, isExtending: boolean) {
    const target = Math.max(day, today)
    hasMoved.current = true
    setSpan(isExtending ? { anchor: span?.anchor ?? tabStop, head: target } : null)
    setFocused(target)
    if (!isShown(target)) setMonth(monthOfDay(target))
  }

  function onKeyDown(event: KeyboardEvent, day: number) {
    const target = dayAtKey(event.key, day, shownWeeks.first)
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape' && span) {
      event.preventDefault()
      setSpan(null)
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (day >= today) finish(span ?? { anchor: day, head: day })
    } else if (target !== null) {
      event.preventDefault()
      moveTo(target, event.shiftKey)
    }
  }

  function onPointerDown(event: PointerEvent, day: number) {
    if (event.button !== 0 || day < today) return
    // Otherwise a touch would keep sending its events to this day.
    if (event.target instanceof Element) event.target.releasePointerCapture?.(event.pointerId)
    isDragging.current = true
    setFocused(day)
    setSpan(event.shiftKey && focused !== null ? { anchor: focused, head: day } : { anchor: day, head: day })
  }

  function onPointerMove(event: PointerEvent) {
    if (!isDragging.current || span === null) return
    const under = document.elementFromPoint(event.clientX, event.clientY)
    const day = Number(under?.closest<HTMLElement>('[data-day]')?.dataset['day'] ?? Number.NaN)
    if (day >= today && day !== span.head) setSpan({ ...span, head: day })
  }

  function onPointerUp() {
    if (!isDragging.current) return
    isDragging.current = false
    if (span) finish(span)
  }

  function dayButton(day: number) {
    const mark = markOn(formatDate(day))
    const date = dayText(day, viewer, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
    const look = isSelected(day) ? 'bg-brand text-on-brand' : mark && looks[mark.kind]
    return (
      <button
        type="button"
        data-day={day}
        title={mark?.text}
        aria-label={mark ? `${date}, ${mark.text}` : date}
        aria-current={day === today ? 'date' : undefined}
        aria-disabled={day < today || undefined}
        aria-pressed={isSelected(day)}
        tabIndex={day === tabStop ? 0 : -1}
        onKeyDown={(event) => onKeyDown(event, day)}
        onPointerDown={(event) => onPointerDown(event, day)}
        // A screen reader clicks without a pointer.
        onClick={({ detail }) => detail === 0 && day >= today && finish({ anchor: day, head: day })}
        className={`h-10 w-full cursor-pointer touch-pan-y rounded-md border border-transparent text-[min(var(--text-sm),9cqi)] tabular-nums hover:border-line-strong aria-disabled:cursor-default aria-disabled:border-transparent aria-disabled:text-disabled aria-[current=date]:font-bold pointer-coarse:h-11 ${look ?? ''}`}
      >
        {dayText(day, viewer, { day: 'numeric' })}
      </button>
    )
  }

  const title = dayText(firstOfMonth, viewer, { month: 'long', year: 'numeric' })
  return (
    <div className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-end gap-1">
        <h3 aria-live="polite" className="me-auto font-medium">
          {title}
        </h3>
        <Button
          variant="quiet"
          size="icon"
          aria-label="Previous month"
          isOff={isFirstMonth}
          onClick={() => setMonth(addMonths(month, -1))}
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label="Next month"
          onClick={() => setMonth(addMonths(month, 1))}
        >
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
      <table
        ref={grid}
        role="grid"
        aria-label={title}
        aria-multiselectable
        className="w-full table-fixed border-separate border-spacing-y-0.5 select-none"
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerLeave={onPointerUp}
        onPointerCancel={() => {
          // The touch scrolls the page instead.
          isDragging.current = false
          setSpan(null)
        }}
      >
        <thead>
          <tr>
            {weeksIn(shownWeeks)[0]!.map((day) => (
              <th
                key={day}
                scope="col"
                abbr={dayText(day, viewer, { weekday: 'long' })}
                className="pb-1 text-[min(var(--text-xs),5.5cqi)] font-normal text-muted"
              >
                {dayText(day, viewer, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksIn(shownWeeks).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  aria-selected={isSelected(day)}
                  className={`p-0 text-center ${isShown(day) && isSelected(day) ? 'bg-tint first:rounded-s-md last:rounded-e-md' : ''}`}
                >
                  {isShown(day) && dayButton(day)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const inOrder = ({ anchor, head }: Span) => ({ from: Math.min(anchor, head), to: Math.max(anchor, head) })
