import { eventDefaults } from '../../../contract/event-options.ts'
import { SectionCard } from '../../ui/card.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldError } from '../../ui/field.tsx'
import { TimeField } from '../../ui/time-field.tsx'
import type { SectionProps } from './details-section.tsx'
import { fieldId } from './event-errors.ts'
import { useHostTime } from '../time/use-host-time.ts'

const dateFields = {
  event: { start: 'eventStartDate', end: 'eventEndDate' },
  booking: { start: 'bookingStartDate', end: 'bookingEndDate' },
} as const
const timeFields = {
  event: { start: 'eventStartTime', end: 'eventEndTime' },
  booking: { start: 'bookingStartTime', end: 'bookingEndTime' },
} as const

export function EventPeriodSection(props: SectionProps) {
  return (
    <SectionCard
      title="Event Period"
      description="Only offer meetings between these dates. Leave empty for no limit."
    >
      <PeriodFields {...props} period="event" />
    </SectionCard>
  )
}

export function BookingPeriodSection(props: SectionProps) {
  return (
    <SectionCard
      title="Booking Availability Period"
      description="People can only book between these dates. Leave empty to keep booking open."
    >
      <PeriodFields {...props} period="booking" />
    </SectionCard>
  )
}

function PeriodFields({ period, ...props }: SectionProps & { period: 'event' | 'booking' }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-2">
      <BoundFields {...props} period={period} edge="start" label="Start" />
      <BoundFields {...props} period={period} edge="end" label="End" />
    </div>
  )
}

interface BoundFieldsProps extends SectionProps {
  period: 'event' | 'booking'
  edge: 'start' | 'end'
  label: string
}

/** A date, and a time that is enabled once there is a date. */
function BoundFields({ draft, errors, change, period, edge, label }: BoundFieldsProps) {
  const dateField = dateFields[period][edge]
  const timeField = timeFields[period][edge]
  const date = draft[dateField]
  const timeError = errors[timeField]
  const { timeFormat } = useHostTime()
  const timeErrorId = `${fieldId(timeField)}-error`
  return (
    <div className="grid grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] items-start gap-3">
      <DateField
        id={fieldId(dateField)}
        label={`${label} date`}
        value={date}
        error={errors[dateField]}
        onChange={(value) => change({ [dateField]: value })}
      />
      <TimeField
        id={fieldId(timeField)}
        label={`${label} time`}
        value={draft[timeField]}
        errorId={timeError && timeErrorId}
        timeFormat={timeFormat}
        isDisabled={date === null}
        whenEmpty={eventDefaults[`${edge}Time`]}
        onChange={(value) => change({ [timeField]: value })}
      />
      {timeError && (
        <div className="col-span-full -mt-1.5">
          <FieldError id={timeErrorId}>{timeError}</FieldError>
        </div>
      )}
    </div>
  )
}
