import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../../availability/wall-time.ts'
import type { WeekStart } from '../../../../contract/events/event-rules.ts'
import { dayText } from '../../../../contract/time/time-text.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import {
  type Weekday,
  type WeeklyAvailability,
  weekdays,
} from '../../../../contract/hours/weekly-availability.ts'
import { Button } from '../../../ui/button.tsx'
import { SectionCard } from '../../../ui/card.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { busyTimesQuery } from '../../data/schedule-calls.ts'
import { DayBlocks } from '../../parts/hours/day-blocks.tsx'
import { DayLine, type TypedHours } from '../../parts/hours/day-line.tsx'
import { busyOn, weekOf } from '../../parts/hours/week-blocks.ts'
import { firstRangeError } from '../../parts/hours/week-errors.ts'
import { orderedDays, WeekGrid } from '../../parts/hours/week-grid.tsx'
import { formatTimeZone } from '../../data/format-time-zone.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'

const views = [
  { value: 'drawing', label: 'Calendar' },
  { value: 'list', label: 'List' },
] as const

interface WeekSectionProps {
  week: WeeklyAvailability
  onChange: (week: WeeklyAvailability) => void
  timezone: string
  weekStart: WeekStart
  error: string | undefined
  typedHours: TypedHours
  onTyped: (typedHours: TypedHours) => void
}

/** The weekly hours, to draw, to type, or to enter in a list. */
export function WeekSection({
  week,
  onChange,
  timezone,
  weekStart,
  error,
  typedHours,
  onTyped,
}: WeekSectionProps) {
  const [view, setView] = useState<'drawing' | 'list'>('drawing')
  const { timeFormat } = useHostTime()
  const days = orderedDays(weekStart)
  return (
    <SectionCard
      title="Weekly hours"
      description={`When people can book you, in ${formatTimeZone(timezone)}.`}
    >
      <Segments
        label="How to edit the week"
        choices={views}
        value={view}
        onChange={(next) => {
          setView(next)
          // The lines are gone, with any text that isn't hours.
          onTyped({})
        }}
        className="mb-5"
      />
      {view === 'drawing' ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <DrawnWeek {...{ week, onChange, timezone, weekStart, days }} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 lg:grid-cols-2">
            {days.map((day) => (
              <DayLine key={day} day={day} {...{ week, typedHours, onTyped, timeFormat }} onWeek={onChange} />
            ))}
          </div>
        </div>
      ) : (
        <DayBlocks {...{ days, week, onChange }} />
      )}
      {error && (view === 'drawing' || firstRangeError(week) === null) && (
        <div className="mt-5">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </SectionCard>
  )
}

interface DrawnWeekProps extends Pick<WeekSectionProps, 'week' | 'onChange' | 'timezone' | 'weekStart'> {
  days: readonly Weekday[]
}

const WEEK = 7

/** The week as a drawing, over the busy times of a week that the host chooses. */
function DrawnWeek({ week, onChange, timezone, weekStart, days }: DrawnWeekProps) {
  const { timeFormat, viewer } = useHostTime()
  const zone = zoneTable(timezone)
  const current = weekOf(useNow(), zone, weekdays.indexOf(weekStart))
  /** Weeks from the current one. */
  const [ahead, setAhead] = useState(0)
  const first = current + ahead * WEEK
  const last = first + WEEK - 1
  const { data = [], isError } = useQuery(busyTimesQuery(formatDate(first), formatDate(last), timezone))
  const busy = data.map(({ startUtc, endUtc }) => ({ start: Date.parse(startUtc), end: Date.parse(endUtc) }))
  const text = (day: number) =>
    dayText(day, viewer, { month: 'short', day: 'numeric', ...(day === last && { year: 'numeric' }) })
  return (
    <div className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="grow basis-48 text-muted">
          <span aria-live="polite" className="font-medium text-ink">
            {text(first)} – {text(last)}
          </span>
          <span className="block text-xs">
            <span className="pointer-coarse:hidden">Drag to add, move and stretch hours. </span>
            <span className="hidden pointer-coarse:inline">
              Tap to add hours, and tap them to move or stretch them.{' '}
            </span>
            {isError ? 'We couldn’t load your busy times.' : 'Gray times are busy.'}
          </span>
        </p>
        <div className="flex items-center gap-1">
          {ahead !== 0 && (
            <Button size="sm" variant="quiet" onClick={() => setAhead(0)}>
              This week
            </Button>
          )}
          <Button variant="quiet" size="icon" aria-label="Previous week" onClick={() => setAhead(ahead - 1)}>
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Button variant="quiet" size="icon" aria-label="Next week" onClick={() => setAhead(ahead + 1)}>
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      </div>
      <WeekGrid
        week={week}
        onChange={onChange}
        days={days.map((day, index) => ({
          day,
          epochDay: first + index,
          busy: busyOn(first + index, busy, zone),
        }))}
        viewer={viewer}
        timeFormat={timeFormat}
      />
    </div>
  )
}
