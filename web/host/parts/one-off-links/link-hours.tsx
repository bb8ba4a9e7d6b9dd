import type { EventRules, WeekStart } from '../../../../contract/events/event-rules.ts'
import type { ListedEvent } from '../../../../contract/events/event.schema.ts'
import type { WeeklyAvailability } from '../../../../contract/hours/weekly-availability.ts'
import { FieldError } from '../../../ui/field.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { DayLine, type TypedHours } from '../hours/day-line.tsx'
import { OverridesEditor } from '../hours/overrides-editor.tsx'
import { orderedDays } from '../hours/week-grid.tsx'
import { RuleGroup } from '../rules/rule-group.tsx'
import { formatTimeZone, knownZone } from '../../data/format-time-zone.ts'
import { useHostTime } from '../time/use-host-time.ts'

const choices = [
  { value: 'event', label: 'Event’s hours' },
  { value: 'fewer', label: 'Fewer hours' },
] as const

interface LinkHoursProps {
  /** The hours that count for the event. */
  hours: ListedEvent['hours']
  /** Null: only the event's hours count. */
  week: WeeklyAvailability | null
  rules: EventRules
  overridesError: string | undefined
  weekStart: WeekStart
  onWeek: (week: WeeklyAvailability | null) => void
  onOverrides: (overrides: EventRules['overrides']) => void
  typedHours: TypedHours
  onTyped: (typedHours: TypedHours) => void
  onEditingDates: (isEditing: boolean) => void
}

/** The weekly hours and the dates that a link leaves of the event's. */
export function LinkHours(props: LinkHoursProps) {
  const { hours, week, rules, overridesError, weekStart, onWeek, onOverrides, typedHours, onTyped } = props
  const { timeFormat } = useHostTime()
  const timezone = knownZone(hours.timezone)
  const days = orderedDays(weekStart)
  return (
    <>
      <RuleGroup
        title="Hours"
        description={`In ${formatTimeZone(timezone)}. Hours that the event doesn’t have stay closed.`}
      >
        <Segments
          label="Hours"
          choices={choices}
          value={week === null ? 'event' : 'fewer'}
          onChange={(choice) => {
            // The lines are gone, with any text that isn't hours.
            onTyped({})
            onWeek(choice === 'event' ? null : (week ?? hours.week))
          }}
        />
        {week !== null && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 sm:grid-cols-2">
            {days.map((day) => (
              <DayLine key={day} day={day} {...{ week, onWeek, typedHours, onTyped, timeFormat }} />
            ))}
          </div>
        )}
      </RuleGroup>
      <RuleGroup
        title="Date overrides"
        description="Dates that are closed or have fewer hours. They don’t open what the event closes."
      >
        <OverridesEditor
          overrides={rules.overrides}
          onChange={onOverrides}
          timezone={timezone}
          timeFormat={timeFormat}
          weekStart={weekStart}
          onEditing={props.onEditingDates}
        />
        {overridesError && <FieldError>{overridesError}</FieldError>}
      </RuleGroup>
    </>
  )
}
