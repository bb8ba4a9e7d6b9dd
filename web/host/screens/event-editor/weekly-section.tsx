import { weekdays } from '../../../../contract/hours/weekly-availability.ts'
import { SectionCard } from '../../../ui/card.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { DayBlocks } from '../../parts/hours/day-blocks.tsx'
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
  const { schedules, schedule, otherName } = props.choice
  const { week, scheduleId } = draft

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
            ...(scheduleId === null || schedule ? [] : [{ value: scheduleId, label: otherName }]),
          ]}
          value={scheduleId ?? OWN}
          error={errors.scheduleId}
          onChange={(value) => change({ scheduleId: value === OWN ? null : value })}
        />
      )}
      {scheduleId === null ? (
        <DayBlocks days={weekdays} week={week} onChange={(changed) => change({ week: changed })} />
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
