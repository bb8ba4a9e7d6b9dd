import {
  type BookingLimit,
  limitPeriods,
  type LimitPeriod,
  ruleLimits,
  ruleMessages,
} from '../../../contract/event-rules.ts'
import { NumberField } from '../../ui/number-field.tsx'

const periodNames: Record<LimitPeriod, string> = { day: 'Day', week: 'Week', month: 'Month' }

interface LimitsEditorProps {
  limits: readonly BookingLimit[]
  onChange: (limits: BookingLimit[]) => void
}

/** How much can be booked per day, week and month. Empty fields are no limit. */
export function LimitsEditor({ limits, onChange }: LimitsEditorProps) {
  function set(per: LimitPeriod, part: Partial<BookingLimit>) {
    const changed = { per, bookings: null, minutes: null, ...limitOf(limits, per), ...part }
    onChange(
      limitPeriods.flatMap((period) => {
        const limit = period === per ? changed : limitOf(limits, period)
        return limit && (limit.bookings !== null || limit.minutes !== null) ? [limit] : []
      }),
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 lg:grid-cols-3">
      {limitPeriods.map((per) => {
        const limit = limitOf(limits, per)
        return (
          <fieldset key={per} className="grid grid-cols-2 items-start gap-x-4 gap-y-1.5">
            <legend className="mb-1.5 font-medium">Per {periodNames[per].toLowerCase()}</legend>
            <NumberField
              label="Bookings"
              value={limit?.bookings ?? null}
              min={1}
              max={ruleLimits.bookings}
              error={isWithin(limit?.bookings, ruleLimits.bookings) ? null : ruleMessages.bookings}
              onChange={(bookings) => set(per, { bookings })}
            />
            <NumberField
              label="Booked minutes"
              value={limit?.minutes ?? null}
              min={1}
              max={ruleLimits.minutes}
              error={isWithin(limit?.minutes, ruleLimits.minutes) ? null : ruleMessages.minutes}
              onChange={(minutes) => set(per, { minutes })}
            />
          </fieldset>
        )
      })}
    </div>
  )
}

const limitOf = (limits: readonly BookingLimit[], per: LimitPeriod) =>
  limits.find((limit) => limit.per === per)

const isWithin = (value: number | null | undefined, max: number) =>
  value === null || value === undefined || (Number.isInteger(value) && value >= 1 && value <= max)

/** Whether all numbers can be saved. */
export const areLimitsSound = (limits: readonly BookingLimit[]) =>
  limits.every(
    ({ bookings, minutes }) =>
      isWithin(bookings, ruleLimits.bookings) && isWithin(minutes, ruleLimits.minutes),
  )
