import { eventDefaults } from '../../../../contract/events/event-options.ts'
import { DateField, UNFINISHED_DATE } from '../../../ui/date-field.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { TimeField } from '../../../fields/time-field.tsx'
import { fieldId } from './event-errors.ts'
import { FoldedSection } from './folded-section.tsx'
import { boundText, periodText } from './period-text.ts'
import { type SectionProps, sectionOf } from './section.ts'
import { useHostTime } from '../../parts/time/use-host-time.ts'

const dateFields = {
  event: { start: 'eventStartDate', end: 'eventEndDate' },
  booking: { start: 'bookingStartDate', end: 'bookingEndDate' },
} as const
const timeFields = {
  event: { start: 'eventStartTime', end: 'eventEndTime' },
  booking: { start: 'bookingStartTime', end: 'bookingEndTime' },
} as const

const parts = [dateFields, timeFields].flatMap((fields) =>
  Object.values(fields).flatMap(({ start, end }) => [start, end]),
)

type PeriodProps = SectionProps<(typeof parts)[number]>

export const EventPeriodSection = sectionOf(parts, (props: PeriodProps) => (
  <PeriodSection
    {...props}
    period="event"
    title="Event Period"
    description="Only offer meetings between these dates. Leave empty for no limit."
    none="Meetings on any date"
  />
))

export const BookingPeriodSection = sectionOf(parts, (props: PeriodProps) => (
  <PeriodSection
    {...props}
    period="booking"
    title="Booking Availability Period"
    description="People can only book between these dates. Leave empty to keep booking open."
    none="Booking is always open"
  />
))

interface PeriodSectionProps extends PeriodProps {
  period: 'event' | 'booking'
  title: string
  description: string
  /** The summary without dates. */
  none: string
}

function PeriodSection({ title, description, none, ...fields }: PeriodSectionProps) {
  const { draft, errors, period } = fields
  const { timeFormat } = useHostTime()
  const edges = ['start', 'end'] as const
  const [start, end] = edges.map((edge) => {
    const date = draft[dateFields[period][edge]]
    return date === null || date === UNFINISHED_DATE
      ? null
      : boundText(date, draft[timeFields[period][edge]], edge, timeFormat)
  })
  const hasError = edges.some(
    (edge) =>
      errors[dateFields[period][edge]] !== undefined || errors[timeFields[period][edge]] !== undefined,
  )
  return (
    <FoldedSection title={title} summary={periodText(start!, end!) ?? none} hasError={hasError}>
      {() => (
        <div className="grid gap-4 px-5 pb-5 sm:px-6 sm:pb-6">
          <p className="text-muted">{description}</p>
          <div className="@container grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-2">
            <BoundFields {...fields} edge="start" label="Start" />
            <BoundFields {...fields} edge="end" label="End" />
          </div>
        </div>
      )}
    </FoldedSection>
  )
}

interface BoundFieldsProps extends PeriodProps {
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
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 @3xs:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
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
