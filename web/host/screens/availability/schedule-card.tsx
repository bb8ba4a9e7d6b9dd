import { Link } from '@tanstack/react-router'
import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import type { Schedule } from '../../../../contract/schedules/schedule.schema.ts'
import { paths } from '../../../../contract/pages/pages.ts'
import { counted } from '../../../../contract/events/rules-text.ts'
import type { TimeFormat } from '../../../../contract/time/time-formats.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { formatTimeZone } from '../../data/format-time-zone.ts'
import { weekText } from './schedule-draft.ts'

interface ScheduleCardProps {
  schedule: Schedule
  /** Of its holidays. */
  country: string | null
  timeFormat: TimeFormat
  onDuplicate: () => void
  onDelete: () => void
}

export function ScheduleCard({ schedule, country, timeFormat, onDuplicate, onDelete }: ScheduleCardProps) {
  const { id, name, events, overrides, travels } = schedule
  const details = [
    events.length === 0 ? 'No events use it' : `Used by ${counted(events.length, 'event')}`,
    country !== null && `Holidays: ${country}`,
    overrides.length > 0 && counted(overrides.length, 'date override'),
    travels.length > 0 && counted(travels.length, 'trip'),
  ].filter((detail) => detail !== false)
  return (
    <Card className="relative flex items-start gap-3 p-5">
      <div className="min-w-0 flex-1">
        <h2 className="text-base font-semibold wrap-anywhere">
          {/* The whole card is the link's target. */}
          <Link
            to={paths.editSchedule}
            params={{ scheduleId: id }}
            className="after:absolute after:inset-0 after:rounded-lg hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
          >
            {name}
          </Link>
        </h2>
        <p className="mt-1 tabular-nums">{weekText(schedule.weeklyAvailabilitySlots, timeFormat)}</p>
        <p className="mt-0.5 text-muted">{formatTimeZone(schedule.timezone)}</p>
        <p className="mt-2 text-muted">{details.join(' · ')}</p>
      </div>
      <div className="relative z-1">
        <Menu
          label={`More for ${name}`}
          triggerClassName={buttonClass({ variant: 'quiet', size: 'icon' })}
          trigger={<Ellipsis aria-hidden="true" />}
        >
          <MenuItem icon={<Copy aria-hidden="true" />} label="Duplicate" onAction={onDuplicate} />
          <MenuItem icon={<Trash2 aria-hidden="true" />} label="Delete" isDanger onAction={onDelete} />
        </Menu>
      </div>
    </Card>
  )
}
