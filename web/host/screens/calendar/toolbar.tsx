import { ChevronLeft, ChevronRight } from 'lucide-react'
import { dayText } from '../../../../contract/time/time-text.ts'
import type { Viewer } from '../../../../contract/time/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import type { DayRange } from '../../../../contract/time/month.ts'
import { type CalendarView, calendarViews } from './shown-days.ts'

interface ToolbarProps {
  view: CalendarView
  /** Days since 1970-01-01. */
  date: number
  range: DayRange
  viewer: Viewer
  onView: (view: CalendarView) => void
  onToday: () => void
  onStep: (by: 1 | -1) => void
}

const names = { week: 'Week', month: 'Month' } as const
const choices = calendarViews.map((value) => ({ value, label: names[value] }))

export function Toolbar({ view, date, range, viewer, onView, onToday, onStep }: ToolbarProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button onClick={onToday}>Today</Button>
      <div className="flex">
        <Button size="icon" variant="quiet" aria-label={`Previous ${view}`} onClick={() => onStep(-1)}>
          <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
        <Button size="icon" variant="quiet" aria-label={`Next ${view}`} onClick={() => onStep(1)}>
          <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
      </div>
      <h2 aria-live="polite" className="mr-auto text-lg font-semibold tabular-nums">
        {view === 'month'
          ? dayText(date, viewer, { month: 'long', year: 'numeric' })
          : `${dayText(range.first, viewer, { month: 'short', day: 'numeric' })} – ${dayText(range.last, viewer, { month: 'short', day: 'numeric', year: 'numeric' })}`}
      </h2>
      <Segments label="View" choices={choices} value={view} onChange={onView} />
    </div>
  )
}
