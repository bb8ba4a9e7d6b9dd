import { dayOf, formatDate } from '../../../../availability/wall-time.ts'
import { zoneTable } from '../../../../contract/time/time-zones.ts'
import { useHostTime } from '../time/use-host-time.ts'
import { useNow } from '../../../ui/use-now.ts'
import { type BookingWindow, ruleLimits } from '../../../../contract/events/event-rules.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { EMPTY_NUMBER, type RuleFieldProps } from './rule-fields.ts'

const choices = [
  { value: 'any', label: 'Any time in the future' },
  { value: 'calendarDays', label: 'Calendar days ahead' },
  { value: 'workingDays', label: 'Working days ahead' },
  { value: 'fixed', label: 'Between two dates' },
] as const
type Choice = (typeof choices)[number]['value']

const DEFAULT_DAYS = { calendarDays: 30, workingDays: 20 }

/** How far ahead people can book. */
export function WindowFields({ rules: { bookingWindow }, errors, change, idOf }: RuleFieldProps) {
  const id = idOf('bookingWindow')
  const errorId = `${id}-dates-error`
  const { timezone } = useHostTime()
  const today = dayOf(zoneTable(timezone), useNow())
  const set = (next: BookingWindow | null) => change({ bookingWindow: next })

  function choose(choice: Choice) {
    if (choice === 'any') set(null)
    else if (choice === 'fixed') set({ type: 'fixed', from: formatDate(today), to: formatDate(today + 28) })
    else set({ type: choice, days: DEFAULT_DAYS[choice] })
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3">
      <Select
        id={bookingWindow === null ? id : undefined}
        label="How far ahead people can book"
        choices={choices}
        value={bookingWindow?.type ?? 'any'}
        onChange={choose}
      />
      {bookingWindow?.type === 'fixed' ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
          <DateField
            id={id}
            label="First date"
            value={bookingWindow.from || null}
            errorId={errors.bookingWindow && errorId}
            onChange={(from) => set({ ...bookingWindow, from: from ?? '' })}
          />
          <DateField
            label="Last date"
            value={bookingWindow.to || null}
            errorId={errors.bookingWindow && errorId}
            onChange={(to) => set({ ...bookingWindow, to: to ?? '' })}
          />
          {errors.bookingWindow && (
            <div className="col-span-full -mt-1.5">
              <FieldError id={errorId}>{errors.bookingWindow}</FieldError>
            </div>
          )}
        </div>
      ) : (
        bookingWindow !== null && (
          <NumberField
            id={id}
            label="Days ahead"
            hint={
              bookingWindow.type === 'workingDays'
                ? 'Counts the days with hours, starting tomorrow.'
                : 'Counts from tomorrow. With 0, people can only book today.'
            }
            min={0}
            max={ruleLimits.windowDays}
            value={bookingWindow.days}
            error={errors.bookingWindow}
            onChange={(days) => set({ ...bookingWindow, days: days ?? EMPTY_NUMBER })}
          />
        )
      )}
    </div>
  )
}
