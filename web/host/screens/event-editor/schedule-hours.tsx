import { ExternalLink } from 'lucide-react'
import { paths } from '../../../../contract/pages/pages.ts'
import type { Schedule } from '../../../../contract/schedules/schedule.schema.ts'
import { counted } from '../../../../contract/events/rules-text.ts'
import { weekdays } from '../../../../contract/hours/weekly-availability.ts'
import { hoursText } from '../../../fields/hours-text.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { dayNames } from '../../parts/hours/day-names.ts'
import { formatTimeZone } from '../../data/format-time-zone.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'

/** A schedule's hours in words, with a link to its editor. */
export function ScheduleHours({ schedule }: { schedule: Schedule }) {
  const { timeFormat } = useHostTime()
  const { id, name, timezone, weeklyAvailabilitySlots: week, overrides, travels, holidays } = schedule
  const others = [
    overrides.length > 0 && counted(overrides.length, 'date override'),
    holidays !== null && 'public holidays',
    travels.length > 0 && counted(travels.length, 'trip'),
  ].filter((part) => part !== false)
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {weekdays.map((day) => {
          const { enabled, slots } = week[day]
          return (
            <div key={day} className="contents">
              <dt>{dayNames[day]}</dt>
              <dd className="text-muted tabular-nums">
                {enabled && slots.length > 0 ? hoursText(slots, timeFormat) : 'Closed'}
              </dd>
            </div>
          )
        })}
      </dl>
      <p className="text-muted">
        {formatTimeZone(timezone)}
        {others.length > 0 && ` · ${others.join(' · ')}`}
      </p>
      <a
        href={paths.editSchedule.replace('$scheduleId', id)}
        target="_blank"
        rel="noopener"
        className={`${buttonClass({ size: 'sm' })} w-fit`}
      >
        <ExternalLink aria-hidden="true" />
        Edit {name}
      </a>
    </div>
  )
}
