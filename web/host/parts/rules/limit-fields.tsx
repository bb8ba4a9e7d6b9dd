import {
  type BookingLimit,
  type LimitPeriod,
  limitPeriods,
  ruleLimits,
} from '../../../../contract/events/event-rules.ts'
import { limitError } from '../../../../contract/events/rule-errors.ts'
import { FieldError } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'

interface LimitFieldsProps {
  id: string
  limits: readonly BookingLimit[]
  /** From the server. */
  error?: string | undefined
  onChange: (limits: BookingLimit[]) => void
}

/** How many bookings and hours fit in a day, a week and a month; empty fields are no limits. */
export function LimitFields({ id, limits, error, onChange }: LimitFieldsProps) {
  function set(per: LimitPeriod, part: Partial<BookingLimit>) {
    const next = { per, bookings: null, minutes: null, ...limits.find((limit) => limit.per === per), ...part }
    const isLimited = next.bookings !== null || next.minutes !== null
    const all = [...limits.filter((limit) => limit.per !== per), ...(isLimited ? [next] : [])]
    onChange(all.toSorted((a, b) => limitPeriods.indexOf(a.per) - limitPeriods.indexOf(b.per)))
  }
  const own = limits.map(limitError)
  return (
    <div id={id} tabIndex={-1} className="@container grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-3 gap-y-2 sm:max-w-md @min-[12rem]:grid-cols-[minmax(4.5rem,auto)_minmax(0,1fr)_minmax(0,1fr)]">
        <span aria-hidden="true" className="text-sm font-medium wrap-anywhere @min-[12rem]:col-start-2">
          Bookings
        </span>
        <span aria-hidden="true" className="text-sm font-medium wrap-anywhere">
          Hours
        </span>
        {limitPeriods.map((per) => {
          const at = limits.findIndex((limit) => limit.per === per)
          const limit = limits[at]
          const problem = own[at] ?? undefined
          const errorId = problem && `${id}-${per}-error`
          const isBookings = limit && limitError({ ...limit, minutes: ruleLimits.limitMinutes.min }) !== null
          const isMinutes = limit && limitError({ ...limit, bookings: 1 }) !== null
          return (
            <div key={per} role="group" aria-label={`Per ${per}`} className="contents">
              <span aria-hidden="true" className="@max-[12rem]:col-span-full">
                Per {per}
              </span>
              <NumberField
                label={`Bookings per ${per}`}
                isLabelHidden
                min={1}
                max={ruleLimits.bookings}
                value={limit?.bookings ?? null}
                errorId={isBookings ? errorId : undefined}
                onChange={(bookings) => set(per, { bookings })}
              />
              <NumberField
                label={`Hours per ${per}`}
                isLabelHidden
                min={ruleLimits.limitMinutes.min / 60}
                max={ruleLimits.limitMinutes[per] / 60}
                step={0.25}
                value={hoursOf(limit?.minutes ?? null)}
                errorId={isMinutes ? errorId : undefined}
                onChange={(hours) => set(per, { minutes: hours === null ? null : Math.round(hours * 60) })}
              />
              {problem && (
                <div className="col-span-full">
                  <FieldError id={errorId}>{problem}</FieldError>
                </div>
              )}
            </div>
          )
        })}
      </div>
      {error && own.every((problem) => problem === null) && <FieldError>{error}</FieldError>}
    </div>
  )
}

/** Two decimals are enough to tell minutes apart. */
const hoursOf = (minutes: number | null) => (minutes === null ? null : Math.round((minutes / 60) * 100) / 100)
