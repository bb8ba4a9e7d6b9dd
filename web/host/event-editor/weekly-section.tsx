import { type Weekday, weekdays, type WeeklyAvailability } from '../../../contract/weekly-availability.ts'
import { SectionCard } from '../../ui/card.tsx'
import { FieldError } from '../../ui/field.tsx'
import type { SectionProps } from './details-section.tsx'
import { DayBlock } from '../hours/day-block.tsx'
import { firstSlotError } from '../hours/week-errors.ts'
import { formatTimeZone } from '../time/format-time-zone.ts'

export function WeeklySection({ draft, errors, change }: SectionProps) {
  const { week } = draft

  function copy(from: Weekday, to: readonly Weekday[]) {
    const copied: WeeklyAvailability = { ...week }
    for (const day of to)
      copied[day] = { enabled: true, slots: week[from].slots.map((slot) => ({ ...slot })) }
    change({ week: copied })
  }

  return (
    <SectionCard
      title="Weekly Availability"
      description={`Weekly hours when people can book you, shown in ${formatTimeZone(draft.timezone)}.`}
    >
      <div className="-my-3 divide-y divide-line">
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
      {/* A server error that no single slot shows. */}
      {errors.week && firstSlotError(week) === null && (
        <div className="mt-5">
          <FieldError>{errors.week}</FieldError>
        </div>
      )}
    </SectionCard>
  )
}
