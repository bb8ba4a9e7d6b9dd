import { type Weekday, weekdays } from '../../../../contract/schedules/weekly-availability.ts'
import { SectionCard } from '../../../ui/card.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { DayBlock } from '../../parts/hours/day-block.tsx'
import { firstRangeError } from '../../parts/hours/week-errors.ts'
import { Select } from '../../../ui/select.tsx'
import { fieldId } from './event-errors.ts'
import { type SectionProps, sectionOf } from './section.ts'
import { ScheduleHours } from './schedule-hours.tsx'
import type { ScheduleChoice } from './use-schedule.ts'
import { useZoneRules } from '../../parts/time/use-host-time.ts'
import { formatTimeZone } from '../../data/format-time-zone.ts'

const OWN = 'own'

const parts = ['week', 'scheduleId', 'timezone'] as const

interface WeeklySectionProps extends SectionProps<(typeof parts)[number]> {
  choice: ScheduleChoice
}

/** Lets the host choose whose hours count: the event's own or a schedule's. */
export const WeeklySection = sectionOf(parts, function WeeklySection(props: WeeklySectionProps) {
  useZoneRules()
  const { draft, errors, change } = props
  const { schedules, schedule } = props.choice
  const { week, scheduleId } = draft

  function copy(from: Weekday, to: readonly Weekday[]) {
    const copied = { enabled: true, slots: week[from].slots }
    change({ week: { ...week, ...Object.fromEntries(to.map((day) => [day, copied])) } })
  }

  return (
    <SectionCard
      title="Weekly Availability"
      description={
        scheduleId === null
          ? `Weekly hours when people can book you, shown in ${formatTimeZone(draft.timezone)}.`
          : 'When people can book you. All events with this schedule have these hours.'
      }
    >
      {(schedules.length > 0 || scheduleId !== null) && (
        <Select
          className="mb-6 sm:max-w-sm"
          id={fieldId('scheduleId')}
          label="Hours"
          choices={[
            { value: OWN, label: 'This event’s own hours' },
            ...schedules.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={schedule?.id ?? OWN}
          error={errors.scheduleId}
          onChange={(value) => change({ scheduleId: value === OWN ? null : value })}
        />
      )}
      {scheduleId === null ? (
        <div className="@container -my-3 divide-y divide-line">
          {weekdays.map((day) => (
            <DayBlock
              key={day}
              day={day}
              availability={week[day]}
              onChange={(availability) => change({ week: { ...week, [day]: availability } })}
              onCopy={(days) => copy(day, days)}
            />
          ))}
        </div>
      ) : (
        schedule && <ScheduleHours schedule={schedule} />
      )}
      {/* A server error that no single range shows. */}
      {errors.week && firstRangeError(week) === null && (
        <div className="mt-5">
          <FieldError>{errors.week}</FieldError>
        </div>
      )}
    </SectionCard>
  )
})
